# -N: do not count the time of these functions: find has no children's time from hash, and
# nobody above it has; the 100 percent are those of the other functions.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -q -N hash
same gprof -b -q --no-time=hash
