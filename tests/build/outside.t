#!/bin/sh
# outside.t - builds outside the source tree, which stays untouched; configure's options
#
# Compiles everything once, without optimisation, and again where configure finds other things than make
# does by itself.  Skipped in variant builds, about which it would tell nothing.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS

mkdir source
for item in Makefile configure.ac bootstrap README COPYING src include doc; do
    test ! -e "$SRCDIR/$item" || cp -R "$SRCDIR/$item" source/
done
chmod -R a-w source
listing()
{
    find source | sort | xargs ls -ld
}
before=$(listing)

source=$PWD/source
mkdir plain
ok 'make -f from another directory, no configure' \
    sh -c "cd plain && '$make' -s -f '$source/Makefile' CC='${CC:-cc}' CFLAGS='-O0 -g0'"
ok 'the binary is in build/ there' test -x plain/build/gprof
is "$(cd plain && ls)" build 'and nothing else'
again=$(cd plain && "$make" -f "$source/Makefile" CC="${CC:-cc}" CFLAGS='-O0 -g0')
unlike "$again" 'CC|LINK' 'a second make compiles nothing'
again=$(cd plain && "$make" -n -f "$source/Makefile" CFLAGS='-O0 -DOTHER')
like "$again" 'CC ' 'other CFLAGS compile again'

if command -v autoconf >/dev/null; then
    # For root nothing is read-only, so bootstrap could make configure in the source; make it here.
    mkdir configured
    ok 'autoconf makes configure' sh -c \
        'cd configured && autoconf -o configure ../source/configure.ac && rm -rf autom4te.cache'
    ok 'configure in another directory' sh -c "cd configured && ./configure -q --srcdir=../source \
        --prefix=/opt/y --program-prefix=x- --program-suffix=-y CC='${CC:-cc}' CFLAGS='-O0 -g0'"
    mkdir -p configured/build && cp -Rp plain/build/obj plain/build/flags configured/build
    ok 'make there' sh -c "cd configured && '$make' -s"
    ok 'make install there' sh -c "cd configured && '$make' -s install DESTDIR='$PWD/dest'"
    is "$(find dest/opt/y/bin -type f | sort)" 'dest/opt/y/bin/x-bbconv-y
dest/opt/y/bin/x-gprof-run-y
dest/opt/y/bin/x-gprof-y' 'prefix and names are kept'
    like "$(cat configured/build/config.mk)" '^CFLAGS = -O0 -g0$' 'CFLAGS are kept'
    ok 'config.status again' sh -c 'cd configured && ./config.status -q'
    again=$(cd configured && "$make")
    unlike "$again" 'CC|LINK' 'compiles nothing'
    ok 'distclean' sh -c "cd configured && '$make' -s distclean"
    is "$(cd configured && ls -A)" '' 'leaves nothing behind'
else
    skip 'configure' 'no autoconf'
fi
is "$(listing)" "$before" 'the source tree is as it was'
done_testing
