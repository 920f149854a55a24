# -Z: with a name, execution counts without that function. Alone, none.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -Zterm
same gprof --no-exec-counts=term
show gprof -b
same gprof -b -C -Z
same gprof -b -C --no-exec-counts
