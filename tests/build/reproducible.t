#!/bin/sh
# reproducible.t - builds in different places, by different users, at different times are equal to the byte
#
# Builds twice: other directories, HOME and USER, locale, time zone, umask, times of files, their order in
# directories, and number of jobs. `make check` builds the runtime, some of gprof's objects and the
# archive of the sources so; `make check-all` (FEWER=1) everything that is installed.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS

# sources DIRECTORY ORDER: a copy of the sources, whose files come in that order
sources()
{
    mkdir -p "$1"
    (
        cd "$SRCDIR" || exit 1
        for item in Makefile configure.ac bootstrap README COPYING LICENSES .reuse .ci src include doc tests; do
            test ! -e "$item" || find "$item" ! -type d
        done
        test ! -e .git || test ! -e configure || echo configure
    ) | LC_ALL=C sort "$2" | tar -C "$SRCDIR" -cf - -T - | tar -C "$1" -xf -
}

sources a -k1
sources b/a-name-that-is-longer -rk1
find b -type f ! -name configure -exec touch -d 2001-02-03 {} +
objects='build/obj/src/main.o build/obj/src/option_table.o build/obj/src/export/html_text.o'
runtime='build/libgmon.a build/libgmon.so'
test -f "$BUILD/libgmon.a" || runtime=
if test "${FEWER:-1}" = 1; then
    goals='all install install-strip'
else
    goals="$objects $runtime"
fi

# The archive needs configure, the manual what makes it.
if test -f a/configure || command -v autoconf >/dev/null; then
    goals="$goals dist"
else
    note 'no archive of the sources, as there is no autoconf'
fi

# build DIRECTORY JOBS: what is built there, into DIRECTORY/log
build()
{
    (
        cd "$1" || exit 1
        for goal in $goals; do
            "$make" -s -j"$2" CFLAGS='-O0 -g' CC="${CC:-cc}" SOURCE_DATE_EPOCH=1700000000 \
                DESTDIR="$PWD/build/$goal" "$goal" || exit 1
        done
    ) >"$1/log" 2>&1 || {
        diag "$(tail -20 "$1/log")"
        return 1
    }
}

locale=$(locale -a 2>/dev/null | grep -i -m1 -e '^tr_TR.utf' -e '^de_DE.utf' -e '\.utf' || echo C)
(umask 022 && HOME=/nowhere USER=one LOGNAME=one TZ=UTC LC_ALL=C build a 1)
is $? 0 'a build'
(umask 077 && HOME=$PWD USER=another LOGNAME=another TZ=Asia/Kathmandu LC_ALL=$locale LANGUAGE=de \
    TMPDIR=$PWD COLUMNS=60 build b/a-name-that-is-longer 8)
is $? 0 "another one, $locale"

products()
{
    (
        cd "$1/build" || exit 1
        if test "${FEWER:-1}" = 1; then
            find install install-strip ./*.tar.gz gprof libgmon.* libgprof-core.a gprof.info gprof.html obj/src \
                -type f ! -name '*.d'
        else
            for file in $objects $runtime; do
                echo "${file#build/}"
            done
            find . -maxdepth 1 -name '*.tar.gz' -o -maxdepth 1 -name 'gprof.info' -o -maxdepth 1 -name 'gprof.html'
        fi | LC_ALL=C sort
    )
}

is "$(products b/a-name-that-is-longer)" "$(products a)" 'the same files'
different=
for file in $(products a); do
    cmp "a/build/$file" "b/a-name-that-is-longer/build/$file" >>different 2>&1 || different="$different $file"
done
is "$different" '' "$(products a | wc -l) files are equal" || diag "$(cat different)"
done_testing
