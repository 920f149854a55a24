#!/bin/sh
# launchers.t - LD_PRELOAD for what starts programs: shells, make; programs that profiled ones start
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

plain profiled ways.c -O1 -pg
plain other ways.c -O1 -pg
plain unprofiled ways.c -O1
cat >starts.c <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
int main(int argc, char **argv)
{
    for (int i = 0; i < 77; i++)
        work();
    return argc > 1 ? system(argv[1]) : 0;
}
END
$CC -g -pg starts.c -o starts || bail 'cannot build'

left()
{
    find . -name 'gmon*' | sort | tr '\n' ' '
}

rm -f gmon.out* stacks.gmon.out*
run preload sh -c 'ls; ./profiled; ls /; :'
is "$(left)$(calls work profiled) $(cat "$err")" './gmon.out 10 ' \
    'a shell, ls and a profiled program: only that one writes, and to gmon.out'
rm -f gmon.out* stacks.gmon.out*
printf 'all:\n\t@./profiled\n\t@ls >list\n' >starts.mk
run preload "${MAKE:-make}" -f starts.mk
is "$(left)$(calls work profiled)" './gmon.out 10' 'the same with make'
rm -f gmon.out* stacks.gmon.out*
run preload sh -c "(./unprofiled burn 100; i=0; while test \$i -lt 30000; do i=\$((i + 1)); done); :"
is "$(left)" '' 'where nothing is counted, nothing is written, by no child either'
rm -f gmon.out* stacks.gmon.out*
# shellcheck disable=SC2016
GMON_ALL=1 preload sh -c 'i=0; while test $i -lt 300000; do i=$((i + 1)); done; ./unprofiled burn 400; ./profiled; :'
like "$(left)" '^\./gmon\.out \./gmon\.out\.[0-9]+ \./gmon\.out\.[0-9]+ $' \
    'GMON_ALL=1: the shell writes gmon.out, and programs that it starts have files of their own'

# A profiled program starts others, directly or by a shell: they do not take its file.
for command in './other' './other; :' "sh -c './other; ls'; ls"; do
    rm -f gmon.out* stacks.gmon.out*
    run preload ./starts "$command"
    like "$(left)" '^\./gmon\.out \./gmon\.out\.[0-9]+ $' "a profiled program starts another one: $command"
    is "$(calls work starts gmon.out) $(calls work other "$(ls gmon.out.*)")" '77 10' 'each has its own calls'
done
rm -f gmon.out* stacks.gmon.out*
run preload ./profiled exec
is "$(left)$(calls work profiled)" './gmon.out 10' 'a program that execs another one that is not profiled writes before'

# The program's environment, descriptors: those that it has without us.
for what in env 'ls /proc/self/fd'; do
    is "$(preload ./starts "$what" | sed '/^LD_PRELOAD=/d; /^_=/d')" \
        "$(./starts "$what" | sed '/^_=/d')" "what a program passes on is unchanged: $what"
done
done_testing
