# --null: a NUL ends each name in a list, so that any name is possible
. "$SRCDIR/tests/cli/golden/options/program"
printf 'gmon.out\0gmon.out\0' >list
show gprof -b -p --null --files-from=list a.out
same gprof -b -p a.out gmon.out gmon.out
