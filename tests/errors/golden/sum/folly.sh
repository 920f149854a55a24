# a count that would fill the disk is refused
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd 0x1000 0x1100 16
arc 0x1008 0x1040 0xffffffffffffffff
END
gprof -s
ls
