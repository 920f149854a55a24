# what gmon.sum holds: one histogram, arcs by address, raw call sites, zeros in the spare bytes
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic spare ffffffffffffffffffffffff
arc 0x1050 0x1080 10
arc 0x1008 0x1040 2
arc 0x1008 0x1040 3
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
END
gprof -s
"$TOOLS/gmondump" gmon.sum
