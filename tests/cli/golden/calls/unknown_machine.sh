# -c on a machine whose calls are not known: a warning, the report as without
"$TOOLS/mkimage" >a.out <<'END'
machine loongarch
section .text 0x1000 0x40
sym main 0x1000
sym b    0x1010
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
arc 0x1002 0x1010 1
END
gprof -b -q -c
