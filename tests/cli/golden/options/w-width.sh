# -w: columns of the index behind the call graph, which has three columns of names. 80 without it.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -qmain -w 50
same gprof -b -qmain --width=50
