# -A: labels of assembly and data in code are no functions, and their lines have no count; with -x they
# take that of the function before
{
    echo 'section .text 0x1000 0x100'
    perl "$SRCDIR/tests/lib/linetable.pl" <<'END'
0x1000 code.s:1 main
0x1040 code.s:3
0x1080 code.s:4
0x10a0 code.s:6
0x10c0 code.s:7
0x1100 end
END
    echo 'sym main  0x1000'
    echo 'sym label 0x1040 notype'
    echo 'sym work  0x1080'
    echo 'sym inner 0x1088 notype local'
    echo 'sym table 0x10a0 object'
    echo 'sym last  0x10c0'
} | "$TOOLS/mkimage" >a.out
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
arc 0x1008 0x1080 13
arc 0x1008 0x1044 5
arc 0x1008 0x10a0 2
END
for line in main: nop label: work: ret table: last:; do echo "$line"; done >code.s
gprof -b -A -I .
echo '== -x'
gprof -b -A -x -I .
