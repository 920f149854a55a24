# bit 256: calls in the code, and what becomes of them
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x80 hex e80b000000e816000000e822000000ffd090e81b000000
sym main 0x1000
sym b    0x1010
sym c    0x1020
sym d    0x1030
sym e    0x1040
sym f    0x1050
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1080 32 100 seconds s
bin 4 30
bin 8 20
arc 0x1002 0x1050 0
arc 0x1002 0x1040 0
arc 0x1002 0x1020 3
END
gprof -b -d256 -c -q
