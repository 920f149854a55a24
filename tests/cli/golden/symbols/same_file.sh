# A file in a spec stands for all source files of that name, in whatever folders they lie
"$TOOLS/mkimage" >a.out <<END
section .text 0x1000 0x100
$(perl "$SRCDIR/tests/lib/linetable.pl" <<'END_LINES'
0x1000 main.c:3  main
0x1040 one/part.c:12 parse
0x1060 one/part.c:20 help
0x1080 two/part.c:7 work
0x10a0 two/part.c:20 help
0x10c0 end
END_LINES
)
sym main 0x1000
sym parse 0x1040
sym help 0x1060 local
sym work 0x1080
sym help 0x10a0 local
sym last 0x10c0
END
"$TOOLS/mkgmon" >gmon.out <<'END'
magic
hist 0x1000 0x1100 16 100 seconds s
bin 4 20 0 7 0 75 0 9
arc 0x1008 0x1040 2
arc 0x1048 0x1060 3
arc 0x1050 0x1080 10
arc 0x1088 0x10a0 4
END
for spec in part.c: part.c:help part.c:20 part.c:work part.c:parse; do
    echo "== -p$spec"
    gprof -b -p$spec
done
echo "== -Zpart.c -z"
gprof -b -Zpart.c -z
echo "== -k part.c:parse/part.c"
gprof -b -q -kpart.c:parse/part.c
