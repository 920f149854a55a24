# -c: calls that are in the machine code but were not made in this run. main can call usage: 0/0.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -qmain -c
same gprof -b -qmain --static-call-graph
