# -m: smaller counts are #####, as if the line had not run.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -Aexpression -Aterm -Apower -m 1000
same gprof -b -Aexpression -Aterm -Apower --min-count=1000
