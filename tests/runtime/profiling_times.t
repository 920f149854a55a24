#!/bin/sh
# profiling_times.t - what functions take without -pg lies between their `self' and `self_high'
#
# The truth is the CPU time of each phase in a program without -pg. Twice the error bars of the
# samples are allowed, and a twentieth for a machine whose speed changes from run to run.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
unset GMON_STACKS GMON_STACK_DEPTH GMON_STACK_NODES

# A line `FUNCTION SELF SELF_HIGH BAR' in seconds, for each function of the program.
limits()
{
    # shellcheck disable=SC2016
    perl -MJSON::PP -e '
        my $d = decode_json(do { local $/; <STDIN> });
        for my $f (@{ $d->{functions} }) {
            my $n = $f->{samples} || 0;
            my $bar = 2 * ($n > 4 ? sqrt($n) : 2) * ($n ? $f->{self} / $n : 0.01e9);
            printf "%s %.4f %.4f %.4f\n", $f->{name}, $f->{self} / 1e9, $f->{self_high} / 1e9, $bar / 1e9;
        }'
}
# The limits of a phase: the sum of its functions. FUNCTION...
phase()
{
    awk -v names=" $* " 'index(names, " " $1 " ") { low += $2; high += $3; bar += $4 ^ 2 }
        END { printf "%.3f %.3f %.3f\n", low, high, sqrt(bar) }' limits
}
is_inside() # LOW HIGH BAR TRUTH
{
    awk -v l="$1" -v h="$2" -v b="$3" -v t="$4" \
        'BEGIN { exit !(t > 0 && h > 0 && t >= 0.95 * l - 2 * b && t <= 1.05 * h + 2 * b) }'
}
is_narrow() # LOW HIGH BAR
{
    awk -v l="$1" -v h="$2" -v b="$3" 'BEGIN { exit !(l > 0 && h - l <= 0.02 * l + b / 2) }'
}
truth_of()
{
    awk -v phase="$1" '$1 == phase { print $2 }' truth
}
functions_of()
{
    case $1 in
        hot | cold | rare) echo "$1 $1_leaf" ;;
        *) echo "$1" ;;
    esac
}
is_true()
{
    for p in hot cold rare never; do
        # shellcheck disable=SC2046
        is_inside $(phase $(functions_of $p)) "$(truth_of $p)" || return 1
    done
}
# FORM PROGRAM THREADS, and 1 with call stacks, 0 without
try()
{
    form=$1 program=$2 threads=$3 stacks=$4
    for again in 1 2 3 4 5; do
        rm -f gmon.out stacks.gmon.out
        timeout 60 ./plain "$threads" 1500 >truth
        timeout 60 env GMON_STACKS="$stacks" GMON_HZ=1000 ./"$program" "$threads" 1500 >/dev/null 2>&1
        "$GPROF" --export=json "$program" gmon.out 2>/dev/null | limits >limits
        is_true && break
    done
    for p in hot cold rare never; do
        # shellcheck disable=SC2046
        set -- $(phase $(functions_of $p)) "$(truth_of $p)"
        ok "$form: $p takes $4 s, between $1 and $2 ± $3" is_inside "$@"
    done
    for p in rare never; do
        # shellcheck disable=SC2046
        set -- $(phase $(functions_of $p))
        ok "$form: $p calls little, so its limits are near: $1 to $2" is_narrow "$@"
    done
}

plain plain profiling_truth.c -O2
prog counted profiling_truth.c -O2
try '-pg' counted 1 1
try '-pg, threads' counted 2 1
try '-pg, no stacks' counted 1 0
if compiles "$CC" -pg -mfentry; then
    prog fentry profiling_truth.c -O2 -mfentry
    try '-mfentry' fentry 1 1
else
    skip 'functions that begin with __fentry__' "$CC has no -mfentry"
fi
done_testing
