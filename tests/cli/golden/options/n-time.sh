# -n: count only the time of these functions and what they call; it is the 100 percent.
# Nothing of it reaches their callers: compare main and term with what they get without -n.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -q -n find
same gprof -b -q --time=find
