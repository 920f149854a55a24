#!/bin/sh
# compare_runs.t - a function of a real program that became slower by a tenth is found by --compare
#
# A program is run several times as it was, and, compiled again, with a tenth more work in one of its
# functions; one run of either at a time, so that what other programs do disturbs both. Where that
# is not enough, more runs are added, as a user would.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

cat >prog.c <<'END'
#include <stdint.h>
static volatile uint64_t result;
#ifdef LATER
/* not used before, so that all addresses are others */
__attribute__((noinline)) void helper(void) { result += 3; }
#endif
__attribute__((noinline)) void mix(uint64_t n)
{
    uint64_t x = result | 1;
    while (n-- > 0)
        x = x * 6364136223846793005u + 1;
    result += x;
}
__attribute__((noinline)) void shift(uint64_t n)
{
    uint64_t x = result | 1;
    while (n-- > 0)
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    result += x;
}
int main(void)
{
    for (int i = 0; i < 600; i++) {
#ifdef LATER
        helper();
#endif
        mix(MIX);
        shift(500000);
    }
    return 0;
}
END

# A loop that begins elsewhere in a line of the cache may take longer by a tenth, too.
build()
{
    $CC -O1 -g -pg -falign-loops=64 "$@" prog.c "$libgmon_a" || bail 'the program does not compile'
}

one_run()
{
    GMON_HZ=250 GMON_OUT_PREFIX=$2/gmon timeout 200 "./$1"
}

# measure: five more runs of each
measure()
{
    for i in 1 2 3 4 5; do
        one_run before base &
        one_run after now || bail 'the program does not run'
        wait "$!" || bail 'the program does not run'
    done
}

build -DMIX=2500000 -o before
build -DMIX=2750000 -DLATER -o after
mkdir base now

found()
{
    for try in 1 2 3; do
        measure
        run gprof -b --compare=base --compare-image=before --fail-on=self:1%:mix after now/gmon.*
        test "$status" = 3 && grep -q 'slower .* mix$' "$out" && return 0
        diag "try $try: status $status" "$(cat "$out")"
    done
    return 1
}
ok 'a function that is slower by a tenth is found, and fails' found
run gprof -b --compare=base --compare-image=before --fail-on=self:1%:mix after now/gmon.*
like "$(cat "$err")" '^gprof: self:1%:mix: mix: ' 'with its line'
like "$(cat "$out")" '^ +- .* new +600  helper$' 'a new function'

# runs of one program, every other one of them the base
equal()
{
    for try in 1 2 3; do
        rm -rf one other
        mkdir one other
        set -- one other
        for file in base/gmon.*; do
            cp "$file" "$1"
            set -- "$2" "$1"
        done
        run gprof -b --compare=one --fail-on=self:0% --fail-on=total:0% before other/gmon.*
        test "$status" = 0 && return 0
        diag "try $try: $(cat "$out")"
        measure
    done
    return 1
}
ok 'runs of one program have no verdict' equal
done_testing
