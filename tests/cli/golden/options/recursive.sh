# --recursive: a folder stands for all data files below it; others in it are passed over
. "$SRCDIR/tests/cli/golden/options/program"
mkdir -p runs/first runs/second
cp gmon.out runs/first/gmon.out.17
cp gmon.out runs/second/profile
echo 'no data' >runs/notes
show gprof --recursive -i a.out runs
show gprof --recursive -b -p a.out runs
