# -B: an old name of -q, without a list of functions.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -B
same gprof -b -q
