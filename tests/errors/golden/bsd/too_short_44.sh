# a 4.4BSD file that ends within its header
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd44 0x1000 0x1100 0 100
truncate 30
END
gprof
