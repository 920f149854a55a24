#!/bin/sh
# stub_rows.t - entries of procedure linkage tables have rows of their own in new reports, on all machines
#
# Programs are linked, not run: a sample is made up for every entry, and what it is charged to is held
# against the names that the machine's own objdump gives. Classic reports charge them as GNU gprof does.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

cat >prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int work(char **v)
{
    void *p = malloc(strlen(v[0]));
    free(p);
    return getppid() + rand() + memcmp(v[0], v[1], 5) + atoi(v[2]);
}
int main(int c, char **v)
{
    return puts(getenv(v[c - 1])) + work(v);
}
END

# The entries of ./prog as objdump names them: ADDRESS NAME@plt. On PowerPC those names are of what
# only the first call of each function goes through, and the entries are symbols.
named_entries()
{
    case $triplet in
    powerpc*) named='[0-9a-f]*[.]plt_call[.]\([^>@]*\)@@[^>]*' ;;
    *) named='\([^>@]*\)@plt' ;;
    esac
    "$objdump" -d prog | sed -n "s/^0*\([0-9a-f]*\) <$named>:\$/\1 \2@plt/p"
}

# Read addresses, give each a number of samples, write gmon.out and lines `NAME SAMPLES' to ./want.
make_samples()
{
    sort >entries
    perl -ane '
        BEGIN { ($class, $data) = splice @ARGV, 0, 2 }
        push @at, [ hex $F[0], $F[1] ];
        END {
            @at = sort { $a->[0] <=> $b->[0] } @at;
            my ($low, $n) = ($at[0][0], ($at[-1][0] - $at[0][0]) / 2 + 8);
            printf STDERR "width %s\nendian %s\nmagic\nhist 0x%x 0x%x %d 100 seconds s\n", $class, $data,
                $low, $low + 2 * $n, $n;
            for (0 .. $#at) {
                printf STDERR "bin %d %d\n", ($at[$_][0] - $low) / 2, $_ + 1;
                print "$at[$_][1] ", $_ + 1, "\n";
            }
        }' "$class" "$data" entries 2>data.txt | sort >want
    "$TOOLS/mkgmon" -o gmon.out <data.txt || bail 'cannot make data'
}

# What is charged to stubs, as in ./want.
charged()
{
    gprof --export=csv "$1" gmon.out 2>"$err" | awk -F, '$1 == "function" && $3 ~ /[@<]plt/ { print $3, $11 }' |
        sort
}

check_linked() # NAME FLAG...
{
    name=$1
    shift
    "$cc" "$@" -rdynamic prog.o -o prog 2>"$err" || {
        skip "$name" 'cannot be linked'
        return
    }
    named_entries | make_samples
    charged prog >got
    test "$(wc -l <got)" -ge 4 || skip "$name: has few entries" "$(wc -l <got)"
    is_file got want "$name: each entry has its row"
    "$strip" prog -o stripped 2>"$err"
    charged stripped >got
    is_file got want "$name, stripped: each entry has its row"
    unlike "$(gprof -b -p prog gmon.out 2>&1)" '[@<]plt' "$name: the flat profile has none"
    like "$(gprof -b --top prog gmon.out 2>&1)" 'getppid@plt' "$name: --top has them"
}

# Which of several functions is called is chosen at the start of a static program, by relocations
# without a symbol, and calls of it go by entries without a name.
check_static()
{
    "$cc" -static prog.o -o prog 2>"$err" || {
        skip "$triplet, static" 'cannot be linked'
        return
    }
    chosen=$("$readelf" -rW prog | grep -c IRELATIV)
    table=$("$objdump" -h prog | awk '$2 ~ /^[.]i?plt$/ { getline flags; if (flags ~ /CODE/) print $4, $3 }')
    if test "$chosen" = 0 || test -z "$table"; then
        skip "$triplet, static" 'it has no table'
        return
    fi
    # shellcheck disable=SC2086
    perl -e '($at, $size) = map { hex } @ARGV; printf "%x any\n", $at + 4 * $_ for 0 .. $size / 4 - 1' $table |
        make_samples
    charged prog >got
    ok "$triplet, static: at most $chosen entries, $(wc -l <got) rows" test "$(wc -l <got)" -le "$chosen"
    like "$(cat got)" '^(str[a-z]*|mem[a-z]*)@plt ' "$triplet, static: they have names"
    unlike "$(cat got)" '<plt>' "$triplet, static: all have"
    is "$(awk '{ n += $2 } END { print n }' got)" "$(awk '{ n += $2 } END { print n }' want)" \
        "$triplet, static: and all of the samples"
}

# The tools of a triplet, `native' or one with a prefix; false where they are not there.
find_tools()
{
    prefix=$1-
    test "$1" != native || prefix=
    cc=${prefix}gcc objdump=${prefix}objdump readelf=${prefix}readelf strip=${prefix}strip
    test "$1" != native || cc=$CC
    command -v "$cc" >/dev/null && "$cc" -O1 -fPIE -c prog.c -o prog.o 2>"$err" || return 1
    class=$("$readelf" -h prog.o | sed -n 's/.*Class: *ELF//p')
    data=little
    "$readelf" -h prog.o | grep -q 'Data:.*big' && data=big
    return 0
}

: "${CC:=cc}"
for triplet in ${MACHINES:-native x86_64-linux-gnux32 i686-linux-gnu aarch64-linux-gnu arm-linux-gnueabihf \
    riscv64-linux-gnu s390x-linux-gnu powerpc64le-linux-gnu mipsel-linux-gnu}; do
    if ! find_tools "$triplet"; then
        skip "$triplet" "no $triplet-gcc"
        continue
    fi
    case $triplet in
    mips*) # calls by stubs are not what its compilers do by themselves
        "$cc" -O1 -mplt -mno-shared -fno-pic -c prog.c -o prog.o 2>"$err"
        check_linked "$triplet, no PIE" -no-pie -mplt -mno-shared
        continue
        ;;
    esac
    check_linked "$triplet, PIE" -pie
    check_linked "$triplet, no PIE" -no-pie
    check_linked "$triplet, bound at the start" -pie -Wl,-z,now
    case $triplet in native | x86_64* | i686*) check_linked "$triplet, with CET" -pie -Wl,-z,ibtplt ;; esac
    case $triplet in aarch64*) check_linked "$triplet, with BTI and PAC" -pie -Wl,-z,force-bti -Wl,-z,pac-plt ;; esac
    check_static
done
done_testing
