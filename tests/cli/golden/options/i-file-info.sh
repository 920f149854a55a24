# -i: how many records of each kind a data file holds; no report.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -i
same gprof --file-info
