#!/bin/sh
# short_threads.t - threads that end before the next tick of the clock have their time
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

prog prog many_threads.c -O1
plain preloaded many_threads.c -O1 -pg

# Each of 2,000 threads works for 0.6 ms, three quarters of it in heavy(), the rest in light(). Most
# have no sample: their time is shown as that of the others.
# The rest is what the kernel and the runtime take to make a thread, on a busy machine up to a fifth.
right()
{
    all=$(hundredths total $which) heavy=$(hundredths heavy $which) light=$(hundredths light $which)
    unseen=$(hundredths '<unseen>' $which)
    both=$((heavy + light))
    test $((both * 10)) -ge $((all * 7)) -a $((heavy * 100)) -ge $((both * 60)) -a $((heavy * 100)) -le $((both * 88)) \
        -a $((unseen * 20)) -le "$all"
}
for hz in 100 1000; do
    for which in prog preloaded; do
        case $which in
            preloaded) timed right run timeout 60 env GMON_HZ=$hz LD_PRELOAD="$libgmon_so" ./preloaded short 2000 600 ;;
            *) timed right run timeout 60 env GMON_HZ=$hz ./$which short 2000 600 ;;
        esac
        ok "$which, $hz Hz: of $all hundredths heavy() has $heavy, light() $light, unseen are $unseen" right
    done
done

# What is shown is what was used, and no sample is lost or shown twice.
agrees()
{
    used=$(($(cat "$out") / 10)) all=$(sampled gmon.out)
    told=$(sed -n 's/^gmon: gmon.out: \([0-9]*\) ticks.* \([0-9]*\) estimated for short threads and \([0-9]*\) unseen.*/\1 \2 \3/p' "$err")
    test "$told" = "$all ${told#* }" -a "${told##* }" = "$(hundredths '<unseen>')" -a "$all" -ge $((used - 3)) -a "$all" -le $((used * 13 / 10))
}
timed agrees run timeout 60 env GMON_VERBOSE=1 ./prog short 1000 600
ok "GMON_VERBOSE tells of all, estimated and unseen: $told; the file has $all, the program used $used" agrees

# Libraries' files have their share.
in_libraries()
{
    used=$(($(cat "$out") / 10)) own=$(sampled gmon.out) others=0
    for file in gmon.out.*; do
        others=$((others + $(sampled "$file")))
    done
    test $((own + others)) -ge $((used - 3)) -a $((own + others)) -le $((used * 13 / 10 + 3)) -a "$others" -ge $((own * 4))
}
timed in_libraries run timeout 60 env GMON_MODULES=1 LD_PRELOAD="$libgmon_so" ./preloaded library 800 600
ok "threads in memset(): of $used hundredths libraries have $others, the program $own" in_libraries

timed agrees run timeout 60 env GMON_VERBOSE=1 ./prog main 0 0
ok 'where there are no threads, one sample is estimated at most' test "$(echo "$told" | cut -d ' ' -f 2)" -le 1

# A thread that lets no sample in is not short: its time is not shown as that of others.
honest()
{
    all=$(hundredths total) heavy=$(hundredths heavy) light=$(hundredths light)
    unseen=$(hundredths '<unseen>')
    test "$unseen" -ge 22 -a $((heavy + light)) -ge 1
}
timed honest run timeout 60 ./prog main 200 600
ok "300 ms of main keep samples out: of $all hundredths $unseen are unseen, heavy() has $heavy, light() $light" honest
timed honest run timeout 60 ./prog thread 3 8000
ok "and 300 ms of a thread: of $all hundredths $unseen are unseen, heavy() has $heavy, light() $light" honest

# ---- shares -------------------------------------------------------------------------------------
# Arcs stay as they are; up to any entry the shares are what is due, but for less than one sample.
cat >share.c <<'END'
#include "runtime/core/short_threads.h"
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000, ARC = 100 };
static struct gm_arc before[N];
static int wrong(struct gm_arc_list *list, uint64_t samples)
{
    uint64_t all = 0, sum = 0, shares = 0;
    int bad = 0;
    for (size_t i = 0; i < list->count; i++)
        all += before[i].callee == GM_FIRST ? before[i].count : 0;
    bad += gm_share_out(list, samples) != (all != 0 ? samples : 0);
    for (size_t i = 0; i < list->count; i++) {
        const struct gm_arc *was = before + i, *is = list->arc + i;
        bad += is->site != was->site || is->callee != (was->callee == GM_FIRST ? GM_SAMPLE : was->callee);
        if (was->callee != GM_FIRST) {
            bad += is->count != was->count;
            continue;
        }
        sum += was->count;
        shares += is->count;
        bad += all != 0 ? samples * sum / all != shares : is->count != 0;
    }
    return bad;
}
int main(void)
{
    struct gm_arc_list *list = malloc(sizeof *list + N * sizeof list->arc[0]);
    int bad = 0;
    srand(1);
    for (int run = 0; run < 500; run++) {
        list->count = (size_t)rand() % N;
        for (size_t i = 0; i < list->count; i++) {
            uint64_t callee = rand() % 2 ? GM_FIRST : ARC;
            list->arc[i] = before[i] = (struct gm_arc){i, callee, (uint64_t)rand() % 4};
        }
        bad += wrong(list, (uint64_t)rand() % 2000);
    }
    printf("%d\n", bad);
    return 0;
}
END
$CC -I"$SRCDIR/src" -I"$SRCDIR/include" share.c "$SRCDIR/src/runtime/core/short_threads.c" -o share || bail 'cannot build share.c'
run ./share
is "$(cat "$out")" 0 'samples are shared out to the last one, each stretch of code getting its part'

# ---- no timers ----------------------------------------------------------------------------------
prog ways ways.c -O1
if command -v prlimit >/dev/null; then
    rm -f gmon.out
    run timeout 60 prlimit --sigpending=0 ./ways burn 200
    is "$status $(cat "$err")" '0 gmon: gmon.out: not every thread has a timer, so time is missing; raise the limit of pending signals (ulimit -i)' \
        'no pending signals are allowed: one line says what is missing'
    is "$(seconds '<external>' ways)" 0.00 'and it is not called the time of libraries'
    is "$(calls work ways)" 10 'calls are counted'
else
    skip 'a limit of pending signals' 'no prlimit'
fi
done_testing
