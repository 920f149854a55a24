# -c: a call of an untyped label counts for the label; jumps and pointers are no calls
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x40 hex e80b000000e916000000ff1500000000
sym main 0x1000
sym b    0x1010 notype local
sym c    0x1020
sym d    0x1030
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
arc 0x1002 0x1030 1
END
gprof -b -q -c -z
