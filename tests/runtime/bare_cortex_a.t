#!/bin/sh
# bare_cortex_a.t - libgmon-bare on a Cortex-A under QEMU: ARM, Thumb with floating-point registers, AArch64
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL CPPFLAGS
programs=$SRCDIR/tests/progs/bare

# check COMPILER CPU QEMU FLAG...: build the library and the program, run it, look at its counts
check()
{
    ck_cc=$1 ck_cpu=$2 ck_qemu=$3
    ck_what="$2 $4 $5"
    shift 3
    if ! compiles "$ck_cc" -c || ! command -v "$ck_qemu" >/dev/null; then
        skip "$ck_what" "no $ck_cc that works, or no $ck_qemu"
        return
    fi
    rm -rf lib gmon.out
    run "${MAKE:-make}" -s -C "$SRCDIR" libgmon-bare CC="$ck_cc" CFLAGS="-mcpu=$ck_cpu $* -Os" BUILD="$PWD/lib"
    "$ck_cc" -mcpu="$ck_cpu" "$@" -O2 -g -ffreestanding -fno-pic -no-pie -fno-stack-protector -nostdlib \
        -I"$SRCDIR/include" -T "$programs/cortex_a.ld" -Wl,--build-id=none -o prog "$programs/cortex_a.c" \
        lib/libgmon-bare.a -lgcc || bail "$ck_what: cannot build cortex_a.c"
    timeout 60 "$ck_qemu" -M virt -cpu "$ck_cpu" -nic none -nographic -monitor none -serial none \
        -semihosting-config enable=on,target=native -kernel prog </dev/null
    is "$? $(gprof -b -p prog gmon.out | awk '$NF ~ /^(leaf|branch)$/ { print $NF, $4 }' | sort | xargs)" \
        '0 branch 500 leaf 1000' "$ck_what: every call is counted"
}

check arm-none-eabi-gcc cortex-a15 qemu-system-arm -pg -marm
check arm-none-eabi-gcc cortex-a15 qemu-system-arm -pg -mthumb -mfloat-abi=hard -mfpu=vfpv4
check arm-none-eabi-gcc cortex-a15 qemu-system-arm -finstrument-functions -marm
check aarch64-linux-gnu-gcc cortex-a53 qemu-system-aarch64 -pg
check aarch64-linux-gnu-gcc cortex-a53 qemu-system-aarch64 -finstrument-functions
done_testing
