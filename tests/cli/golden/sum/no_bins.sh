# -s of a BSD file without bins, whose range then says nothing: the sum can be read again
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd 0x2000 0x1000 0
arc 0x1008 0x1040 7
END
gprof -s a.out gmon.out
"$TOOLS/gmondump" gmon.sum
gprof -b -q a.out gmon.sum
