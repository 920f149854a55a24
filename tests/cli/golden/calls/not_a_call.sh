# -c: the byte e8 inside another instruction is no call
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x40 hex 48b8e809000000000000c3
sym main 0x1000
sym b    0x1010
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
arc 0x1010 0x1010 1
END
gprof -b -q -c -z
