# Source files in other folders than the compiler's have its folder in front, too, unless their own
# is absolute; files of its own folder have it once. It may have been mapped to nothing.
lines()
{
    perl "$SRCDIR/tests/lib/linetable.pl" <<END
folder $1
0x1000 demo.c:3  main
0x1010 ../sub/demo.c:5
0x1020 demo.c:4
0x1040 ../sub/demo.c:12 parse
0x1080 /gone/lib/work.c:7 work
0x10c0 end
END
}
mkdir made sub
printf '\n\n\n\n\n\n\n\n\n\n\nint parse(void)\n' >sub/demo.c
cd made
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 1 5
bin 4 20
bin 8 75
arc 0x1008 0x1040 2
arc 0x1050 0x1080 10
END
for folder in "$PWD" ../made . ''; do
    {
        echo 'section .text 0x1000 0x100'
        lines "$folder"
        printf 'sym %s %s\n' main 0x1000 parse 0x1040 work 0x1080 last 0x10c0
    } | "$TOOLS/mkimage" >a.out
    echo "== compiled in $(printf %s "$folder" | sed "s,$PWD,WHERE,")"
    gprof -b -l -p -L | sed "s,$PWD,WHERE,"
    gprof -b -C -z | sed "s,$PWD,WHERE,"
    gprof -b -Aparse | sed "s,$PWD,WHERE,; /demo.c:/,/^ *2 ->/!d"
done
