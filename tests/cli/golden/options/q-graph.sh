# -q: the call graph and its index. expression and term call each other: see the entry of the
# cycle, [2]. power calls itself: 600+2400. With a name: its entry and those of all that it calls.
# With an arc: no other arcs.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -q
same gprof -b --graph
show gprof -b -qfind
show gprof -b -qterm/find
