# -c on a 32-bit image
"$TOOLS/mkimage" >a.out <<'END'
class 32
section .text 0x1000 0x40 hex e80b000000e816000000
sym main 0x1000
sym b    0x1010
sym c    0x1020
END
"$TOOLS/mkgmon" >gmon.out <<'END'
width 32
magic
hist 0x1000 0x1040 16 100 seconds s
arc 0x1002 0x1010 1
END
gprof -b -q -c -z
