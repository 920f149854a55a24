#!/bin/sh
# handlers.t - SIGPROF in the program's own hands: children that reset every signal, other handlers
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

prog archive spawner.c -O1
prog static spawner.c -O1 -static
plain preloaded spawner.c -O1 -pg
ln -s "$libgmon_so" libgmon.so.1
$CC -g -pg -O1 "$progs/spawner.c" ./libgmon.so.1 -Wl,-rpath,"$PWD" -lpthread -o shared || bail 'cannot build'
$CC -g -O1 "$progs/spawner.c" -lpthread -o unprofiled || bail 'cannot build'

# any WAY ARG...: the program in one of its forms
any()
{
    rm -f gmon.out* stacks.gmon.out*
    case $form in
        preloaded) run timeout -s KILL 100 env LD_PRELOAD="$libgmon_so" ./preloaded "$@" ;;
        *) run timeout -s KILL 100 ./$form "$@" ;;
    esac
}

: "${CHILDREN:=20}"
for form in archive static shared preloaded; do
    for hz in 100 10000; do
        for way in fork signal; do
            GMON_HZ=$hz any $way "$CHILDREN"
            is "$status:$(cat "$out")" 0:0 "$form, $hz Hz: no child that resets all signals ($way) is killed"
        done
    done
    for way in sysv raw vfork posix_spawn; do
        GMON_HZ=10000 any $way 10
        is "$status:$(cat "$out")" 0:0 "$form: nor one of $way"
    done
    is "$(cat "$err")" '' 'and there is nothing to be said'
    ok "$form: the parent goes on being sampled" test "$(hundredths work $form)" -ge 5

    sampled_on() { total=$(hundredths total $form) && test "$total" -ge "$least"; }
    for way in default ignore threads; do
        least=26
        test $way != threads || least=100
        timed sampled_on any $way
        is "$status $(cat "$err")" '0 ' "$form: a program that sets SIGPROF ($way) lives, and there is nothing to be said"
        ok "it goes on being sampled ($total)" sampled_on
    done
    least=26
    for way in reads blocked early once jumped suspended exec missing sigset ssignal bsd_signal sysv_signal \
        sighold sigblock sigsetmask thread; do
        without=$(timeout 100 ./unprofiled $way)
        any $way
        is "$status $(cat "$out")" "0 $without" "$form: the program sees of SIGPROF what it would see without us ($way)"
    done
    timed sampled_on any missing
    ok "$form: sampling goes on if there is no other program ($total)" sampled_on
    in_handler() { total=$(hundredths work_masked $form) && test "$total" -ge 10; }
    timed in_handler any masked
    is "$status $(cat "$out")" "0 0" "$form: a handler that blocks all signals has the mask that it has set"
    ok "and its time ($total)" in_handler
    any onstack
    is "$status $(cat "$out") $(hundredths work_masked $form)" "0 0 0" \
        "$form: table: with SA_ONSTACK its time is that of the interrupted function"
    any table
    is "$(cat "$out")" '1 0 0
1' "$form: table: a thread that blocks SIGPROF has SIGSTKFLT blocked in its place"
    for way in opened sent awaited full; do
        any $way
        is "$status" $((128 + 27)) "$form: a program with SIG_DFL dies of a SIGPROF that is sent to it ($way)"
    done
    any again
    is "$status $(cat "$out")" "$((128 + 27)) -1" "$form: table: so it does in the second sigsuspend if that blocks SIGSTKFLT"
done

# Its own handler and timer: as often as without profiling, and its time is there.
few()
{
    ./unprofiled own >without
    without=$(cat without)
    any own
    with=$(cat "$out")
    test "$with" -le $((without * 4 / 3 + 1)) -a "$with" -ge $((without * 2 / 3))
}
for form in archive shared preloaded; do
    few || few || few
    ok "$form: a handler of the program's own runs $with times, $without times without profiling" \
        test "$with" -le $((without * 4 / 3 + 1)) -a "$with" -ge $((without * 2 / 3))
    total=$(hundredths total $form)
    ok "$form: and its time is sampled ($total)" test "$total" -ge 100
done

# Another library has it before main.
cat >taken.c <<'END'
#include <signal.h>
static void on_signal(int number) { (void)number; }
__attribute__((constructor)) static void take(void) { signal(SIGPROF, on_signal); }
END
$CC -shared -fPIC taken.c -o taken.so || bail 'cannot build'
form=preloaded least=26
timed sampled_on run timeout -s KILL 100 env LD_PRELOAD="$libgmon_so $PWD/taken.so" ./preloaded default
is "$status $(cat "$err")" '0 ' 'a library takes SIGPROF before the start: nothing is to be said'
ok "and the program is sampled ($total)" sampled_on

# GNU sort handles all signals that end programs, with calls that are not to be restarted.
if sort --version 2>/dev/null | grep -q GNU; then
    seq 400000 | awk '{ print ($1 * 7919) % 1000003 }' >numbers
    rm -f gmon.out* stacks.gmon.out*
    run timeout 100 sh -c "cat numbers | env GMON_ALL=1 GMON_HZ=1000 LD_PRELOAD=$libgmon_so sort -o sorted"
    # Its standard error is closed before libgmon writes.
    signals=$(stack_lines stacks.gmon.out "$(command -v sort)" 2>/dev/null | awk '$1 == "tree" { print $11 }')
    ok "sort is sampled (${signals:-0})" test "${signals:-0}" -ge 20
    sort numbers | cmp -s - sorted
    is "$? $status" '0 0' 'and sorts'
else
    skip 'sort' 'none of GNU'
fi
done_testing
