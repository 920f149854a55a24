# -F: as -f, and only the time of that function and what it calls counts, as with -n.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -q -F find
same gprof -b -qfind -nfind
