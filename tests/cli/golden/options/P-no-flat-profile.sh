# -P: with a name, a flat profile without that function: its time is no part of the whole, either.
# Alone, no flat profile: the call graph stays.
. "$SRCDIR/tests/cli/golden/options/program"
show gprof -b -Phash
same gprof -b --no-flat-profile=hash
show gprof -b -q
same gprof -b -P
same gprof -b --no-flat-profile
