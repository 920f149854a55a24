# -A: the source, with the calls before the first line of each function.
# Then the lines that ran most often. The program needs -g. A name limits the counts; files in
# which nothing was called, as main.c, are left out.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -A
same gprof -b --annotated-source
show gprof -b -Afind
