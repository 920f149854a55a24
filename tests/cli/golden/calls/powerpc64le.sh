# -c on 64-bit PowerPC: calls enter behind the two instructions that set up r2
"$TOOLS/mkimage" >a.out <<'END'
machine ppc64
section .text 0x1000 0x40 hex 00000060150000480d00004820004e8000004c3c000042382000804e0000006000004c3c0000423820004e80
sym main  0x1000
sym f     0x1010
sym g     0x1020
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1040 16 100 seconds s
arc 0x1002 0x1020 1
END
gprof -b -q -c -z
