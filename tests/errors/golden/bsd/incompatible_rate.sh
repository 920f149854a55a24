# two BSD files of different sampling rates
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd44 0x1000 0x1100 16 100
END
"$TOOLS/mkgmon" >run2 <<'END'
bsd44 0x1000 0x1100 16 1000
END
gprof a.out gmon.out run2
