#!/bin/sh
# stack_waits.t - GMON_CLOCK=wall: the stacks of threads that wait
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
test -z "$VALGRIND" || skip_all 'other timers'
unset GMON_STACKS GMON_STACK_DEPTH GMON_STACK_NODES

# Ticks of stacks with these functions one below the other.
through()
{
    awk -v path="$1" '$1 == "stack" && index(";" $2 ";", ";" path ";") { n += $4 } END { print n + 0 }' text
}
of()
{
    awk -v word="$1" '$1 == "tree" { for (i = 2; i < NF; i++) if ($i == word) print $(i + 1) }' text
}
enough()
{
    stack_lines >text || diag "$(cat text)"
    test "$(through 'main;naps')" -ge 40 -a "$(through 'main;asks')" -ge 40 -a "$(through 'other;locks')" -ge 90 \
        -a "$(through 'main;work')" -ge 15
}

for flags in '-O1' '-O2 -static' '-O2 -mfentry -pie -fPIE'; do
    # shellcheck disable=SC2086
    prog prog stack_waits.c $flags
    timed enough run timeout 60 env GMON_CLOCK=wall GMON_VERBOSE=1 ./prog
    is "$status" 0 "$flags: the program ends as it should"
    ok "where main and the thread wait, and work ($(through 'main;naps') $(through 'main;asks') $(through \
        'other;locks') $(through 'main;work'))" enough
    is "$(awk '$1 == "tree" { print $2 }' text)" wall 'the clock is said'
    said=$(sed -n 's/^gmon: stacks.gmon.out: \([0-9]*\) samples.*/\1/p' "$err" | tail -n 1)
    is "$(of signals)" "$said" 'as many samples in the nodes as were taken'
    is $(($(of ticks) + $(of missing))) \
        "$("$TOOLS/gmondump" gmon.out | awk '$1 == "bin" { for (i = 3; i <= NF; i++) n += $i } END { print n + 0 }')" \
        'ticks and missing ones are those that were due'
done
done_testing
