#!/bin/sh
# groups_of_sums.t - sums are associative to the byte: whatever is added up first, and in which order
#
# Random data files with arcs, several histograms, counts of basic blocks and call stacks; some sums
# outgrow the fields of a file. Each round adds up groups of groups of them, in a random order, and
# compares the result with the sum of all.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

: "${ROUNDS:=12}"
export ROUNDS

# data N - the files N.gmon and N.gmon.stacks; every third has no stacks, every fourth stacks alone
data()
{
    [ $(($1 % 4)) -ne 3 ] && "$TOOLS/mkgmon" -o "$1.gmon" <<END
magic
hist 0x1000 0x1100 64 100 seconds s
noise $1 50 65535
$([ $(($1 % 2)) -eq 0 ] && printf 'hist 0x1200 0x1300 64 100 seconds s\nnoise %d 30 3\n' "$1")
gen random 15 0x1000 16 arcs 30 seed $1 count $((1 + $1 * 300000000))
arc 0x1010 0x1020 4294967295
bb
block 0x1010 $1
block $((0x1020 + $1)) 7
END
    [ $(($1 % 3)) -ne 0 ] && "$TOOLS/mkgmon" -o "$1.gmon.stacks" <<END
stacks cpu $((4000000 + $1 % 2 * 6000000))
module program 00c0ffee /opt/prog$(($1 % 3))
module library - libc.so.$(($1 % 2))
random 20 $1 9 15
stacks wall 10000000
module program 00c0ffee /opt/prog
random 5 $1 4 15
END
}

printf 'section .text 0x1000 0x300\nfuncs 16 f 0x1000 16\nfuncs 16 g 0x1200 16\n' |
    "$TOOLS/mkimage" -o prog
i=0
while [ $i -lt 12 ]; do
    data $i
    i=$((i + 1))
done
mkdir in && mv ./*.gmon ./*.stacks in

ok 'all at once' gprof -s --output=all.sum --recursive prog in
perl -we '
    use List::Util qw(shuffle);

    # sum(FILES) - the names that hold the sum of all of them, by way of random groups
    my $n = 0;
    sub sum
    {
        my @files = shuffle @_;
        my @parts;
        push @parts, [ splice @files, 0, 1 + int rand @files ] while @files;
        my @of_parts = map { @parts > 1 && @$_ > 2 ? sum(@$_) : @$_ } @parts;
        my $out = "part." . $n++;
        my @words = ("gprof", "-s", "--jobs=" . (1 + int rand 3), "--output=$out", "prog", shuffle @of_parts);
        die "@words: failed\n" if system @words;
        return grep { -e } $out, "$out.stacks";
    }
    srand($ENV{SEED} // 1);
    for my $round (1 .. $ENV{ROUNDS}) {
        my @sum = sum(glob "in/*");
        for my $of (["", "all.sum"], [".stacks", "all.sum.stacks"]) {
            my ($part) = grep { /\d\Q$of->[0]\E$/ } @sum;
            die "round $round: @sum differ from all.sum\n" if system "cmp", $part, $of->[1];
        }
        unlink glob "part.*";
    }' >log 2>&1
status=$?
[ "$status" -eq 0 ] || diag "$(grep -v warning: log)"
is "$status" 0 "in $ROUNDS random orders and groupings"
done_testing
