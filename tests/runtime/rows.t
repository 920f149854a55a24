#!/bin/sh
# rows.t - whose time it is: the program's, mcount's, of other code, or seen by nobody; and main's caller
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# Nearly all time of `calls` is counting; `callback` is called from libc; `blind` lets no sample in.
cat >work.c <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#define UNCOUNTED __attribute__((noinline, no_instrument_function))
UNCOUNTED static int used(int ms)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000 >= ms;
}
__attribute__((noinline)) void leaf(void) { __asm__ volatile(""); }
__attribute__((noinline)) void calls(void)
{
    while (!used(600))
        for (int i = 0; i < 1000000; i++)
            leaf();
}
__attribute__((noinline)) int callback(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
__attribute__((noinline)) void blind(void)
{
    unsigned long set = 1UL << (SIGPROF - 1);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, 8);
    while (!used(300))
        for (volatile int i = 0; i < 100000; i++)
            ;
}
int main(int argc, char **argv)
{
    char v[2] = {2, 1};
    qsort(v, 2, 1, callback);
    if (argc > 1 && strcmp(argv[1], "blind") == 0)
        blind();
    else
        calls();
    return 0;
}
END

# The first word of the line above the primary one of main in the call graph of ./work; -z shows main if
# no sample fell on what it calls, too.
above_main()
{
    "$READER" -b -q -z work gmon.out 2>/dev/null | awk '/^\[.* main \[[0-9]+\]$/ { print above } { above = $1 }'
}
readers=$GPROF
test ! -x /usr/bin/gprof || readers="$readers /usr/bin/gprof"
for kind in -no-pie '-pie -fPIE' '-static'; do
    # shellcheck disable=SC2086
    $CC -g -pg -O1 $kind work.c "$libgmon_a" -o work || bail 'cannot build work.c'
    rm -f gmon.out
    run ./work
    for READER in $readers; do
        all=$(sampled gmon.out)
        shown=$(hundredths total work)
        other=$(hundredths '<external>' work)
        ok "$kind, ${READER##*/}: all CPU time is in the file ($all)" test "$all" -ge 55 -a "$all" -le 70
        ok "what counted the calls is in no total ($shown)" test "$shown" -le $((all - 12))
        ok "and not under <external> ($other)" test "$other" -le 5
        test "$kind" = -static || # libc is in the program, and calls main by a name of its own
            is "$(above_main) $(arcs '<external>' callback work)" '<spontaneous> 1' \
                'main is spontaneous, a callback is not'
    done
    READER=$GPROF
    run gprof --top work
    like "$(tr -s '\n ' ' ' <"$out")" '0\.[1-9][0-9]* seconds in the profiler' 'gprof says how much it was'
done

# A program of another: main is found without symbols, too, and the runtime is in a library.
for kind in -no-pie '-pie -fPIE' '-pie -fPIE -Wl,--no-relax'; do
    # shellcheck disable=SC2086
    $CC -g -pg -O1 $kind work.c -o work || bail 'cannot build work.c'
    strip -o stripped work
    rm -f gmon.out* stacks.gmon.out*
    run env GMON_VERBOSE=1 LD_PRELOAD="$libgmon_so" ./stripped
    all=$(sampled gmon.out)
    own=$(sed -n 's/.* of these \([0-9]*\) in the profiler.*/\1/p' "$err" | tail -n 1)
    other=$(hundredths _start work)
    ok "LD_PRELOAD, $kind: what counted the calls is in no histogram ($own, $all)" \
        test "$own" -ge 12 -a $((own + all)) -ge 55 -a $((own + all)) -le 70
    is "$other" 0 'and none under _start'
    is "$(above_main) $(arcs _start callback work)" '<spontaneous> 1' 'main is spontaneous, a callback is not'
done

# Time that no sample can see is no library's.
$CC -g -pg -O1 work.c "$libgmon_a" -o work || bail 'cannot build work.c'
rm -f gmon.out* stacks.gmon.out*
./work blind
unseen=$(hundredths '<unseen>' work)
seen=$(hundredths blind work)
other=$(hundredths '<external>' work)
ok "what no sample saw is told ($unseen unseen, $seen seen, $other elsewhere)" \
    test $((unseen + seen)) -ge 25 -a "$other" -le 3
run gprof -b -p work
test "$unseen" -le 3 ||
    like "$(cat "$err")" '^gprof: warning: gmon.out: [0-9]+ % of the CPU time was not sampled' 'by gprof'
done_testing
