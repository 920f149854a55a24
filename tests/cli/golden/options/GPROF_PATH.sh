# GPROF_PATH: where to look for source files, after the folders of -I.
. "$SRCDIR/tests/cli/golden/options/program"
mkdir moved other
mv src/*.c moved
show env GPROF_PATH=nowhere:moved gprof -b -Afind
tr a-z A-Z <moved/table.c >other/table.c
show env GPROF_PATH=nowhere:moved gprof -b -Afind -t0 -I other
