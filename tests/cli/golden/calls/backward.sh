# -c: calls backwards, of itself, into and out of other sections
"$TOOLS/mkimage" >a.out <<'END'
section .early 0x0f00 0x10 code hex e82b010000
section .text 0x1000 0x40 hex 9090909090909090909090909090909090909090e8e7ffffffe8f2ffffffe8bd000000
section .late 0x10e0 0x10 code hex e81bffffff
sym early 0x0f00
sym a     0x1000
sym b     0x1010
sym c     0x1030
sym late  0x10e0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x0f00 0x1100 128 100 seconds s
arc 0x1002 0x1010 1
END
gprof -b -q -c -z
