# -c: a call counts when it and its target are within histograms; without one none does
"$TOOLS/mkimage" >a.out <<'END'
section .text 0x1000 0x80 hex e80b000000e816000000e82100000090e81b000000
sym main 0x1000
sym b    0x1010
sym c    0x1020
sym d    0x1030
END
for ranges in 'hist 0x1000 0x1010 8 100 seconds s' 'hist 0x1006 0x1040 29 100 seconds s' \
    'hist 0x1000 0x1006 3 100 seconds s' 'hist 0x1000 0x1030 24 100 seconds s' \
    'hist 0x1020 0x1030 8 100 seconds s;hist 0x1000 0x1010 8 100 seconds s'; do
    {
        echo magic
        echo "$ranges" | tr ';' '\n'
        echo 'arc 0x1002 0x1030 0'
    } | "$TOOLS/mkgmon" >gmon.out
    echo "$ranges"
    gprof -b -q -c -z
done
