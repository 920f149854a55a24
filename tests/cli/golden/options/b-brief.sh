# -b: no explanations of the tables. Without it each table is followed by what its columns mean.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -p
same gprof --brief -p
show gprof -p
