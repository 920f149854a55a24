# -I: where to look for source files that are not where the compiler found them.
. "$SRCDIR/tests/cli/golden/options/program"
mkdir moved
mv src/*.c moved
show gprof -b -Afind -I nowhere:moved
same gprof -b -Afind --directory-path=nowhere:moved
