# a record of basic blocks that is cut off
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
bb
block 0x1000 1
block 0x1040 1
truncate -3
END
gprof
