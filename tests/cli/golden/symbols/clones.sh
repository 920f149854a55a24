# local names of compiler clones: numbered ones are functions, .part and .cold are not
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
strtab plain
sym main      0x1000
sym f.part.0  0x1020 local
sym g.cold    0x1040 local
sym h.constprop.0 0x1060 local
strtab plain2
sym i$j       0x1080 local
sym last      0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 1
bin 2 2
bin 4 4
bin 6 8
bin 8 16
END
gprof -b -p
