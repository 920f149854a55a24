#!/bin/sh
# code_rules.t - where no table tells of the stack, the code does, and says what a table would
#
# progs/runtime/code_rules.c is compiled with the unwinder itself for each machine whose
# instructions are known, with tables of every instruction, and run by its emulator: nothing here
# depends on the clock. MACHINES are names of rows below; by default those of two machines.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
runtime=$SRCDIR/src/runtime
test -z "$VALGRIND" || skip_all 'other machines'

# NAME TRIPLET EMULATOR MODE FLAG...
rows='thumb arm-linux-gnueabihf qemu-arm 1 -mthumb
arm arm-linux-gnueabihf qemu-arm 0 -marm
mipsel mipsel-linux-gnu qemu-mipsel 0
mips64el mips64el-linux-gnuabi64 qemu-mips64el 0
riscv64 riscv64-linux-gnu qemu-riscv64 0'
: "${MACHINES:=thumb mipsel}"
test "$MACHINES" != all || MACHINES=$(echo "$rows" | sed 's/ .*//')

# NAME AGREED DIFFERING UNKNOWN: at most one place in 50 differs, as there are data among code, and
# one in 30 is not known.
judge()
{
    ok "$1: of $2 places $3 differ, and $4 are not known" \
        test "$2" -gt 200 -a $((50 * $3)) -le "$2" -a $((30 * $4)) -le "$2"
}

for name in $MACHINES; do
    # shellcheck disable=SC2046 # the words of the row
    set -- $(echo "$rows" | sed -n "s/^$name //p")
    triplet=$1 qemu=$2 mode=$3
    shift 3
    compiles "$triplet-gcc" || { skip "$name" "no $triplet-gcc that works"; continue; }
    command -v "$qemu" >/dev/null || { skip "$name" "there is no $qemu"; continue; }
    arch=$(printf '#include "runtime/arch/target.h"\nGM_ARCH\n' | "$triplet-gcc" -std=c11 -I"$SRCDIR/src" -E -P - | tail -n 1)
    mkdir "$name" || bail 'no directory'
    cd "$name" || bail 'no directory'
    # Compilers for ARM write such tables for debuggers alone, which are not loaded.
    for source in "$SRCDIR"/tests/progs/runtime/code_rules.c "$runtime"/core/unwind*.c "$runtime"/core/objects.c \
        "$runtime"/core/state.c "$runtime/arch/$arch"/effect*.c; do
        "$triplet-gcc" -std=c11 -O1 -g -w -D_GNU_SOURCE -fno-builtin -fasynchronous-unwind-tables -DMODE="$mode" "$@" \
            -I"$SRCDIR/src" -I"$SRCDIR/include" -S "$source" || bail "cannot compile $source"
    done
    for file in *.s; do
        sed 's/\.cfi_sections.*/.cfi_sections .eh_frame/' "$file" >"$file.new" && mv "$file.new" "$file"
    done
    "$triplet-gcc" "$@" -Wl,--eh-frame-hdr ./*.s -o ../rules-"$name" || bail 'cannot link'
    cd ..
    run timeout 100 "$qemu" -L "/usr/$triplet" ./rules-"$name" -v
    is "$status" 0 "$name: all of the program's code was followed"
    sed -n '/^#/p' "$out" | head -20
    # shellcheck disable=SC2046
    judge "$name, where signals come" $(sed -n 's/^signals[^0-9]*\([0-9]*\)[^0-9]*\([0-9]*\)[^0-9]*\([0-9]*\)$/\1 \2 \3/p' "$out")
    # shellcheck disable=SC2046
    judge "$name, behind calls" $(sed -n 's/^calls[^0-9]*\([0-9]*\)[^0-9]*\([0-9]*\)[^0-9]*\([0-9]*\)$/\1 \2 \3/p' "$out")
done
done_testing
