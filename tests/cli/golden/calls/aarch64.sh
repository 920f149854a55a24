# -c on another machine: bl forwards and backwards
"$TOOLS/mkimage" >a.out <<'END'
machine aarch64
section .text 0x1000 0x40 hex 0400009403000014c0035fd600000000fcffff97
sym main 0x1000
sym b    0x1010
sym c    0x1020
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
arc 0x1002 0x1020 1
END
gprof -b -q -c -z
