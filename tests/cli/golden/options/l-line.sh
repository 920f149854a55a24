# -l: time by source line. Calls are those of whole functions, at their first lines.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -p -l
same gprof -b -p --line
