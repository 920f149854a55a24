# -p: the flat profile, and nothing else. Functions stand in the order of their own time.
# memcmp was sampled but has no calls: its calls are not counted. A name limits the table.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -p
same gprof -b --flat-profile
show gprof -b -phash -pfind
