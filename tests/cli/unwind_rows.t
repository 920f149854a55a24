#!/bin/sh
# unwind_rows.t - functions of stripped programs have the addresses and sizes that their symbols had, on all machines
#
# Programs are linked, not run: samples are made up for every function.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

cat >prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int __attribute__((noinline)) leaf(int n) { return n * 3; }
static int __attribute__((noinline)) deep(char *p, int n) { char more[n + 1]; more[n] = *p; return more[n] + leaf(n); }
static int compare(const void *l, const void *r) { return leaf(*(const char *)l) - *(const char *)r; }
int main(int c, char **v)
{
    qsort(v[0], (size_t)c, 1, compare);
    return puts(v[0]) + deep(v[0], c);
}
END

# The functions of prog.c in ./prog: ADDRESS SIZE
functions()
{
    "$nm" -S prog | sed -n 's/^0*\([0-9a-f]*\) 0*\([0-9a-f]*\) [Tt] \(leaf\|deep\|compare\|main\)$/\1 \2/p' |
        sort
}

# The same, as the report of ./stripped has them; on some machines the program exports main
rows()
{
    gprof --export=json stripped gmon.out 2>"$err" |
        sed -n 's/.*"linker":"\(stripped+0x[0-9a-f]*\|main\)".*"address":"0x\([0-9a-f]*\)","size":\([0-9]*\),.*/\2 \3/p' |
        while read -r address size; do printf '%s %x\n' "$address" "$size"; done | sort
}

check_linked() # NAME FLAG...
{
    name=$1
    shift
    "$cc" -fasynchronous-unwind-tables "$@" prog.c -o prog 2>"$err" || {
        skip "$name" 'cannot be linked'
        return
    }
    "$strip" prog -o stripped
    functions >want
    {
        printf '%s\n' "width $class" "endian $data" magic
        while read -r address size; do
            printf '%s\n' "hist 0x$address 0x$(printf %x $((0x$address + 4))) 2 100 seconds s" 'bin 0 3'
        done <want
    } | "$TOOLS/mkgmon" >gmon.out
    rows >got
    is "$(wc -l <want)" 4 "$name: four functions"
    is_file got want "$name: the same ones in the stripped program"
}

find_tools()
{
    prefix=$1-
    test "$1" != native || prefix=
    cc=${prefix}gcc nm=${prefix}nm readelf=${prefix}readelf strip=${prefix}strip
    test "$1" != native || cc=$CC
    command -v "$cc" >/dev/null && "$cc" -c prog.c -o prog.o 2>"$err" || return 1
    class=$("$readelf" -h prog.o | sed -n 's/.*Class: *ELF//p')
    data=little
    "$readelf" -h prog.o | grep -q 'Data:.*big' && data=big
    return 0
}

# ARM has tables of its own, in which neighbours share entries; only .debug_frame, if it is kept, is read there.
: "${CC:=cc}"
for triplet in ${MACHINES:-native x86_64-linux-gnux32 i686-linux-gnu aarch64-linux-gnu riscv64-linux-gnu s390x-linux-gnu \
    powerpc64le-linux-gnu mipsel-linux-gnu}; do
    if ! find_tools "$triplet"; then
        skip "$triplet" "no $triplet-gcc"
        continue
    fi
    check_linked "$triplet, PIE" -O1 -fPIE -pie
    check_linked "$triplet, no PIE" -O2 -no-pie
    check_linked "$triplet, static" -O2 -static
    check_linked "$triplet, without optimization" -O0
done

done_testing
