#!/bin/sh
# callbacks.t - functions that libc calls: counted exactly, in threads, too, and at the cost of other calls
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# compare and is_other are called from places of libc, by_hand and is_other from one of the program.
cat >back.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000 };
static __thread unsigned long compared;
static unsigned long sum;
static volatile int others; /* or clang takes out calls whose result nobody reads */
__attribute__((noinline)) int compare(const void *a, const void *b)
{
    compared++;
    return *(const int *)a - *(const int *)b;
}
__attribute__((noinline)) int is_other(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
__attribute__((noinline)) static int by_hand(const int *v, size_t n, int (*f)(const void *, const void *))
{
    int none = -1, k = 0;
    for (size_t i = 0; i < n; i++)
        k += f(&none, v + i);
    return k;
}
static void *run(void *times)
{
    int v[N], none = -1;
    size_t n = N;
    for (long r = 0; r < (long)times; r++) {
        for (int i = 0; i < N; i++)
            v[i] = i * 37 % N;
        qsort(v, N, sizeof v[0], compare);
        lfind(&none, v, &n, sizeof v[0], is_other);
        others = by_hand(v, N, is_other);
    }
    __atomic_fetch_add(&sum, compared, __ATOMIC_RELAXED);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t[3];
    static int all[100000];
    if (argc > 1) { /* so many callbacks, and nothing else */
        size_t n = (size_t)atol(argv[1]);
        int none = -1;
        return lfind(&none, all, &n, sizeof all[0], is_other) != NULL;
    }
    for (int i = 0; i < 3; i++)
        pthread_create(t + i, NULL, run, (void *)20L);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%lu\n", sum);
    return 0;
}
END
cat >nested.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int v[100], compared = 0;
    int inner(const void *a, const void *b)
    {
        compared++;
        return *(const int *)a - *(const int *)b;
    }
    for (int i = 0; i < 100; i++)
        v[i] = i * 37 % 100;
    qsort(v, 100, sizeof v[0], inner);
    printf("%d\n", compared);
    return 0;
}
END

# What valgrind counts.
instructions()
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : //p'
}
for hook in '' -mfentry; do
    for kind in '-no-pie' '-pie -fPIE'; do
        # shellcheck disable=SC2086
        $CC -g -pg -O1 $hook $kind back.c "$libgmon_a" -lpthread -o prog || bail 'cannot build back.c'
        rm -f gmon.out
        run ./prog
        is "$(calls compare) $(arcs '<external>' compare) $(arcs '<external>' is_other) $(arcs by_hand is_other)" \
            "$(cat "$out") $(cat "$out") 60000 60000" "callbacks in three threads, $hook $kind"
        # shellcheck disable=SC2086
        if gcc -g -pg -O1 $hook $kind -Wl,-z,execstack nested.c "$libgmon_a" -o prog 2>/dev/null; then
            rm -f gmon.out
            run ./prog
            name=$(nm prog | awk '$3 ~ /^inner/ { print $3 }')
            is "$(arcs '<external>' "$name")" "$(cat "$out")" "a nested function that libc calls, $hook $kind"
        else
            skip 'a nested function' 'no gcc'
        fi
    done
done

# Under valgrind libc lies near the program, unless that was linked for a place far away.
for hook in '' -mfentry; do
    if valgrind --version >/dev/null 2>&1; then
        # shellcheck disable=SC2086
        $CC -g -pg -O1 $hook -fPIE -pie -Wl,-Ttext-segment=0x10000000000 back.c "$libgmon_a" -lpthread -o prog ||
            bail 'cannot build back.c'
        few=$(instructions ./prog 10)
        many=$(instructions ./prog 100000)
        each=$(((many - few) / 99990))
        ok "a callback takes less than 70 instructions, libc's share included ($each), $hook" test "$each" -lt 70
    else
        skip "instructions of a callback, $hook" 'no valgrind'
    fi
done

$CC -g -pg -O1 back.c -lpthread -o prog || bail 'cannot build back.c'
rm -f gmon.out
run preload ./prog
is "$(calls compare) $(arcs _start compare) $(arcs _start is_other) $(arcs by_hand is_other)" \
    "$(cat "$out") $(cat "$out") 60000 60000" 'LD_PRELOAD'

# ---- called once, from outside, a few bytes behind the beginning of main ----------------------
cat >behind.c <<'END'
#include <stdlib.h>
#ifndef MAIN
#define MAIN
#endif
void at_end(void);
MAIN int main(void) { return atexit(at_end); }
void at_end(void) { }
END
cat >init.cc <<'END'
int seed = 3;
int get();
int value = get();
__attribute__((noinline)) int get() { return seed; }
int main() { return value != 3; }
END
# once WHAT CALLEE FLAG...: prog, linked with the archive and without, calls CALLEE once, and nobody calls main.
once()
{
    what=$1 callee=$2
    shift 2
    "$@" "$libgmon_a" -lpthread -o prog && "$@" -lpthread -o preloaded || bail "cannot build: $what"
    rm -f gmon.out
    ./prog
    is "$(arcs '<external>' "$callee"),$(arcs '<external>' main)" 1, "$what"
    rm -f gmon.out
    preload ./preloaded
    is "$(arcs _start "$callee" preloaded),$(arcs _start main preloaded)" 1, "$what, LD_PRELOAD"
}
for flags in -O0 '-O1 -fno-plt' '-O1 -no-pie -fno-pie' '-O1 -mfentry' '-O2 -pie -fPIE -fno-reorder-functions'; do
    # shellcheck disable=SC2086
    once "an atexit handler, $flags" at_end $CC -pg $flags behind.c
    # shellcheck disable=SC2086
    once "$flags, behind a main without -pg" at_end $CC -pg $flags '-DMAIN=__attribute__((no_instrument_function))' behind.c
done
! compiles "${CXX:-c++}" -x c++ -pg || once 'an initialiser' _GLOBAL__sub_I_seed "${CXX:-c++}" -pg -O2 init.cc
done_testing
