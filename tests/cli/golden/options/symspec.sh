# A SYMSPEC names functions by name, by source file, by both, by file and line, or by line.
. "$SRCDIR/tests/cli/golden/options/program"
for spec in term parse.c :term parse.c:term parse.c:14 14; do
    echo "$spec"
    gprof -b "-p$spec" | sed '1,/name/d; s/.* /    /'
done
