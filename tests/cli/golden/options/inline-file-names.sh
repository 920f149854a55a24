# --inline-file-names: each name with the file and the line where the function begins.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -p --inline-file-names
