# -Q: with a name, a call graph without the entry of that function: its number is (n), not [n];
# it still stands in the entries of its callers and callees. With an arc, the graph without it.
# Alone, no call graph.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -Qfind
same gprof -b --no-graph=find
show gprof -b -q -k main/find
same gprof -b -Qmain/find
show gprof -b -p
same gprof -b -Q
same gprof -b --no-graph
