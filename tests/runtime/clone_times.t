#!/bin/sh
# clone_times.t - what compilers make of functions has its time under their names, with OpenMP, too
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
unset GMON_STACKS GMON_STACK_DEPTH GMON_STACK_NODES

compiles "$CC" -fopenmp || skip_all 'no OpenMP'
prog prog clone_times.c -O2 -fopenmp
for clone in heavy.constprop rows.isra loop._omp_fn; do
    case $(nm prog) in *" $clone"*) clones="$clones $clone" ;; esac
done

share() # FUNCTION: percent of the time, with what it called
{
    awk -F, -v name="$1" '$1 == "total" { total = $12 } $1 == "function" && $3 == name { time = $13 }
        END { print 100 * time / total }' rows.csv
}
near() # FUNCTION: as the program says, but for threads of OpenMP that wait for each other
{
    awk -v m="$(share "$1")" -v t="$(awk -v name="$1" '$1 == name { print $2 }' truth)" \
        'BEGIN { d = m - t; exit !(d * d <= 9 ^ 2) }'
}

for try in 1 2 3 4 5; do
    run timeout 60 env OMP_WAIT_POLICY=passive GMON_HZ=1000 ./prog 2
    cp "$out" truth
    run "$GPROF" --export=csv prog gmon.out stacks.gmon.out
    cp "$out" rows.csv
    near loop && near heavy && near rows && break
done
for function in loop heavy rows; do
    ok "$function: $(share $function) %" near $function
done
is "$(awk -F, '$1 == "function" && $3 ~ /^(loop|heavy|rows)$/ { print $3, $8 }' rows.csv | sort)" \
    "$(awk '{ print $1, $3 }' truth | sort)" 'calls are those of the function, not those of its loop in threads'
unlike "$(cat rows.csv)" 'function,[0-9]*,frame_dummy' "none of it is that of the code in front of$clones"
unlike "$(cat rows.csv)" 'function,[0-9]*,tiny' 'what is inlined has no row of its own'
done_testing
