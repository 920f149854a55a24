#!/bin/sh
# bare_riscv.t - libgmon-bare on RISC-V under QEMU: counts, by way of a serial line
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL CPPFLAGS
example=$SRCDIR/doc/examples/bare-riscv
compiles riscv64-unknown-elf-gcc -c || skip_all 'no riscv64-unknown-elf-gcc that works'
for command in qemu-system-riscv32 qemu-system-riscv64; do
    command -v "$command" >/dev/null || skip_all "no $command"
done

# check WHAT DIRECTORY VARIABLE...: build and run the example there, look at its report
check()
{
    ck_what=$1 ck_out=$2
    shift 2
    run "${MAKE:-make}" -s -C "$example" report OUT="$PWD/$ck_out" GPROF="$GPROF -b -p" "$@"
    is_status 0 "$ck_what: make report" || diag "$(cat "$out")"
    is "$(awk '$NF ~ /^(sieve|cross_out|gcd)$/ { print $NF, (NF >= 7 ? $4 : 0) }' "$out" | sort | xargs)" \
        'cross_out 45240 gcd 1000 sieve 20' "$ck_what: every call is counted"
    like "$(grep cross_out "$out")" '^ *[4-9][0-9]\.' "$ck_what: and samples are where the time is spent"
}

check 'rv32imac, -pg' rv32
is "$(sed 's/^#gmon .*/#gmon/' rv32/log | uniq | xargs)" 'started sending the profile #gmon done' \
    'the data file came between other lines'
run gprof -b -q rv32/prog.elf rv32/log
like "$(cat "$out")" '1000\+1000 +gcd' 'recursion is told apart'
like "$(cat "$out")" '45240/45240 +sieve' 'and so are callers'
check 'rv64imac, -pg' rv64 BITS=64
check 'rv32im, without atomic instructions, -finstrument-functions' rv32im MARCH=rv32im_zicsr \
    PROFILE=-finstrument-functions

done_testing
