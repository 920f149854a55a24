# -l and specs: a function that is named, here by its line, stands for its code up to its next line that is named
# The debug sections say: parse begins on line 2 of /src/part.c; its code goes on with lines 1, 2 and 1.
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000
section .debug_info 0 114 hex 6e00000004000000000008010000000000100000000000000001000064656d6f2e63002f73726300026d61696e000010000000000000400000000270617273650040100000000000004000000002776f726b0080100000000000004000000002646f6e6500c0100000000000004000000000
section .debug_line 0 101 hex 61000000040028000000010101fb0e0d0001010101000000010000010064656d6f2e6300000000706172742e630000000000000902001000000000000003010102400402010204037f0102040301010204037f010234030201024004010301010240000101
sym main  0x1000
sym parse 0x1040
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 64 100 seconds s
bin 16 1 2 3 4
bin 32 5
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
bb
block 0x1040 11
block 0x1044 12
block 0x1048 13
block 0x104c 14
block 0x1080 15
END
for spec in part.c:2 part.c:1 parse part.c; do
    echo "== $spec"
    gprof -b -l -C$spec
    gprof -b -l -p -P$spec | sed 1,5d
done
"$TOOLS/mkgmon" >arcs <<'END'
magic
hist 0x1000 0x1100 64 100 seconds s
bin 32 5
arc 0x1008 0x1040 2
arc 0x1044 0x1080 4
END
echo "== -k part.c:2/"
gprof -b -l -q -k part.c:2/ a.out arcs | sed -n '/^index/,/^\f/p'
