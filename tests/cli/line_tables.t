#!/bin/sh
# line_tables.t - line tables of compilers and assemblers, read here and with libdw, give the same rows
#
# build/unit/test_line_tables compares; this makes its images: versions and forms of DWARF, with and
# without optimisation, in several languages and byte orders. LINE_TABLES_RUNS is that program's.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

: "${CC:=cc}"
cc=${CC%% *}
command -v "$cc" >/dev/null || skip_all "no $cc"
mkdir inc
cat >inc/part.h <<'END'
static inline int part(int a, int b)
{
    for (int i = 0; i < a; i++)
        b += i * b;
    return b;
}
END
cat >one.c <<'END'
#include "inc/part.h"
int two(int a);
int one(int a)
{
    if (a < 2)
        __builtin_trap();
    return part(a, 3) + two(a);
}
END
cat >two.c <<'END'
#include "inc/part.h"
int two(int a)
{
# 500 "made/up.y"
    int b = part(a, 5) + 1;
    return b > a ? b : part(b, a);
}
int unused(int a)
{
    return part(a, 7);
}
END
cat >three.cc <<'END'
template <int N> struct chain { static int go(int a) { return chain<N - 1>::go(a + N) * N; } };
template <> struct chain<0> { static int go(int a) { return a; } };
extern "C" int one(int a) { return chain<9>::go(a) + chain<4>::go(a); }
END
cat >four.f90 <<'END'
integer function one(a)
  integer, intent(in) :: a
  integer :: i
  one = 0
  do i = 1, a
    one = one + i * a
  end do
end function
END
cat >five.S <<'END'
        .text
        .globl one
        .type one, %function
one:
# 40 "generated.y"
        nop
        nop
# 43 "other.y"
        nop
        .size one, . - one
        .section .text.more, "ax"
        nop
END
made=
# image NAME COMPILER FLAGS... SOURCES: a program that is never run, for this machine or another one
image()
{
    name=$1
    shift
    command -v "$1" >/dev/null || return 0
    "$@" -nostdlib -nostartfiles -static -fno-pie -no-pie -fno-stack-protector -Wl,-e,one -o "$name" 2>>log &&
        made="$made $name"
}
for version in 2 3 4 5; do
    for compiler in "$CC" clang; do
        image "${compiler%% *}$version" $compiler -O0 -gdwarf-$version one.c two.c
        image "${compiler%% *}$version-O2" $compiler -O2 -gdwarf-$version one.c two.c
    done
    image "sections$version" $CC -O2 -gdwarf-$version -ffunction-sections -Wl,--gc-sections one.c two.c
    image "assembly$version" $CC -gdwarf-$version five.S
done
image wide4 $CC -O2 -gdwarf-4 -gdwarf64 one.c two.c
image wide5 $CC -O2 -gdwarf-5 -gdwarf64 one.c two.c
image compressed $CC -O2 -g -gz one.c two.c
image templates "${cc%cc}++" -O0 -g three.cc
image templates-O2 "${cc%cc}++" -O2 -g three.cc
image types "${cc%cc}++" -O1 -gdwarf-4 -fdebug-types-section three.cc
image split $CC -O2 -g -gsplit-dwarf one.c two.c
image fortran gfortran -O1 -g four.f90
image big-64 s390x-linux-gnu-gcc -O2 -g one.c two.c
image big-assembly s390x-linux-gnu-gcc -gdwarf-2 five.S
image small-32 arm-linux-gnueabi-gcc -mthumb -O2 -g one.c two.c
image fixed riscv64-linux-gnu-gcc -O0 -g one.c two.c
test "$made" || skip_all 'no debug information from this compiler'
# Names hold no blanks.
# shellcheck disable=SC2086
exec "$BUILD/unit/test_line_tables" $made
