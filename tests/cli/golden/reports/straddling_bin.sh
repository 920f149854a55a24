# a bin over two functions is split by bytes: a quarter of it is parse
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1030
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 4 100 seconds s
bin 0 100
END
gprof -b -p
