#!/bin/sh
# table_order.t - arcs that are met late and often, and functions whose places in the table are one
#
# Role:   functions that lie 64 KB apart, called from one place, have one home in the table
#         (src/runtime/core/tables.c): what the last of them costs, and that all counts are exact
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# prog FUNCTION TIMES ALL: each of ALL functions once, then FUNCTION so many times
cat >order.c <<'END'
#include <stdlib.h>
#define F(n) __attribute__((noinline, aligned(65536))) void f##n(void) { __asm__ volatile("" ::"r"(n)); }
#define EACH(m) m(0) m(1) m(2) m(3) m(4) m(5) m(6) m(7) m(8) m(9)
EACH(F)
#define NAME(n) f##n,
static void (*const all[])(void) = { EACH(NAME) };
int main(int argc, char **argv)
{
    long which = atol(argv[1]), times = atol(argv[2]), n = atol(argv[argc - 1]);
    for (long i = 0; i < n + times; i++)
        all[i < n ? i : which]();
    return 0;
}
END
$CC -g -pg -O1 -no-pie order.c "$libgmon_a" -o prog || bail 'cannot build order.c'

for f in 0 4 9; do
    rm -f gmon.out
    ./prog $f 1000000 10
    is "$(calls f$f) $(calls f1) $(calls f8)" '1000001 1 1' "f$f: counts are exact"
done

# What valgrind counts for a call of the function, when so many were called before.
instructions()
{
    for times in 20000 120000; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null ./prog "$1" $times "$2" 2>&1 |
            sed -n 's/.*Collected : //p'
    done | awk '{ n[NR] = $1 } END { print int((n[2] - n[1]) / 100000 + 0.5) }'
}
if [ "$(uname -m)" = x86_64 ] && valgrind --version >/dev/null 2>&1; then
    first=$(instructions 0 1)
    ok "a call takes less than 35 instructions ($first)" test "$first" -lt 35
    is "$(instructions 3 4)" "$first" 'the fourth of one home takes as many, once it was seen to be called often'
    is "$(instructions 9 10)" "$first" 'and so does the tenth, which the home has no room for'
else
    skip 'instructions of calls' 'no valgrind, or another machine' 3
fi
done_testing
