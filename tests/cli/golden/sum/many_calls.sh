# more calls than 32 bits hold go on in a second arc (GNU gprof loses them)
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 4 50
arc 0x1008 0x1040 4294967295
END
gprof -s a.out gmon.out gmon.out
gprof -b -p a.out gmon.sum
