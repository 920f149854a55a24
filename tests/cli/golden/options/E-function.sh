# -E: as -e, and the function's time does not count, as with -N.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -q -E hash
same gprof -b -q -Qhash -Nhash
