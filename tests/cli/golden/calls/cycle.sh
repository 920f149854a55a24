# -c: a call that never ran closes a cycle
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x40 hex 90909090909090909090909090909090e80b000000
sym main 0x1000
sym a    0x1010
sym b    0x1020
sym c    0x1030
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
bin 4 30
bin 8 20
arc 0x1002 0x1010 5
arc 0x1022 0x1010 7
END
gprof -b -c -q
