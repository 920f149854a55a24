#!/bin/sh
# musl.t - libgmon with the C library musl, which has no start-up code for -pg: compiled without a
# warning, exact counts however a program is linked, threads
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
compiles musl-gcc || skip_all 'no musl-gcc that works'
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS
CC=musl-gcc

# A child of a profiled program inherits LD_PRELOAD, with the library that was made for glibc.
cat >child.c <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int status;
    if (fork() == 0)
        exit(0);
    if (wait(&status) < 0 || status != 0)
        return 1;
    if (argc > 1)
        quick_exit(0);
    return argv == 0;
}
END
$CC child.c -o child || bail 'cannot build child.c'
for way in '' quick_exit; do
    # shellcheck disable=SC2086
    run timeout 60 env LD_PRELOAD="$libgmon_so" ./child $way
    is "$status $(cat "$err")" '0 ' "a program of musl starts with glibc's library, forks and ends: $way"
done

ok 'libgmon compiles without a warning' timeout 300 "${MAKE:-make}" -s -f "$SRCDIR/Makefile" \
    BUILD="$PWD/musl" config= CC=$CC CFLAGS=-O1 WERROR=-Werror "-j${JOBS:-2}" runtime
libgmon_a=$PWD/musl/libgmon.a libgmon_so=$PWD/musl/libgmon.so
test -f "$libgmon_a" && test -f "$libgmon_so" || bail 'no libgmon with musl'
ln -s libgmon.so musl/libgmon.so.1
unlike "$(readelf -d "$libgmon_so")" 'NEEDED.*libc\.so\.6' 'and needs no glibc'

# count LIBC WAY: the counts of counts.c; LIBC is the function that stands for libc, or -.
count()
{
    compared=$(cat "$out")
    is "$status leaf $(calls leaf) twice-leaf $(arcs twice leaf) deep $(arcs deep deep) compare $(calls compare)" \
        "0 leaf 2077 twice-leaf 2000 deep 500 compare $compared" "$1"
}
for kind in -no-pie '-fPIE -pie' -static -mfentry; do
    rm -f gmon.out
    # shellcheck disable=SC2086
    prog prog counts.c -O1 $kind
    run timeout 60 ./prog
    count "musl-gcc -pg $kind, the archive"
done
rm -f gmon.out* stacks.gmon.out*
plain prog counts.c -O1 -pg "$libgmon_so" "-Wl,-rpath,$PWD/musl"
run timeout 60 ./prog
count 'musl-gcc -pg, the shared library'

printf '#include <time.h>\nint main(void) { while (clock() < CLOCKS_PER_SEC / 5); }\n' >quiet.c
$CC quiet.c -o quiet || bail 'cannot build quiet.c'
rm -f gmon.out* stacks.gmon.out*
run timeout 60 sh -c "GMON_ALL=1 LD_PRELOAD='$libgmon_so' exec ./quiet"
is_status 0 'a program without -pg, preloaded'
ok 'writes a file, too' test -s gmon.out

prog prog counts.c -O1
rm -f gmon.out* stacks.gmon.out*
run timeout 60 env GMON_MODULES=1 ./prog
is "$status $(echo gmon.out*prog*)" '0 gmon.out*prog*' 'with GMON_MODULES=1 the program is none of its libraries'

# musl is built without tables: at what its start-up code calls, a stack is complete. A guess helps out of
# a leaf in musl itself.
is_complete()
{
    stack_lines stacks.gmon.out stack_ways >text
    awk '$1 == "end" { all += $4 } $1 == "end" && $2 == "complete" { n = $4 }
        END { printf "%d of %d", n, all; exit !(all > 5 && 2 * n >= all) }' text >ends
}
whole()
{
    timed is_complete timeout 60 env GMON_HZ=1000 ./stack_ways "$@"
    ok "$name: $1: $(cat ends) stacks are complete" is_complete
}

shared="$libgmon_so -Wl,-rpath,$PWD/musl"
for kind in "$libgmon_a" "-static $libgmon_a" "$shared"; do
    # shellcheck disable=SC2086
    plain prog thread_calls.c -O1 -pg $kind
    # shellcheck disable=SC2086
    plain ways ways.c -O1 -pg $kind
    # shellcheck disable=SC2086
    plain stack_ways stack_ways.c -O1 -pg -w -Wl,--unresolved-symbols=ignore-all $kind # no coroutines
    name=$(echo "$kind" | sed 's/ -Wl.*//; s,/[^ ]*/,,')
    rm -f gmon.out* stacks.gmon.out*
    timeout 60 ./prog join 40 >truth || echo 'it failed' >>truth
    read -r worked handled <truth
    is "$(calls work),$(calls many73)" "$worked,$((8 * (320 + handled)))" "$name: threads, every call counted"
    whole plain 300
    case $name in *.so) whole threads 3 ;; esac
    for way in return exit _exit quick_exit; do
        rm -f gmon.out* stacks.gmon.out*
        run timeout 60 ./ways $way
        is "$(calls work ways)" 10 "$name: $way"
    done
done
done_testing
