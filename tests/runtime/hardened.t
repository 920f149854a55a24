#!/bin/sh
# hardened.t - libgmon is built with the flags that distributions build their packages with, and for 32 bits
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

test -z "$VALGRIND$VARIANT" || skip_all 'a build of its own'
: "${MAKE:=make}"
# Not those of the make that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL

# supported FLAG...: those that the compiler knows.
supported()
{
    for flag; do
        $CC -Werror "$flag" -c -x c /dev/null -o flag.o 2>/dev/null && printf '%s ' "$flag"
    done
}

# built WHAT CFLAGS LDFLAGS
built()
{
    rm -rf own gmon.out
    run $MAKE -s -f "$SRCDIR/Makefile" BUILD="$PWD/own" CC="$CC" CFLAGS="$2" LDFLAGS="$3" runtime
    is "$status" 0 "$1: builds"
    libgmon_a=$PWD/own/libgmon.a libgmon_so=$PWD/own/libgmon.so
    plain preloaded ways.c -O1 -pg
    prog prog ways.c -O1
    ./prog
    is "$(calls work)" 10 "$1: the archive counts"
    rm -f gmon.out
    preload ./preloaded
    is "$(calls work preloaded)" 10 "$1: the library counts"
    is "$(objdump -d own/obj/src/runtime/*/*.o own/obj/src/runtime/*/*/*.o | grep -c '%[xyz]mm')" 0 \
        "$1: and no vector register is touched"
}

built 'all programs are PIE' '-O2' '-pie'
built 'a distribution' "-g -O2 -Wall $(supported -flto=auto -fexceptions -fstack-protector-strong \
    -fstack-clash-protection -fcf-protection -grecord-gcc-switches) -Wp,-D_FORTIFY_SOURCE=2 -fPIE" \
    '-Wl,-z,relro -Wl,-z,now -Wl,--as-needed -fPIE -pie'
built 'everything static' "-O3 $(supported -ftrivial-auto-var-init=zero -fzero-call-used-regs=used-gpr \
    -march=native)" '-static-pie'
if compiles "$CC -m32" -include stdio.h -include linux/futex.h && "$tap_dir/compiles"; then
    CC="$CC -m32"
    built 'a compiler with an option for another machine' '-O2' ''
else
    skip 'a compiler with an option for another machine' "$CC -m32 makes no programs"
fi
done_testing
