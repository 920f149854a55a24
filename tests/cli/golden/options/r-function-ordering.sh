# -r: an order in which callers and callees of the most frequent calls lie side by side.
# Functions that were not called come last.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -r
same gprof --function-ordering
