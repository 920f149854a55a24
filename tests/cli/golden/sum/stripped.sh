# sums need no symbols: a stripped image will do (GNU gprof refuses it)
"$TOOLS/mkimage" >a.out <<'END'
symtab no
section .text 0x1000 0x100
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
bin 4 20
bin 8 75
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
END
gprof -s a.out gmon.out gmon.out && "$TOOLS/gmondump" gmon.sum
