# --files-from: data files that a list names, one on each line
. "$SRCDIR/tests/cli/golden/options/program"
cp gmon.out 'second run'
printf 'gmon.out\nsecond run\n' >list
show cat list
show gprof -b -p --files-from=list a.out
same gprof -b -p a.out gmon.out 'second run'
