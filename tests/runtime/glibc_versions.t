#!/bin/sh
# glibc_versions.t - libgmon needs nothing of glibc that came after 2.17, which is that of 2012
#
# A symbol of the library may have a newer version where the one of this glibc has that by default; the
# older version must be there, too, as it is what a build with an older glibc takes.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
: "${CC:=cc}"
test -f "$BUILD/libgmon.a" || skip_all 'no libgmon for this machine'
libc=$($CC -print-file-name=libc.so.6)
nonshared=$($CC -print-file-name=libc_nonshared.a)
readelf -VW "$libc" 2>/dev/null | grep -q 'Name: GLIBC_2\.17$' || skip_all 'no glibc that knows the version 2.17'

# Lines `NAME VERSION', all versions of each. libdl is part of libc since 2.34; the loader has the list
# of what is loaded.
loader=$(readelf -lW "$libc" | sed -n 's/.*interpreter: \(.*\)\]/\1/p')
nm -D --defined-only "$libc" "$loader" "$($CC -print-file-name=libdl.so.2)" | sed -n 's/.* \([^ @]*\)@@*GLIBC_\([0-9.]*\)$/\1 \2/p' >given
nm --defined-only "$nonshared" 2>/dev/null | sed -n 's/.* [TtWi] \(.*\)$/\1 2.0/p' >>given

# too_new FILE: which of its names, one a line, have no version up to 2.17
too_new()
{
    awk 'function age(v, n, i, s) { n = split(v, i, "."); s = i[1] * 1000000 + i[2] * 1000 + (n > 2 ? i[3] : 0); return s }
        FILENAME == "given" { if (age($2) <= age("2.17")) old[$1] = 1; next } !($1 in old) { print $1 }' given "$1"
}
nm -u "$BUILD/libgmon.a" | awk '$1 == "U" && $2 != "main" && $2 != "_GLOBAL_OFFSET_TABLE_" && $2 != "__dso_handle" { print $2 }' >archive
nm -D -u "$BUILD/libgmon.so" | awk '$1 == "U" { sub(/@.*/, "", $2); print $2 }' >shared
ok 'it needs some functions' test "$(wc -l <archive)" -gt 5
is "$(too_new archive)" '' 'all that the archive needs was in glibc 2.17'
is "$(too_new shared)" '' 'and all that the shared library needs'

# What has come since is asked for weakly, and done without. __bsd_signal is only in a static libc.
is "$(nm -D -u "$BUILD/libgmon.so" | awk '$1 ~ /^[wv]$/ { print $2 }' | grep -v '^_ITM\|^__gmon_start__\|^__cxa_finalize\|^__bsd_signal' |
    sed 's/@.*//' | sort >weak && too_new weak | grep -v '^__st[aor]*[pt]_gmon_text$')" __libc_single_threaded \
    'one newer name may be missing'
echo 'statx 2.28' >>given
echo statx >newer
is "$(too_new newer)" statx 'a newer function is found by this'
done_testing
