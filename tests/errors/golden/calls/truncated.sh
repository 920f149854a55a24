# -c: the file ends before the code that its header tells of
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x40 hex e80b000000 claim 0x4000000000
sym main 0x1000
sym b    0x1010
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
arc 0x1002 0x1010 1
END
gprof -b -q -c
