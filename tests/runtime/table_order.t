#!/bin/sh
# table_order.t - functions whose places in the table of arcs are one, and regular code
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

# What valgrind counts for a call of the function, when so many were called before: no walks of stacks.
instructions()
{
    for times in 20000 120000; do
        GMON_STACKS=0 valgrind --tool=callgrind --callgrind-out-file=/dev/null ./prog "$1" $times "$2" 2>&1 |
            sed -n 's/.*Collected : //p'
    done | awk '{ n[NR] = $1 } END { print int((n[2] - n[1]) / 100000 + 0.5) }'
}
if [ "$(uname -m)" = x86_64 ] && valgrind --version >/dev/null 2>&1; then
    first=$(instructions 0 1)
    ok "a call takes less than 35 instructions ($first)" test "$first" -lt 35
    fourth=$(instructions 3 4) tenth=$(instructions 9 10)
    ok "the fourth of one home takes less than 60 ($fourth)" test "$fourth" -lt 60
    ok "the tenth, which the home has no room for, less than 400 ($tenth)" test "$tenth" -lt 400
else
    skip 'instructions of calls' 'no valgrind, or another machine' 3
fi

# Each of THREADS threads makes 5,001 calls of its own arcs; then a child is forked. Prints the memory in use, in KB for
# each thread, and the pages that the child has touched before it ends.
{
    cat <<'END'
#include "anonymous.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#define UNCOUNTED __attribute__((noinline, no_instrument_function))
END
    awk 'BEGIN {
        for (i = 0; i < 5001; i++)
            printf "__attribute__((noinline)) static void f%d(void) { __asm__ volatile(\".skip %d, 0x90\"); }\n", i, i * 7919 % 61 + 1
        print "UNCOUNTED static void each(void)\n{"
        for (i = 0; i < 5001; i++)
            printf "    f%d();\n    __asm__ volatile(\".skip %d, 0x90\");\n", i * 3571 % 5001, i * 31 % 53 + 1
        print "}"
    }'
    cat <<'END'
static pthread_barrier_t gate;
UNCOUNTED static void *thread(void *nothing)
{
    each();
    pthread_barrier_wait(&gate);
    pthread_barrier_wait(&gate);
    return nothing;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1;
    pthread_t t[500];
    struct rusage use;
    long before = anonymous();
    pthread_barrier_init(&gate, NULL, (unsigned)n + 1);
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, thread, NULL);
    each();
    pthread_barrier_wait(&gate);
    printf("%ld ", (anonymous() - before) / (n + 1));
    fflush(stdout);
    if (fork() == 0) {
        getrusage(RUSAGE_SELF, &use);
        printf("%ld\n", use.ru_minflt);
        fflush(stdout);
        _exit(0);
    }
    wait(NULL);
    pthread_barrier_wait(&gate);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
} >many.c
$CC -O0 -I"$progs" many.c -o none -lpthread && $CC -g -pg -O0 -I"$progs" many.c "$libgmon_a" -o many -lpthread || bail 'cannot build many.c'
# No walks of stacks: the first of a process reads the unwind tables, which take memory of their own.
for threads in 0 100; do
    read -r memory pages <<END
$(./none $threads)
END
    read -r more_memory more_pages <<END
$(GMON_STACKS=0 ./many $threads)
END
    ok "$threads more threads: 5,001 arcs take less than 500 KB of each ($memory, $more_memory)" \
        test "$more_memory" -lt $((memory + 500))
    ok "the child copies or touches less than 80 pages more ($pages, $more_pages)" test "$more_pages" -lt $((pages + 80))
done
is "$(calls f17 many)" 101 'the counts of all threads are exact'
done_testing
