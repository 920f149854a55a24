#!/bin/sh
# short_threads.t - threads that end before the next tick of the clock have their time
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

prog prog many_threads.c -O1
plain preloaded many_threads.c -O1 -pg

# Each of 2,000 threads works for 0.6 ms, three quarters of it in heavy(), the rest in light(). What
# no timer saw is called so; of the rest nearly all is theirs. With LD_PRELOAD the program has no
# name for what was not seen: _start stands for that, too.
right()
{
    all=$(hundredths total $which) heavy=$(hundredths heavy $which) light=$(hundredths light $which)
    unseen=$(hundredths '<unseen>' $which)
    both=$((heavy + light))
    test "$which" = preloaded && unseen=$((all - both < all * 2 / 5 ? all - both : 0))
    test $((both * 100)) -ge $(((all - unseen) * 85)) -a $((both * 2)) -ge "$all" -a \
        $((heavy * 100)) -ge $((both * 60)) -a $((heavy * 100)) -le $((both * 88)) -a $((unseen * 100)) -le $((all * 40))
}
for hz in 100 1000; do
    for which in prog preloaded; do
        case $which in
            preloaded) timed right run timeout 60 env GMON_HZ=$hz GMON_MODULES=0 LD_PRELOAD="$libgmon_so" ./preloaded short 2000 600 ;;
            *) timed right run timeout 60 env GMON_HZ=$hz ./$which short 2000 600 ;;
        esac
        ok "$which, $hz Hz: of $all hundredths heavy() has $heavy, light() $light, unseen are $unseen at most" right
    done
done

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
