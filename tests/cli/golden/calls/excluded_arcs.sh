# -c: -k drops arcs of the profile, not those of the code
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x40 hex e80b000000e816000000
sym main 0x1000
sym b    0x1010
sym c    0x1020
sym d    0x1030
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
bin 4 30
arc 0x1002 0x1010 5
arc 0x1002 0x1020 6
END
gprof -b -q -c -z -k main/b -k main/c
