# -y: each annotated source into a file of its own, here; its name is that of the source and -ann.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -A -y
show ls parse.c-ann table.c-ann
cp table.c-ann first-ann
show cat table.c-ann
show gprof -b -A --separate-files
show cmp table.c-ann first-ann
