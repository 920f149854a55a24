# version 0: a block at an address of more than 32 bits, and an image of 32
"$TOOLS/mkimage" >a.out <<'END'
class 32
section .text 0x1000 0x100
sym main 0x1000
END
"$TOOLS/mkgmon" >gmon.out <<'END'
width 32
magic version 0
raw 02 01000000 612e6300 0000000100001000 0000000000000005 6d61696e00 612e6300 0a000000
END
gprof -s
ls
