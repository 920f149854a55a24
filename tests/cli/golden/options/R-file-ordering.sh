# -R: the same for object files; the map says, as nm --print-file-name does, what is in which.
. "$SRCDIR/tests/cli/golden/options/program"
cat >map <<'END'
main.o:00000000 T main
parse.o:00000000 T expression
parse.o:00000040 T term
table.o:00000000 T find
END
show gprof -R map
same gprof --file-ordering=map
