#!/bin/sh
# finer_ticks.t - GMON_HZ above the rate of the kernel's clock: as many samples as were asked for
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

cat >may.c <<'END'
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event, .config = PERF_COUNT_SW_TASK_CLOCK,
                                    .sample_period = 1000000, .exclude_kernel = 1};
    struct timespec period;
    if (syscall(SYS_perf_event_open, &event, 0, -1, -1, 0) < 0)
        return 1;
    clock_getres(CLOCK_MONOTONIC_COARSE, &period);
    printf("%ld\n", 1000000000 / period.tv_nsec);
    return 0;
}
END
$CC -w -o may may.c && rate=$(./may) || skip_all 'the kernel lets no program have events here (perf_event_paranoid)'
test "$rate" -le 1000 || skip_all "the kernel's clock ticks $rate times a second"
GMON_HZ=$((rate * 4))
export GMON_HZ GMON_VERBOSE=1
forms_of finer_ticks.c -O1
plain none finer_ticks.c -O1

# Ticks of the clock would give a quarter of the samples that were asked for.
is_fine()
{
    samples=$(sed -n 's/^gmon: gmon.out.* \([0-9]*\) signals;.*/\1/p' "$err" | sort -n | tail -n 1)
    test "${samples:-0}" -ge $((rate * 2 * ms / 1000))
}
ms=400
for form in prog static preloaded; do
    for way in user closes lists files pending filter threads child pauses; do
        test $way != pauses || ms=200
        ./none $way 1 >without
        timed is_fine in_form ./$form $way 400
        ok "$form, $way: $samples samples in $ms ms, at $rate ticks of the clock a second" is_fine
        is "$status $(cat "$out")" "0 $(cat without)" "$form, $way: the program does what it does without"
        ms=400
    done
done

# The event sees no time in the kernel: the timer brings that, to the caller.
is_callers()
{
    test "$(hundredths in_kernel $form)" -ge $((most * 2 / 3)) -a "$(hundredths in_kernel $form)" -le $((most * 3 / 2)) -a \
        "$(hundredths '<unseen>' $form)" -le 5
}
for form in prog static; do
    most=40
    timed is_callers in_form ./$form kernel 400
    ok "$form: of 40 hundredths in syscall() its caller has $(hundredths in_kernel $form)" is_callers
    timed is_callers in_form ./$form mixed 800
    ok "$form: and of 40 in 80 it has $(hundredths in_kernel $form)" is_callers
done

# A program of 20 ms.
ms=20
for form in prog static preloaded; do
    timed is_fine in_form ./$form user 20
    ok "$form: a program of 20 ms has $samples samples" is_fine
done

# At a rate that the clock has, nothing is opened.
for hz in $((rate * 4)) "$rate"; do
    GMON_HZ=$hz run strace -fqe trace=perf_event_open -o calls ./prog user 20
    test $status -ne 127 || break
    echo "$(grep -c 'perf_event_open(' calls)" >>opened
done
test $status -eq 127 && skip 'the default rate' 'no strace' || is "$(tr '\n' ' ' <opened)" '1 0 ' 'an event at a higher rate alone'
done_testing
