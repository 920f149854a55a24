# FreeBSD's header tells the width of its counters, here 32 bits (GNU gprof reads 16)
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd44 0x1000 0x1100 0 100 claim 104 spare 200000000000000000000000
raw 05000000 00000000 00000000 00000000 14000000 00000000 00000000 00000000
raw 70110100 00000000 00000000 00000000 00000000 00000000 00000000 00000000
arc 0x1008 0x1040 2
END
gprof -b -p
gprof -s && "$TOOLS/gmondump" gmon.sum
