#!/bin/sh
# function_hooks.t - -finstrument-functions in place of -pg: exact counts, by gcc and clang, in threads
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# build COMPILER NAME SOURCE FLAG...: the object alone is instrumented; FLAGS are for linking
build()
{
    bd_cc=$1 bd_name=$2 bd_source=$3
    shift 3
    $bd_cc -g -O1 -fno-optimize-sibling-calls -finstrument-functions -I"$SRCDIR/include" -c \
        -o "$bd_name.o" "$progs/$bd_source" &&
        $bd_cc -o "$bd_name" "$bd_name.o" "$@" -lpthread || bail "cannot build $bd_source"
}

# As linking.t has it: counts of all kinds of calls, by the program's own knowledge.
check()
{
    rm -f gmon.out
    run "$@"
    is "$status leaf $(calls leaf) twice-leaf $(arcs twice leaf) pointer $(arcs by_pointer leaf)" \
        '0 leaf 2077 twice-leaf 2000 pointer 77' "$what: calls and callers"
    is "$(calls compare) $(arcs deep deep)" "$(cat "$out") 500" "$what: callbacks and recursion"
    unlike "$("$GPROF" -b -p prog gmon.out 2>&1)" '__cyg|mcount' "$what: no row of the runtime's own"
}

for cc in gcc clang; do
    if ! compiles $cc; then
        skip "$cc" "no $cc that works"
        continue
    fi
    for kind in '' '-pg' '-static'; do
        what="$cc, linked with ${kind:-nothing}"
        # shellcheck disable=SC2086
        build $cc prog counts.c $kind "$libgmon_a"
        check ./prog
    done
done
what='preloaded'
build "$CC" prog counts.c
check env LD_PRELOAD="$libgmon_so" ./prog

# In threads, short and long ones, with signal handlers.
build "$CC" archive thread_calls.c "$libgmon_a"
for mode in 'join 320 40' 'detach 100 100' 'signals 400 50'; do
    for run in 1 2 3; do
        rm -f gmon.out* stacks.gmon.out*
        # shellcheck disable=SC2086
        ./archive ${mode% *} >truth || echo 'it failed' >>truth
        read -r worked handled <truth
        is "$(calls work archive) $(calls handle archive | grep . || echo 0)" "$worked $handled" \
            "${mode%% *}: every call counted"
    done
done

# A program's own hooks stand in front of ours.
cat >own.c <<'END'
#include <stdio.h>
static int entered;
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *f, void *s)
{
    entered += f != s;
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *f, void *s)
{
    entered += f == s;
}
int main(void)
{
    printf("%d\n", entered);
    return 0;
}
END
$CC -pg -finstrument-functions -o own own.c "$libgmon_a" || bail 'cannot build own.c'
is "$(./own)" 1 "a program's own hooks go on working"
done_testing
