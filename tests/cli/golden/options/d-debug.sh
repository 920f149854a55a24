# -d: what each stage found and decided, in lines [function] text. 1024: times on their way up.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -q -d1024
same gprof -b -q --debug=1024
