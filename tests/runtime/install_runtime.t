#!/bin/sh
# install_runtime.t - libgmon as it is installed: pkg-config, -lgmon, LD_PRELOAD by name, uninstall
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT
. "$SRCDIR/tests/runtime/runtime.sh"

in_build()
{
    make_with_products DESTDIR="$PWD/dest" prefix=/usr exec_prefix=/usr "$@"
}

ok 'make install-runtime' in_build install-runtime
sed -n 's/^libgmon [0-9]* //p' "$SRCDIR/tests/build/installed.list" | sed 's,@docdir@,/usr/share/doc/gprof,
    s,@mandir@,/usr/share/man,; s,@\([a-z]*\)dir@,/usr/\1,' | sort >want
(cd dest && find . ! -type d) | sed 's/^.//' | sort >got
is_file got want 'archive, library, headers, pkg-config, CMake, manual pages'
is "$(readelf -SW dest/usr/lib/libgmon.a | grep -c '\.debug_')" 0 'reports by line name no source of libgmon'
if command -v pkg-config >/dev/null; then
    PKG_CONFIG_LIBDIR=$PWD/dest/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$PWD/dest
    # Below a sysroot /usr/include is no directory of the system, which pkg-config 0.29 has to be told.
    export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
    # shellcheck disable=SC2046
    ok 'a program is built as pkg-config says' $CC -pthread -o prog "$progs/ways.c" $(pkg-config --cflags --libs libgmon)
    ./prog
    is "$(calls work)" 10 'and profiled'
    # shellcheck disable=SC2046
    ok 'so is a static one' $CC -static -o prog "$progs/ways.c" $(pkg-config --static --cflags --libs libgmon)
    rm -f gmon.out && ./prog
    is "$(calls work)" 10 'and profiled'
    unset PKG_CONFIG_SYSROOT_DIR

    # Moved as a whole, the directories follow.
    mv dest/usr 'moved here'
    PKG_CONFIG_LIBDIR='moved here/lib/pkgconfig'
    eval "ok 'moved with blanks, too' $CC -pthread -o prog '$progs/ways.c' \
        $(pkg-config --define-variable=prefix="$PWD/moved here" --cflags --libs libgmon)"
    rm -f gmon.out && ./prog
    is "$(calls work)" 10 'and profiled'
    mv 'moved here' dest/usr

    # pc SETTINGS...: what the file says of its directories with other settings
    pc()
    {
        make_with_products DESTDIR="$PWD/pc" pkgconfigdir=/pc "$@" install-runtime
        PKG_CONFIG_LIBDIR=$PWD/pc/pc
        pkg-config --variable=libdir libgmon
        pkg-config --variable=includedir libgmon
    }
    is "$(pc prefix=/usr exec_prefix=/usr libdir=/usr/lib/x86_64-linux-gnu)" '/usr/lib/x86_64-linux-gnu
/usr/include' 'multiarch'
    is "$(pc prefix=/a exec_prefix=/a/x libdir=/a/x/lib)" '/a/x/lib
/a/include' '--exec-prefix'
    is "$(pc prefix=/a exec_prefix=/a libdir=/l includedir=/i)" '/l
/i' 'directories that the prefix does not hold'
else
    skip pkg-config 'no pkg-config'
fi
rm -f gmon.out
ok '-lgmon finds a library' $CC -pg -pthread -Idest/usr/include -o prog "$progs/ways.c" -Ldest/usr/lib -lgmon
is "$(readelf -d prog | grep -c libgmon)" 0 'and that is the archive'
plain preloaded ways.c -pg
LD_LIBRARY_PATH=$PWD/dest/usr/lib LD_PRELOAD=libgmon.so.1 ./preloaded
is "$(calls work preloaded)" 10 'LD_PRELOAD=libgmon.so.1'
ok 'make uninstall-runtime' in_build uninstall-runtime
is "$(find dest ! -type d)" '' 'leaves no file'
echo '#include <gmon.h>
int main() { moncontrol(1); return gmon_dump(0); }' >header.cc
if command -v g++ >/dev/null; then
    ok 'gmon.h is fit for C++' g++ -pg -Wall -Werror -pedantic -I"$SRCDIR/include" header.cc "$libgmon_a" -o header
fi
done_testing
