#!/bin/sh
# waits.t - programs that block SIGPROF in all threads and wait for it get theirs, and none of ours
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

forms_of waits.c -O1
export GMON_HZ=1000

# Three threads share the 0.2 s; on a busy machine they do not share it evenly.
is_sampled()
{
    test "$(hundredths work $form)" -ge 5
}

taken='gmon: gmon.out: the program has taken SIGPROF; from then on no time was sampled; let it use another signal'
is_told()
{
    test "$(cat "$err")" = "$taken"
}

for form in prog static preloaded; do
    for way in sigwait signalfd; do
        for to in process thread; do
            # Of a thread it may never have reached our handler; on a busy machine of the process, too.
            case $to in
                process) timed is_told in_form ./$form $way $to ;;
                thread) in_form ./$form $way $to ;;
            esac
            is "$status $(cat "$out")" '0 10' "$form: $way gets each SIGPROF that is sent to the $to"
            test $to = thread && continue
            is "$(cat "$err")" "$taken" 'and one line says that sampling has ended'
        done
        timed is_sampled in_form ./$form $way none
        is "$status $(cat "$out") $(cat "$err")" '0 0 ' "$form: $way gets no tick"
        ok 'and the threads are sampled' is_sampled
    done
done
done_testing
