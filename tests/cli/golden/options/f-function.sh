# -f: an old name of -q with a function: only the entries of it and of all that it calls.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -q -f find
same gprof -b -qfind
