#!/bin/sh
# short_processes.t - the times of many processes that are shorter than a sample add up
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

n=600 ms=2
forms_of short_children.c -O1

# Whether a process of less than an interval has a sample is a matter of chance: 600 processes of 2 ms have 120, give
# or take 10. They used more than work() tells, up to what the kernel says of the processes.
adds_up()
{
    read -r least most <"$out"
    rm -f gmon.out stacks.gmon.out
    all=$(for file in stacks.*; do "$TOOLS/gmondump" "$file"; done | awk '
        $1 == "stacks" { n += $7 } NF > 4 && $(NF - 3) == "ticks" { n += $(NF - 2) } END { print n + 0 }')
    test $((all + 40)) -ge "$least" -a "$all" -le $((most + 40))
}
for form in prog static preloaded; do
    in_form ./$form $n $ms
    ok "$form: $n forked children of $ms ms" adds_up
    note "used: $least to $most hundredths; samples: $all"
done
for form in prog preloaded; do
    in_form env GMON_OUT=gmon.out.%p ./$form $n $ms ./$form
    ok "$form: $n executed programs of $ms ms" adds_up
    note "used: $least to $most hundredths; samples: $all"
done
done_testing
