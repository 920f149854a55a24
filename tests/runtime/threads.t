#!/bin/sh
# threads.t - every call counts: threads of all kinds, handlers, jumps out of them, children
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

RUNS=${RUNS:-5}
prog archive thread_calls.c -O1
prog fentry thread_calls.c -O1 -mfentry
prog static thread_calls.c -O1 -static
plain preloaded thread_calls.c -O1 -pg

start()
{
    if test "$prog" = preloaded; then
        preload ./preloaded "$@"
    else
        ./$prog "$@"
    fi
}

# Exact totals of MODE THREADS ARG..., over many runs: what the program counted itself.
exact()
{
    mode=$1 threads=$2
    shift 2
    want=
    got=
    for run in $(seq "$RUNS"); do
        rm -f gmon.out* stacks.gmon.out*
        start "$mode" "$@" >truth || echo 'it failed' >>truth
        read -r worked handled <truth
        want="$want $worked,$handled,$((8 * (threads + handled)))"
        handled=$(calls handle $prog)
        got="$got $(calls work $prog),${handled:-0},$(calls many73 $prog)"
    done
    is "$got" "$want" "$prog: $mode: $RUNS runs, every call counted"
}

for prog in archive fentry static preloaded; do
    exact join 320 40
    exact detach 100 100
    exact alive 50 50
    exact signals 400 50
done

prog=archive
exact bare 4800 300

# A jump leaves between the loop's own count and the call at times, never more than once a jump.
for prog in archive fentry; do
    rm -f gmon.out* stacks.gmon.out*
    start jump >truth
    read -r worked handled <truth
    got=$(calls work $prog)
    is "$(calls handle $prog)" "${handled:-none}" "$prog: handlers that are left by siglongjmp are counted"
    ok "$prog: counting goes on after them" test "$got" -le "$worked" -a "$got" -ge $((worked - handled))
done

for prog in archive preloaded; do
    rm -f gmon.out* stacks.gmon.out*
    start fork 20 >truth
    sed '$d' truth | while read -r pid count; do
        test "$(calls handle $prog "gmon.out.$pid")" = "$count" && echo "$pid"
    done >right
    is "$(wc -l <right)" 20 "$prog: 20 of 20 children write their own counts, while a thread calls"
    is "$(calls handle $prog)" 0 "$prog: the parent's file has none of them"
    unlike "$(calls spread $prog "gmon.out.$(head -1 right)")" '[1-9]' \
        "$prog: a child starts from zero"
done

for prog in archive preloaded; do
    rm -f gmon.out* stacks.gmon.out*
    case $prog in preloaded) run timeout -s KILL 20 env LD_PRELOAD="$libgmon_so" ./preloaded locked ;; *) run timeout -s KILL 20 ./$prog locked ;; esac
    is "$status $(cat "$out")" "0 1 0" "$prog: a thread counts its first call while a fork waits for it"
done

# With glibc before 2.34, libpthread may have come with a library that was loaded with RTLD_LOCAL.
cat >local.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
void __wrap_gm_find_next(void);
void __wrap_gm_find_next(void) {}
int main(void)
{
    pthread_t t;
    return dlopen("./libpthread.so.0", RTLD_NOW | RTLD_LOCAL) == NULL ? 9 : pthread_create(&t, NULL, NULL, NULL);
}
END
echo 'int pthread_create(void) { return 3; }' >library.c
objects=$(objects_of . | grep -v external.o)
# shellcheck disable=SC2086
$CC -shared -fPIC -fno-builtin -Wl,-soname,libpthread.so.0 library.c -o libpthread.so.0 &&
    $CC -w -Wl,--wrap=gm_find_next local.c $objects -ldl -o local || bail 'cannot build'
run timeout 60 ./local
is_status 3 'pthread_create is found in a libpthread that is local'
done_testing
