# -O: the format of the data files. The same profile in the formats of BSD gives the same report;
# without -O they are recognised.
. "$SRCDIR/tests/cli/golden/options/program"
profile | sed 's/^magic$//; s/^hist/bsd44/; s/ seconds s$//' | "$TOOLS/mkgmon" >bsd44.out
profile | sed 's/^magic$//; s/^hist/bsd/; s/ 100 seconds s$//' | "$TOOLS/mkgmon" >bsd.out
show gprof -b -p -O magic
same gprof -b -p --file-format=magic
same gprof -b -p -O 4.4bsd a.out bsd44.out
same gprof -b -p -O bsd a.out bsd.out
same gprof -b -p -O auto a.out bsd.out
