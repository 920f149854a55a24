# one sample of twenty outside all functions is worth a warning, one of forty is not
"$TOOLS/mkimage" >a.out <<'END2'
section .text 0x1000 0x100
sym main 0x1000
sym work 0x1080
END2
for inside in 19 39; do
    printf 'magic\nhist 0xf00 0x1100 128 100 seconds s\nbin 0 1\nbin 70 %s\narc 0x1004 0x1080 1\n' $inside |
        "$TOOLS/mkgmon" >gmon.out
    gprof -b -p a.out gmon.out
done
