# @FILE: the words of the file take its place on the command line; quotes keep blanks in words.
. "$SRCDIR/tests/cli/golden/options/program"
printf '%s\n' -b '-phash "-pfind"' >words
show gprof -b -phash -pfind
same gprof @words
