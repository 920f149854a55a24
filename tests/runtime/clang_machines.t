#!/bin/sh
# clang_machines.t - clang assembles every machine's mcount.S
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
command -v clang >/dev/null || skip_all 'no clang'

# try MACHINE TARGET FLAG...
try()
{
    machine=$1 target=$2
    shift 2
    echo 'int n;' >try.c
    if ! clang --target="$target" "$@" -c try.c -o try.o 2>log; then
        skip "$target" 'this clang does not make code for it'
        return
    fi
    for file in "$SRCDIR/src/runtime/arch/$machine/mcount.S" "$SRCDIR/src/runtime/arch/generic/external.S"; do
        clang --target="$target" "$@" -I"$SRCDIR/src" -c "$file" -o code.o 2>log
        tap_result $? "$target: clang assembles $(basename "$file")" || diag "$(head -n 12 log)"
    done
}

try x86_64 x86_64-linux-gnu
try i386 i686-linux-gnu
try aarch64 aarch64-linux-gnu
try arm arm-linux-gnueabihf -march=armv7-a
try arm arm-linux-gnueabi -march=armv5te -mfloat-abi=soft
try riscv riscv64-linux-gnu -march=rv64gc
try riscv riscv32-linux-gnu -march=rv32gc
try s390x s390x-linux-gnu
try ppc64le powerpc64le-linux-gnu
try mips mips64el-linux-gnuabi64
try mips mips64-linux-gnuabi64
try mips mipsel-linux-gnu
try mips mips-linux-gnu
done_testing
