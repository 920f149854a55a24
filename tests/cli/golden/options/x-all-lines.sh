# -x: with -l, a line without a count of its own has that of the line above in the same function.
# Basic blocks were counted here: the loop of hash ran 4600 times.
. "$SRCDIR/tests/cli/golden/options/program"
{
    profile
    echo 'bb'
    echo 'block 0x1190 5520'
} | "$TOOLS/mkgmon" >gmon.out
show gprof -b -l -Ahash
show gprof -b -l -Ahash -x
same gprof -b -l -Ahash --all-lines
