# --jobs: the number of threads that read data files; the result does not depend on it
. "$SRCDIR/tests/cli/golden/options/program"
cp gmon.out second.out
show gprof -b -p --jobs=1 a.out gmon.out second.out
same gprof -b -p --jobs=2 a.out gmon.out second.out
