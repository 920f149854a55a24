# -C: how often each function ran, a line a function, in the order of the sources.
# A call by itself is not counted: power ran 3000 times, but was called 600 times.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -C
same gprof --exec-counts
show gprof -Cterm -Chash
