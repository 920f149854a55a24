#!/bin/sh
# autoconf.t - a project with a configure script is profiled as the manual says
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT CFLAGS CPPFLAGS CXXFLAGS FFLAGS LDFLAGS LIBS
. "$SRCDIR/tests/runtime/runtime.sh"
command -v autoconf >/dev/null || skip_all 'no autoconf'
export CC

cat >prog.c <<'END'
static int __attribute__((noinline, noclone)) work(int n)
{
    static volatile int sum;

    return sum += n;
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        work(i);
}
END
cat >configure.ac <<'END'
AC_INIT([prog], [1])
AC_CONFIG_SRCDIR([prog.c])
AC_PROG_CC
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
cat >Makefile.in <<'END'
prog: @srcdir@/prog.c
	@CC@ @CFLAGS@ @LDFLAGS@ -o $@ @srcdir@/prog.c @LIBS@
END
mkdir lib && ln -s "$libgmon_a" lib/libgmon.a
LIBRARY_PATH=$PWD/lib
export LIBRARY_PATH
run sh -c 'autoconf && mkdir profile && cd profile &&
    CFLAGS="-pg -g -O2" LDFLAGS=-pg LIBS=-lgmon ../configure && make'
is_status 0 'it is configured and built'
cd profile || exit 1
rm -f gmon.out
./prog
is "$(calls work)" 10 'and profiled'
is "$(nm prog | grep -c gmon_dump)" 1 'with libgmon'
done_testing
