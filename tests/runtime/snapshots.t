#!/bin/sh
# snapshots.t - GMON_DUMP_INTERVAL, and profiles that are paused: GMON_START, GMON_TOGGLE_SIGNAL
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

forms_of snapshots.c -O1

# Sets $how, the variable that gives $form its libgmon.
choose()
{
    case $form in
        preloaded) how=LD_PRELOAD=$libgmon_so ;;
        *) how=LINKED=yes ;;
    esac
}

# ---- pauses -------------------------------------------------------------------------------------
for form in prog static preloaded; do
    choose
    for wish in '' $(test $form != prog || echo GMON_STACKS=0 GMON_CLOCK=wall); do
        what="$form${wish:+, $wish}"
        rm -f gmon.out* stacks.gmon.out*
        # shellcheck disable=SC2086
        run env "$how" $wish GMON_START=paused GMON_TOGGLE_SIGNAL=USR2 ./$form toggle
        is "$status $(cat "$err")" '5 ' "$what: paused, and toggled twice"
        is "$(calls before $form) $(calls inside $form) $(calls in_thread $form) $(calls behind $form)" '0 20 30 0' \
            "$what: calls between the signals alone"
        is "$(hundredths before $form)-$(hundredths behind $form)" 0-0 "$what: and no time of the others"
        child=$(ls gmon.out.[0-9]* | sed -n '/[0-9]$/p')
        is "$(calls inside $form "$child") $(calls in_child $form "$child")" '0 7' "$what: a child goes on as it was"
    done
    rm -f gmon.out* stacks.gmon.out*
    run env "$how" GMON_TOGGLE_SIGNAL=USR2 ./$form toggle
    is "$status $(calls before $form) $(calls inside $form) $(calls behind $form)" '5 10 0 10' \
        "$form: begun at once, paused, and resumed"
    rm -f gmon.out* stacks.gmon.out*
    run env "$how" GMON_START=paused ./$form toggle
    is "$status $(calls before $form)" '140 ' "$form: without GMON_TOGGLE_SIGNAL the signal is the program's"
done
run env GMON_START=now GMON_DUMP_INTERVAL=x ./prog toggle
like "$(cat "$err")" 'GMON_START=now: not paused; starting now' 'another word'
like "$(cat "$err")" 'GMON_DUMP_INTERVAL=x: not from 1 to 999999999' 'another interval'

# ---- snapshots ----------------------------------------------------------------------------------
# comes FILE: waits until it is there
comes()
{
    tries=0
    until test -s "$1" || test $((tries += 1)) -gt 600; do sleep 0.1; done
    test -s "$1"
}

for form in prog static preloaded; do
    choose
    rm -f gmon.out* stacks.gmon.out*
    env "$how" GMON_DUMP_INTERVAL=1 ./$form forever &
    pid=$!
    comes gmon.out && comes stacks.gmon.out
    first=$(calls spin $form)
    ok "$form: a snapshot of a program that runs ($first calls)" test "${first:-0}" -gt 0
    broken=
    tries=0
    until test "$(calls spin $form)" -gt "${first:-0}" || test $((tries += 1)) -gt 600; do
        timeout 60 "$GPROF" -b ./$form gmon.out stacks.gmon.out >report 2>errors || broken=$(cat errors)
    done
    is "$broken" '' "$form: at no time it is not whole"
    ok "$form: later ones have more calls" test "$(calls spin $form)" -gt "${first:-0}"
    children() { ls gmon.out.[0-9]* 2>/dev/null | sed -n '/[0-9]$/p'; }
    tries=0
    until test -n "$(children)" || test $((tries += 1)) -gt 600; do sleep 0.1; done
    ok "$form: its child has one, too" test "$(calls spin $form "$(children)")" -gt 0
    # not between the two files of a snapshot
    tries=0
    until kill -STOP $pid && timeout 60 "$GPROF" -b ./$form gmon.out stacks.gmon.out >report 2>errors ||
        test $((tries += 1)) -gt 600; do
        kill -CONT $pid
        sleep 0.1
    done
    kill -KILL $pid
    wait $pid 2>/dev/null
    # On a busy machine ticks come late, which is told.
    is "$(timeout 60 "$GPROF" -b ./$form gmon.out stacks.gmon.out 2>&1 >report | grep -v 'was not sampled')" '' \
        "$form: killed, and there is a profile"
done

# ---- what snapshots cost ------------------------------------------------------------------------
# Lines `TICKS OWN CALLS' of what GMON_VERBOSE said of each file. With LD_PRELOAD the profiler's ticks are in no file.
said()
{
    sed -n 's/^gmon: .*gmon.out: \([0-9]*\) ticks, of these \([0-9]*\) in the profiler.* \([0-9]*\) calls.*/\1 \2 \3/p' "$err" |
        awk -v form=$form '{ print form == "preloaded" ? $1 + $2 : $1, $2, $3 }'
}
for form in prog preloaded; do
    choose
    rm -f gmon.out* stacks.gmon.out*
    run env "$how" GMON_VERBOSE=1 GMON_DUMP_SIGNAL=USR2 ./$form signals
    # Between two of them nothing happens.
    is "$(said | awk 'NR == 1 { t = $1; own = $2 } NR == 3 { t = $1 - t; own = $2 - own
        print (t < 2 || own < t - 2 ? own " of " t : "all") }')" all "$form: snapshots are the profiler's time"
    rm -f gmon.out* stacks.gmon.out*
    test $form = prog || continue
    run env "$how" GMON_VERBOSE=1 GMON_DUMP_INTERVAL=1 ./$form costly
    # Of those after the last call, but for the two or three at the end: the profiler has had time since the one before, and for a whole
    # interval the program twenty times as much.
    is "$(said | awk '{ t[NR] = $1; own[NR] = $2; calls[NR] = $3 } END {
        for (n = NR; n > 1 && calls[n - 1] == calls[NR]; n--)
            if (own[n] == own[n - 1] || n < NR - 2 && 20 * (own[n] - own[n - 1] - 1) > t[n] - t[n - 1])
                print own[n] - own[n - 1] " of " t[n] - t[n - 1] }')" '' \
        "$form: so are those of an interval, which grows with their cost ($(said | wc -l) files)"
done
done_testing
