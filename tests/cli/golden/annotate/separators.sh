# -A among other reports, and several files: the one seen last comes first
# The debug sections say: /src/demo.c and /src/part.c, two functions begin in each.
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x100
section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000
section .debug_info 0 114 hex 6e00000004000000000008010000000000100000000000000001000064656d6f2e63002f73726300026d61696e000010000000000000400000000270617273650040100000000000004000000002776f726b0080100000000000004000000002646f6e6500c0100000000000004000000000
section .debug_line 0 88 hex 54000000040028000000010101fb0e0d0001010101000000010000010064656d6f2e6300000000706172742e630000000000000902001000000000000003010102400402037f010240030201024004010301010240000101
sym main  0x1000
sym parse 0x1040 local
sym work  0x1080
sym last  0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 0 5
bin 4 20
bin 8 75
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
arc 0x1088 0x1080 3
END
printf 'int x;\nint main(void) { }\n\nint last(void) { }\n' >demo.c
printf 'int parse(void)\n{\nint work(void) { }' >part.c
"$TOOLS/mkgmon" >more.out <<'END'
magic
arc 0x1008 0x10c0 4
END
gprof -b -p -A -I . a.out gmon.out more.out
echo "== -T"
gprof -b -T -p -q -A -I . a.out gmon.out more.out | grep -n -e "$(printf '\f')" -e '^\*'
echo "== -i"
gprof -i -A -I . a.out gmon.out more.out | grep -n -e "$(printf '\f')" -e '^\*' -e '^File'
