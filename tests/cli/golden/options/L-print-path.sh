# -L: source files with their folders, where names of files are shown.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -p --inline-file-names -L
same gprof -b -p --inline-file-names --print-path
