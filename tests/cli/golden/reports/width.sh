# -w sets the width of the index in columns, not that of the tables
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym f1 0x1088
sym f2 0x1090
sym f3 0x1098
sym f4 0x10a0
sym f5 0x10a8
sym f6 0x10b0
sym f7 0x10b8
sym f8 0x10c0
sym f9 0x10c8
sym last  0x10f0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
bin 4 20
fill 8 14 2
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
END
for width in 20 80 132 0 junk; do
    echo "width $width"
    gprof -b -q -w $width | sed '1,/^Index/d'
done
gprof -b -q --width=40 | sed '1,/^Index/d'
