#!/bin/sh
# bare_arm.t - libgmon-bare on a Cortex-M under QEMU: counts, interrupts, size
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL CPPFLAGS
example=$SRCDIR/doc/examples/bare-cortex-m3
compiles arm-none-eabi-gcc -c || skip_all 'no arm-none-eabi-gcc that works'
for command in arm-none-eabi-size qemu-system-arm; do
    command -v "$command" >/dev/null || skip_all "no $command"
done

# report DIRECTORY VARIABLE...: build and run the example there; its flat profile is $out
report()
{
    rp_out=$1
    shift
    run "${MAKE:-make}" -s -C "$example" report OUT="$PWD/$rp_out" GPROF="$GPROF -b -p" "$@"
}

# calls FUNCTION: by the flat profile in $out
calls()
{
    awk -v f="$1" '$NF == f { print (NF >= 7 ? $4 : 0) }' "$out"
}

# check_counts WHAT: those of the example
check_counts()
{
    is_status 0 "$1: make report" || diag "$(cat "$out")"
    is "$(for f in smooth measure peak next_random depth; do calls "$f"; done | xargs)" \
        '400 200 200 51200 200' "$1: every call is counted"
    like "$(grep smooth "$out")" '^ *[89][0-9]\.' "$1: and samples are where the time is spent"
}

# qemu IMAGE: run it
qemu()
{
    timeout 60 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -icount shift=5 \
        -semihosting-config enable=on,target=native -kernel "$1" </dev/null
}

report m3
check_counts 'Cortex-M3, -pg'
unlike "$(cat "$out")" "mcount$" 'its own time is left out'
run gprof -b -q m3/prog.elf m3/gmon.out
like "$(cat "$out")" ' 200\+600 +depth' 'recursion is told apart'
like "$(cat "$out")" '51200/51200 +measure' 'and so are callers'
if test -x /usr/bin/gprof; then
    gprof -b -p m3/prog.elf m3/gmon.out >ours
    /usr/bin/gprof -b -p m3/prog.elf m3/gmon.out >theirs 2>"$err"
    is_file ours theirs 'any gprof can read it'
fi

report m0 CPU=cortex-m0 PROFILE='-pg'
check_counts 'Cortex-M0, -pg'
report m7 CPU=cortex-m7 MACHINE=mps2-an500 PROFILE=-finstrument-functions
check_counts 'Cortex-M7, -finstrument-functions'
is "$(calls work)" 1 'which counts inlined functions, too'

# what a program needs of the rest of the world, and how large it is
for cpu in m3 m0; do
    arm-none-eabi-ld -r -o all.o "$cpu/libgmon/obj/bare/"*.o
    is "$(arm-none-eabi-nm -u all.o)" '' "$cpu: it needs nothing, not even of libgcc"
    size=$(arm-none-eabi-size all.o | awk 'NR == 2 { print $1 }')
    ok "$cpu: all of its code is below 2 KB ($size bytes)" test "$size" -lt 2048
    is "$(arm-none-eabi-size all.o | awk 'NR == 2 { print $2 + $3 }')" 4 "$cpu: and its own data a pointer"
done

# interrupts in interrupts, and the profile changed at any moment
for cpu in m3 m0; do
    arm-none-eabi-gcc -mcpu=cortex-$cpu -mthumb -O2 -g -pg -ffreestanding -I"$SRCDIR/include" -I"$example" \
        -c -o "$cpu/interrupts.o" "$SRCDIR/tests/progs/bare/interrupts.c" &&
        arm-none-eabi-gcc -mcpu=cortex-$cpu -mthumb -nostdlib -T "$example/link.ld" -o "$cpu/interrupts.elf" \
            "$cpu/interrupts.o" "$cpu/semihosting.o" "$cpu/libgmon/libgmon-bare.a" -lgcc ||
        bail 'cannot build interrupts.c'
    (cd "$cpu" && qemu interrupts.elf 2>truth)
    is $? 0 "$cpu: registers are kept, and nothing is lost"
    run gprof -b -p "$cpu/interrupts.elf" "$cpu/a.out" "$cpu/b.out"
    for f in by_main by_system by_board middle shared; do
        is "$(calls "$f")" "$(awk -v f="$f" '$1 == f { print $2 + 0 }' "$cpu/truth")" \
            "$cpu: calls of $f in two interrupts and the program"
    done
    ok "$cpu: interrupts came" awk '$1 == "by_board" { exit $2 < 100 }' "$cpu/truth"
done

# what it costs: instructions, which QEMU counts; the compiler decides on some of them
for try in 'm3 -pg 50' 'm3 -finstrument-functions 54' 'm0 -pg 64' 'm0 -finstrument-functions 64'; do
    # shellcheck disable=SC2086
    set -- $try
    arm-none-eabi-gcc -mcpu=cortex-$1 -mthumb -O2 "$2" -ffreestanding -I"$SRCDIR/include" -I"$example" \
        -c -o cost.o "$SRCDIR/tests/progs/bare/cost.c" &&
        arm-none-eabi-gcc -mcpu=cortex-$1 -mthumb -nostdlib -T "$example/link.ld" -o cost.elf cost.o \
            "$1/start.o" "$1/semihosting.o" "$1/libgmon/libgmon-bare.a" -lgcc || bail 'cannot build cost.c'
    qemu cost.elf 2>ticks
    cost=$(awk '{ n[NR] = $1 * 40 / 32 / 1000 } END { printf "%.0f %.0f", n[1] - n[2], n[3] }' ticks)
    ok "$1 $2: a call takes ${cost% *} instructions more, a sample ${cost#* }" \
        test "${cost% *}" -gt 10 -a "${cost% *}" -le "$3" -a "${cost#* }" -le 30
done

done_testing
