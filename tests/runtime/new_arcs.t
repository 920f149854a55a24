#!/bin/sh
# new_arcs.t - a signal comes at each instruction of an arc's first call, and nothing is lost
#
# Role:   keys are put into tables while signals may come (src/runtime/core/tables.c, put_at_once): the handler
#         makes the same call, or others that want the same entries, or jumps away
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

test "$(uname -m)" = x86_64 || skip_all 'new_arcs.c steps as x86-64 does'
test -z "$VALGRIND$VARIANT" || skip_all 'steps through code that a tool has changed'

# If the others leave no place for the arc, a larger table is made, with signals off: that cannot be
# stepped through. So the others are moved until they do.
for mode in again other jump; do
    for layout in 16 53 90 127 164 201; do
        rm -f gmon.out* stacks.gmon.out*
        prog new_arcs new_arcs.c -O1 -DLAYOUT=$layout
        timeout 120 ./new_arcs $mode >truth && break
    done
    is "$?" 0 "$mode: all children lived"
    read -r children fresh <truth
    ok "$mode: more than the fast path was stepped through ($children instructions)" test "$children" -gt 60
    gprof -s new_arcs gmon.out.*
    got=$(calls fresh new_arcs gmon.sum)
    if [ $mode = jump ]; then
        ok "$mode: each call is counted, but for those that were left ($got of $fresh)" \
            test "$got" -ge "$fresh" -a "$got" -le $((fresh + children))
    else
        is "$got" "$fresh" "$mode: each call is counted once"
    fi
    test $mode = again || is "$(calls other new_arcs gmon.sum)" $((20 * children)) "$mode: so are those of the handler"
done
done_testing
