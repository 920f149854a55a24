#!/bin/sh
# whose_time.t - the kernel's time in calls that libgmon makes for the program is the caller's
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
unset GMON_STACKS GMON_STACK_DEPTH GMON_STACK_NODES

forms_of whose_time.c -O1
functions='asks masks names alternates forks'

# Hundredths of a second in which FUNCTION was on the stack, without the profiler's time.
on_stack()
{
    awk -v name="$1" '$1 == "stack" && $2 !~ /;\[profiler\]$/ && index(";" $2 ";", ";" name ";") { n += $4 }
        END { printf "%d\n", n / 10 }' text
}
truth_of()
{
    awk -v name="$1" '$1 == name { print $2 }' "$out"
}
# A wrapper has some instructions of its own besides the kernel's time.
is_callers() # HUNDREDTHS OF
{
    test "$((10 * $1))" -ge "$((7 * $2))"
}
are_callers()
{
    stack_lines stacks.gmon.out $form >text || diag "$(cat text)"
    for function in $functions; do
        is_callers "$(on_stack $function)" "$(truth_of $function)" || return 1
    done
}
export GMON_HZ=1000

for form in prog static preloaded; do
    timed are_callers in_form ./$form
    is_status 0 "$form: the program ends as it should"
    for function in $functions; do
        ok "$function: $(on_stack $function) of $(truth_of $function)" is_callers "$(on_stack $function)" "$(truth_of $function)"
        # Both files say the same; in fork it is libc's code, as it would be without libgmon.
        test $function = forks ||
            ok "and $(hundredths $function $form) in its own code" is_callers "$(hundredths $function $form)" "$(truth_of $function)"
    done
    unlike "$("$GPROF" -p $form gmon.out 2>&1)" 'profiling took' 'it is not called the time of profiling'
done

# Without stacks nobody knows the caller. Code of libraries, which preloaded programs do not have in gmon.out, has it.
all_of()
{
    awk '{ n += $2 } END { print n }' "$out"
}
in_external()
{
    is_callers "$(hundredths '<external>' $form)" "$(all_of)"
}
for form in prog static; do
    timed in_external in_form env GMON_STACKS=0 ./$form
    ok "$form, no stacks: $(hundredths '<external>' $form) of $(all_of) are <external>" in_external
done
elsewhere()
{
    sed -n 's/.* \([0-9]*\) outside of the program.*/\1/p' "$err" | tail -n 1
}
is_elsewhere()
{
    is_callers "$(($(elsewhere) / 10))" "$(all_of)"
}
form=preloaded
timed is_elsewhere in_form env GMON_STACKS=0 GMON_VERBOSE=1 ./$form
ok "$form, no stacks: $(elsewhere) ticks are outside of the program" is_elsewhere
done_testing
