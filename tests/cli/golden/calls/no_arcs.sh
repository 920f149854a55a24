# -c without arcs in the data changes nothing: the graph is not there
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x40 hex e80b000000e816000000
sym main 0x1000
sym b    0x1010
sym c    0x1020
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
bin 4 30
END
gprof -b -c
