# -J: with a name, annotated source without the counts of that function. Alone, no annotated source.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -Jfind -Jexpression -Jterm -Jpower -Jskip_blanks
same gprof -b --no-annotated-source=find -Jexpression -Jterm -Jpower -Jskip_blanks
show gprof -b
same gprof -b -A -J
same gprof -b -A --no-annotated-source
