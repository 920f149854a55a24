# -v: the version.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -v
same gprof --version
