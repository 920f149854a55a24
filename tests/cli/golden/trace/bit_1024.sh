# bit 1024: times flow from callees to callers
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 10
bin 3 30
bin 8 60
arc 0x1008 0x1040 4
arc 0x1050 0x1080 6
arc 0x1090 0x1040 3
arc 0x1090 0x1080 1
END
gprof -b -d1024 -q
