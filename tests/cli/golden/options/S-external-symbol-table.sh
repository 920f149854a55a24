# -S: symbols from a file that nm wrote, for an image that lost its own. memcmp is not in it:
# its time goes to the function before it. Addresses are those of the image.
. "$SRCDIR/tests/cli/golden/options/program"
cat >symbols <<'END'
0000000000001000 T main
0000000000001080 T expression
00000000000010c0 T term
0000000000001100 T power
0000000000001120 t skip_blanks
0000000000001140 T find
0000000000001180 t hash
00000000000011f0 T _fini
END
{
    echo 'symtab no'
    program | grep -v '^sym'
} | "$TOOLS/mkimage" >stripped
show gprof -b -p -S symbols stripped
same gprof -b -p --external-symbol-table=symbols stripped
