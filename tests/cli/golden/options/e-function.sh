# -e: an old name of -Q with a function, that does not ask for a call graph by itself.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -q -e find
same gprof -b -q -Qfind
