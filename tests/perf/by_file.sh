#!/bin/sh
# by_file.sh - what --by-file costs beside -s: 10,000 data files of 400 KB
#
# Use: by_file.sh [DIR]     makes and keeps 8 GB of files in DIR, default build/perf/by_file
# Prints processor seconds (user and system) and KiB of both, the least of three runs, of two kinds of
# files: `real', 10,000 samples in the bins of some 600 of 15,000 functions, as programs have them;
# and `dense', a sample or more in every tenth bin at random, so that nearly every function is in every
# file, which no program comes near to.
#
# SPDX-License-Identifier: GPL-3.0-or-later
top=$(cd "$(dirname "$0")/../.." && pwd)
: "${BUILD:=$top/build}"
gprof=${GPROF:-$BUILD/gprof} tools=${TOOLS:-$BUILD/tools} dir=${1:-$BUILD/perf/by_file}
mkdir -p "$dir/real" "$dir/dense" && cd "$dir" || exit 1

printf 'section .text 0x400000 1040000\nfuncs 20000 f 0x400000 52\n' | "$tools/mkimage" -o image
head='magic\nhist 0x400000 0x4c3500 200000 100 seconds s\n'
tail='gen zipf 20000 0x400000 52 arcs 200 seed 1\n'
for i in 0 1 2 3 4 5 6 7; do
    printf "${head}noise $i 10 20\n$tail" | "$tools/mkgmon" -o dense.$i
    {
        printf "$head"
        perl -e 'srand(shift); my %b;
            for (1 .. 10000) { my $f = (int(exp(rand() * log(600))) * 7919) % 15000; $b{$f * 13 + int(rand(13))}++ }
            print "bin $_ $b{$_}\n" for sort { $a <=> $b } keys %b' $i
        printf "$tail"
    } | "$tools/mkgmon" -o real.$i
done
for kind in real dense; do
    [ -e $kind/gmon.out.9999 ] ||
        perl -e 'my $k = shift; print map { "$k." . $_ % 8 . " $k/gmon.out.$_\n" } 0 .. 9999' $kind | xargs -n 2 cp
done

cost()
{
    for _ in 1 2 3; do
        "$tools/measure" "$gprof" "$@" | tail -n 1
    done | awk '{ t = $2 + $3; if (NR == 1 || t < least) least = t; if ($4 > most) most = $4 }
        END { printf "%.2f s %6d KiB", least, most }'
}

for kind in real dense; do
    for jobs in 1 2; do
        printf '%-6s %d thread(s)   -s: %s   --by-file: %s\n' $kind $jobs \
            "$(cost -s --output=sum --jobs=$jobs image --recursive $kind)" \
            "$(cost --by-file --jobs=$jobs image --recursive $kind)"
    done
done
