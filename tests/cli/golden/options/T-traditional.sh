# -T: the layout of the first BSD gprof. The call graph comes first.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -T
same gprof -b --traditional
