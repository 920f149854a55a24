#!/bin/sh
# linking.t - exact counts however a program is linked: gcc and clang, -mfentry, PIE, static; preload
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# The counts of counts.c; $1: what callbacks are called from, - where that is libc's name. The call of
# main is counted only where libc is in the program; else main is spontaneous, as with glibc.
counts()
{
    echo "leaf $(calls leaf) twice-leaf $(arcs twice leaf) pointer $(arcs by_pointer leaf)" \
        "deep $(arcs deep deep) compare $(calls compare) main $(calls main)" \
        "from $(test "$1" = - || arcs "$1" compare) $(test "$1" = - || arcs "$1" main)"
}

check()
{
    compared=$(cat "$out")
    from="$compared " main=0
    test "$1" = - && from=' ' main=1
    is "$status $(counts "$1")" \
        "0 leaf 2077 twice-leaf 2000 pointer 77 deep 500 compare $compared main $main from $from" "$2"
}

for cc in gcc clang; do
    if ! compiles $cc -pg; then
        skip "$cc" "no $cc that works"
        continue
    fi
    CC=$cc
    for kind in '-no-pie' '-pie -fPIE' '-static' '-static-pie -fPIE'; do
        test "$cc $kind" = 'clang -static-pie -fPIE' && continue # it takes a wrong crt file
        for hook in '' -mfentry; do
            rm -f gmon.out
            # shellcheck disable=SC2086
            prog prog counts.c -O1 $kind $hook
            run ./prog
            case $kind in -static*) from=- ;; *) from='<external>' ;; esac
            check "$from" "$cc -pg $hook $kind"
        done
    done
done

CC=gcc
command -v gcc >/dev/null || CC=cc
rm -f gmon.out
$CC -pg "$libgmon_a" -O1 "$progs/counts.c" -o prog
run ./prog
check '<external>' 'the archive in front of the sources'

rm -f gmon.out
mkdir link && cp "$libgmon_a" link
$CC -pg -Llink -lgmon -O1 "$progs/counts.c" -o prog
run ./prog
check '<external>' '-lgmon in front of the sources'

for flags in '-no-pie' '-pie -fPIE' '-mfentry' '-Wl,-z,now' '-Wl,-z,lazy'; do
    rm -f gmon.out
    # shellcheck disable=SC2086
    plain prog counts.c -pg -O1 $flags
    run preload ./prog
    check _start "LD_PRELOAD, program linked $flags"
done

for flags in '-no-pie' '-pie -fPIE'; do
    rm -f gmon.out
    # shellcheck disable=SC2086
    prog prog counts.c -O1 $flags
    run preload ./prog
    check '<external>' "LD_PRELOAD, program linked with the archive $flags"
    is "$(cat "$err")" '' 'without a word'
done

for hook in '' -mfentry; do
    for kind in -no-pie -pie; do
        rm -f gmon.out
        # shellcheck disable=SC2086
        prog prog nested_calls.c -O1 -Wl,-z,execstack $hook $kind
        ./prog >/dev/null
        name=$(nm prog | awk '$3 ~ /^inner/ { print $3 }')
        is "$(arcs outer "$name") $(arcs apply "$name")" '30 12' "a nested function, $hook $kind"
    done
done

# A resolver runs while the program is relocated; in a static one there is no TLS yet.
cat >ifunc.c <<'END'
int chosen(void);
__attribute__((noinline)) int chosen(void) { return 3; }
__attribute__((used)) static int (*resolve(void))(void) { return chosen; }
int f(void) __attribute__((ifunc("resolve")));
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += f();
    return s;
}
END
for hook in '' -mfentry; do
    for kind in -no-pie '-pie -fPIE' -static '-static-pie -fPIE'; do
        rm -f gmon.out
        # shellcheck disable=SC2086
        gcc -O0 -pg $hook $kind ifunc.c "$libgmon_a" -o prog || bail 'cannot build'
        run ./prog
        is "$status $(calls chosen)" '30 10' "an IFUNC resolver, $hook $kind"
    done
done

prog prog counts.c -O1
run ./prog
gnu=/usr/bin/gprof
if test -x $gnu && $gnu --version 2>/dev/null | grep -q GNU; then
    READER=$gnu
    compared=$(cat "$out")
    is "$(calls leaf) $(arcs '<external>' compare)" "2077 $compared" 'GNU gprof reads the same'
else
    skip 'GNU gprof reads the same' 'not installed'
fi
# A program without call counts: why there are none.
cat >one.c <<'END'
#include <stdio.h>
static int twice(int n) { return 2 * n; }
int main(void) { return printf("%d\n", twice(4)) != 2; }
END
no_counts()
{
    rm -f gmon.out
    "${@:-env}" ./prog >/dev/null
    gprof -b prog gmon.out 2>&1 | sed -n 's/.*has no call counts[:;] \([^ ]* [^ ]*\).*/\1/p'
}
for kind in '-no-pie' '-pie -fPIE' -mfentry; do
    # shellcheck disable=SC2086
    $CC -O2 -pg $kind one.c "$libgmon_a" -o prog
    is "$(no_counts)" 'no function' "without debug information nobody knows that all is inlined: the archive, $kind"
    # shellcheck disable=SC2086
    $CC -O2 -pg $kind one.c -o prog
    is "$(no_counts preload)" 'no function' "the same: preloaded, $kind"
done
$CC -O2 -c one.c
for runtime in '' "$libgmon_a"; do
    # shellcheck disable=SC2086
    $CC -pg one.o $runtime -o prog
    is "$(no_counts)" 'compile the' "nothing is compiled with -pg: ${runtime##*/}"
done
$CC one.o -o prog
is "$(no_counts preload env GMON_ALL=1)" '' 'GMON_ALL=1: no calls are wanted'

done_testing
