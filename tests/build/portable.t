#!/bin/sh
# portable.t - the sources compile without a warning for 32 bits, with musl, and with the libbfd of
# other years, whose headers differ in what the installed one is made to differ in here
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
cc=${CC:-cc}
cd "$SRCDIR" || bail 'no sources'

# Files of the analyser, those left out of this build by configure among them where they can be.
analyser()
{
    find src -name '*.c' ! -path 'src/runtime/*' | if test -e /usr/include/elfutils/libdw.h; then
        cat
    else
        grep -v '_dw\.c$'
    fi
}
jansson=
test ! -e /usr/include/jansson.h || jansson=-DHAVE_JANSSON

# syntax COMPILER FLAG... -- FILE...: whether it has nothing to say of them.
syntax()
{
    run timeout 120 "$@" -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
        -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Isrc -DPACKAGE_VERSION='"0"' -Iinclude -fsyntax-only
    test "$status" = 0 || diag "$(head -20 "$err")"
    return "$status"
}

# Headers of libraries, for compilers that have their own of the C library.
libraries=
for dir in /usr/include/libiberty "/usr/include/$($cc -print-multiarch 2>/dev/null)" /usr/include; do
    libraries="$libraries -idirafter $dir"
done
for compiler in i686-linux-gnu-gcc musl-gcc; do
    if command -v $compiler >/dev/null; then
        # shellcheck disable=SC2046,SC2086
        ok "$compiler: the analyser" syntax $compiler $jansson $libraries $(analyser)
    else
        skip "$compiler: the analyser" "no $compiler"
    fi
done

# What versions of libbfd differ in, see core_object.c: the type of a checksum, and the names of
# functions that read.
bfd_h=$(echo '#include <bfd.h>' | $cc -E -DPACKAGE=1 -DPACKAGE_VERSION=1 - 2>/dev/null |
    sed -n 's/^# 1 "\(.*\/bfd\.h\)".*/\1/p' | sed 1q)
test -n "$bfd_h" || bail "no bfd.h"
for crc in 'unsigned long' uint32_t; do
    mkdir -p "$tap_dir/$crc"
    sed "s/bfd_get_debug_link_info (bfd \*abfd, [a-z0-9_ ]* \*crc/bfd_get_debug_link_info (bfd *abfd, $crc *crc/
        s/bfd_b*read/bfd_other_read/; s/bfd_b*write/bfd_other_write/" "$bfd_h" >"$tap_dir/$crc/bfd.h"
    like "$(cat "$tap_dir/$crc/bfd.h")" "debug_link_info.*$crc" "a bfd.h with $crc"
    # shellcheck disable=SC2046,SC2086
    ok "and the files that use it" syntax $cc -isystem "$tap_dir/$crc" $libraries src/image/*.c
done
done_testing
