# a BSD data file of a big-endian 32-bit program for an image that is neither
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
width 32
endian big
bsd 0x1000 0x1100 64
fill 0 9 1
arc 0x1008 0x1040 2
END
gprof
