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

# Everything that is installed but the runtime (tests/runtime/install_runtime.t) and the info manual,
# which is there only where it could be made.
installed()
{
    (cd "dest dir" && find . -type f) | grep -v -e 'libgmon' -e '/gmon.*\.h$' -e '/cmake/' -e '/examples/' -e '\.info$' | sort
}

# tree TITLE SETTINGS...: what is installed with these settings, and that uninstall removes it all
tree()
{
    title=$1
    shift
    ok "$title: install" in_build install "$@"
    is "$(installed)" "$(cat want)" "$title: what is where"
    ok "$title: uninstall" in_build uninstall "$@"
    is "$(find 'dest dir' -type f)" '' "$title: nothing is left"
}

cat >want <<'END'
./opt/x/bin/bbconv
./opt/x/bin/gprof
./opt/x/bin/gprof-run
./opt/x/include/gprof.mk
./opt/x/share/doc/gprof/COPYING
./opt/x/share/doc/gprof/NEWS
./opt/x/share/doc/gprof/README
./opt/x/share/doc/gprof/SECURITY
./opt/x/share/doc/gprof/gmon-format
./opt/x/share/doc/gprof/gprof.schema.json
./opt/x/share/man/man1/bbconv.1
./opt/x/share/man/man1/gprof-run.1
./opt/x/share/man/man1/gprof.1
./opt/x/share/man/man5/gmon.out.5
./opt/x/share/man/man5/gmon.stacks.5
END
tree prefix prefix=/opt/x exec_prefix=/opt/x program_transform_name=s,x,x,

cat >want <<'END'
./b/my-bbconv-2
./b/my-gprof-2
./b/my-gprof-run-2
./d/COPYING
./d/NEWS
./d/README
./d/SECURITY
./d/gmon-format
./d/gprof.schema.json
./p/include/gprof.mk
./p/man/man1/my-bbconv-2.1
./p/man/man1/my-gprof-2.1
./p/man/man1/my-gprof-run-2.1
./p/man/man5/gmon.out.5
./p/man/man5/gmon.stacks.5
END
tree 'other names, other directories' \
    prefix=/p bindir=/b mandir=/p/man docdir=/d program_transform_name='s/^/my-/;s/$$/-2/'

in_build install prefix=/q bindir=/q/bin
ok 'programs may be executed' test -x 'dest dir/q/bin/gprof' -a -x 'dest dir/q/bin/bbconv'
echo mine >'dest dir/q/share/doc/gprof/mine'
in_build uninstall prefix=/q bindir=/q/bin
is "$(find 'dest dir' -type f)" 'dest dir/q/share/doc/gprof/mine' 'uninstall leaves what others put there'
rm -rf 'dest dir'

# what a user without rights is told
if test "$(id -u)" != 0; then
    mkdir -m 555 'dest dir'
    run in_build install prefix=/usr
    is_status 2 'without rights'
    like "$(cat "$err")" 'make install prefix=.HOME/.local' 'the remedy is told'
    chmod 755 'dest dir'
else
    touch occupied
    run "${MAKE:-make}" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" -o "$BUILD/gprof" -o "$BUILD/libgmon.a" \
        -o "$BUILD/libgmon.so" install prefix="$PWD/occupied"
    is_status 2 'where no directory can be'
    like "$(cat "$err")" 'make install prefix=.HOME/.local' 'the remedy is told'
fi
done_testing
