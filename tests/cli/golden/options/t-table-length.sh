# -t: how many lines the table of those that ran most often has; 10 without it.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -Aexpression -Aterm -Apower -Askip_blanks -t 2
same gprof -b -Aexpression -Aterm -Apower -Askip_blanks --table-length=2
