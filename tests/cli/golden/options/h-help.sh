# -h: the options.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -h
same gprof --help
