# what was sampled need not be seconds: the header shows name and letter
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 1000 misses m
bin 0 50
bin 4 50
arc 0x1008 0x1040 7
END
gprof -b -p
