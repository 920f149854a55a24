# -s: add up data files into gmon.sum, which is a data file: here two runs, twice the time and calls.
. "$SRCDIR/tests/cli/golden/options/program"
cp gmon.out second.out
show gprof -s a.out gmon.out second.out
show gprof -i a.out gmon.sum
show gprof -b -p a.out gmon.sum
mv gmon.sum first.sum
show gprof --sum a.out gmon.out second.out
show cmp gmon.sum first.sum
