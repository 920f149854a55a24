# -s -O bsd with two ranges, one of them empty: a BSD file holds one
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
bsd 0x1000 0x1100 16
END
"$TOOLS/mkgmon" >run2 <<'END'
bsd 0x1200 0x1200 0
arc 0x1008 0x1040 1
END
gprof -s -O bsd a.out gmon.out run2
