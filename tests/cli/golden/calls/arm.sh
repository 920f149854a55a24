# -c on ARM: Thumb functions by their odd symbols or by marks, constants between the instructions
"$TOOLS/mkimage" >a.out <<'END'
class 32
machine arm
section .text 0x1000 0x40 hex 060000eb070000eb000000fa1eff2fe1fff7f6ff7047c046fff7f2ef7047c046fff7eeff
sym $d    0x1000 local notype
sym $a    0x1004 local notype
sym main  0x1000
sym $t    0x1010 local notype
sym t     0x1011
sym u     0x1019
sym v     0x1021
sym $a    0x1028 local notype
sym arm   0x1028
END
"$TOOLS/mkgmon" >gmon.out <<'END'
width 32
magic
hist 0x1000 0x1040 16 100 seconds s
arc 0x1002 0x1028 1
END
gprof -b -q -c -z
