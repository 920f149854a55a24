# -x, several files: a line above the first count of its file repeats no count of the file before
# The debug sections say: /src/demo.c and /src/part.c, two functions begin in each; parse, which begins on line 2
# of part.c, has code on line 1, too.
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000
section .debug_info 0 114 hex 6e00000004000000000008010000000000100000000000000001000064656d6f2e63002f73726300026d61696e000010000000000000400000000270617273650040100000000000004000000002776f726b0080100000000000004000000002646f6e6500c0100000000000004000000000
section .debug_line 0 91 hex 57000000040028000000010101fb0e0d0001010101000000010000010064656d6f2e6300000000706172742e630000000000000902001000000000000003010102400402010204037f01023c030201024004010301010240000101
sym main  0x1000
sym parse 0x1040 local
sym work  0x1080
sym last  0x10c0
sym end   0x1100
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
arc 0x1088 0x10c0 3
END
printf '\nint main(void) { }\n\nint last(void) { }\n' >demo.c
printf 'int x;\nint parse(void) { }\nint work(void) { }\n' >part.c
gprof -b -l -A -x -I .
