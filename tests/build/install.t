#!/bin/sh
# install.t - what `make install` puts where, and that uninstall takes it away
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT

# -o: what is under test is installed as it is, never rebuilt from here.
in_build()
{
    "${MAKE:-make}" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" -o "$BUILD/gprof" \
        -o "$BUILD/libgmon.a" -o "$BUILD/libgmon.so" DESTDIR="$PWD/dest dir" "$@"
}

# What is installed, without the runtime (tests/runtime/install_runtime.t) and the man page.
installed()
{
    find "dest dir" -type f | grep -v -e '\.1$' -e gmon | sort
}

ok 'install with DESTDIR' in_build install prefix=/opt/x exec_prefix=/opt/x program_transform_name=s,x,x,
is "$(installed)" 'dest dir/opt/x/bin/bbconv.pl
dest dir/opt/x/bin/gprof' 'the binary and the script are in bin'
ok 'the binary may be executed' test -x 'dest dir/opt/x/bin/gprof'
ok 'the script, too' test -x 'dest dir/opt/x/bin/bbconv.pl'
if test -f "$SRCDIR/doc/gprof.1"; then
    ok 'the man page is installed' test -f 'dest dir/opt/x/share/man/man1/gprof.1'
else
    skip 'the man page is installed' 'there is none yet'
fi
ok 'uninstall' in_build uninstall prefix=/opt/x exec_prefix=/opt/x program_transform_name=s,x,x,
is "$(find 'dest dir' -type f)" '' 'nothing is left'

ok 'install under another name, in another bindir' \
    in_build install prefix=/p bindir=/b mandir=/p/man program_transform_name='s/^/my-/;s/$$/-2/'
is "$(installed)" 'dest dir/b/my-bbconv.pl-2
dest dir/b/my-gprof-2' 'the names are transformed'
done_testing
