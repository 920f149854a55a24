# a histogram of all addresses covers every function: its last bin ends at 2^64 - 1, not behind it
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main 0x1000
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0 0xffffffffffffffff 1 100 seconds s
bin 0 5
END
gprof -b -p -z
