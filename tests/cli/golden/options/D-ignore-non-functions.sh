# -D: no local symbols that are not functions. Here loop is a label in the middle of hash,
# from an assembler file, say: without -D it takes a part of the time of hash.
. "$SRCDIR/tests/cli/golden/options/program"
{
    program
    echo 'sym loop 0x1190 local notype'
} | "$TOOLS/mkimage" >a.out
show gprof -b -p
show gprof -b -p -D
same gprof -b -p --ignore-non-functions
