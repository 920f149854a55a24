# -a: no static functions. The function before each in memory gets its time and calls:
# find has the 0.40 seconds of hash, power those of skip_blanks; so calls of power are too many.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -p -a
same gprof -b -p --no-static
