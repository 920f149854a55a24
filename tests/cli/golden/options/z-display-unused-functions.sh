# -z: mention functions without time and calls, too. usage did not run, nor do we know of _start.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -p -z
same gprof -b -p --display-unused-functions
show gprof -C -z
