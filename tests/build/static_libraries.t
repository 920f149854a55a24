#!/bin/sh
# static_libraries.t - gprof linked with the static libbfd, by what configure --with-static-bfd finds;
# none of its names is one of a library's
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
cc=${CC:-cc}
unset CFLAGS CPPFLAGS LDFLAGS LIBS GPROF_BOOTSTRAP

nm -g "$BUILD/libgprof-core.a" 2>/dev/null | awk '$2 ~ /[TDBR]/ { print $3 }' | sort -u >ours
ok 'gprof has names' test -s ours
for library in bfd iberty z jansson dw elf zstd; do
    file=$($cc -print-file-name=lib$library.a)
    if test -f "$file"; then
        nm -g "$file" 2>/dev/null | awk '$2 ~ /[TDBR]/ { print $3 }' | sort -u >theirs
        is "$(comm -12 ours theirs)" '' "lib$library has none of them"
    else
        skip "lib$library has none of them" 'no static one'
    fi
done

command -v autoconf >/dev/null || { skip 'the static libbfd' 'no autoconf'; done_testing; }
ok 'autoconf makes configure' sh -c "autoconf -o configure '$SRCDIR/configure.ac'; rm -rf autom4te.cache"
run ./configure -q --srcdir="$SRCDIR" --with-static-bfd --without-libdw --without-jansson CC="$cc"
is_status 0 'configure --with-static-bfd'
is "$(sed -n 's/^HAVE_[A-Z]* = //p' build/config.mk | tr -d '\n')" '' '--without-libdw --without-jansson'
libs=$(sed -n 's/^LIBS = //p' build/config.mk)
case $libs in
*libbfd.a*)
    # This build's objects may use the libraries that configure was told to leave out.
    found=$(ldd "$GPROF" | grep -q libdw && echo -ldw -lelf) more=$(ldd "$GPROF" | grep -q libjansson && echo -ljansson)
    # shellcheck disable=SC2086
    ok 'gprof links with it' $cc -o gprof "$BUILD/obj/src/main.o" "$BUILD/libgprof-core.a" \
        $libs $found $more -lm -pthread
    unlike "$(ldd ./gprof)" 'libbfd' 'and needs no libbfd to run'
    like "$(./gprof -v)" '^gprof ' 'it runs'
    ;;
*)
    like "$(cat "$err")" 'libzstd-dev' 'where it cannot be linked configure names what is missing'
    ;;
esac
done_testing
