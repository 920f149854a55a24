# -k FROM/TO: leave out these arcs. Without the calls by main all time of find belongs to term.
# An empty side stands for any function: /power drops all calls of power, those by itself too.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -qfind -k main/find
show gprof -b -qpower -k /power
