# -i: a BSD file without bins has no histogram
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd 0x1000 0x1100 0
arc 0x1008 0x1040 2
END
gprof -i
gprof -b -p
