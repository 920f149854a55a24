# --keep-going: what is broken or missing is left out, and the status is 1
. "$SRCDIR/tests/cli/golden/options/program"
head -c 100 gmon.out >cut.out
show gprof -b -p --keep-going a.out gmon.out cut.out missing.out
echo "status $?"
