#!/bin/sh
# machines.t - libgmon on every machine of machines.tab: exact counts, registers, stacks, fast path
#
# For each machine the runtime is built, in $BUILD/machines, and a program that knows its calls. By
# default these are machines of each kind: of 32 and 64 bits, of both byte orders, with and without tables
# for stacks. MACHINES chooses others, or `all', LINKAGES more ways to link: `make check-machines' does
# all, and writes $BUILD/machines/table with a row for each. What a machine needs and is not
# here is skipped with a word.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -f "$BUILD/libgmon.a" || skip_all 'no libgmon for this machine'
unset GMON_ALL GMON_OUT GMON_HZ GMON_CLOCK GMON_DUMP_INTERVAL GMON_DUMP_SIGNAL GMON_EXIT_SIGNALS GMON_MODULES GMON_STACKS \
    GMON_START GMON_TOGGLE_SIGNAL GMON_VERBOSE

: "${MACHINES:=native aarch64-linux-gnu arm-linux-gnueabihf i686-linux-gnu s390x-linux-gnu}"
test "$MACHINES" != all || MACHINES=$(sed -n 's/^\([a-z][^ ]*\).*/\1/p' "$SRCDIR/tests/runtime/machines.tab")
for machine in $MACHINES; do
    mkdir "$machine"
    echo "$machine"
done | xargs -P "${JOBS:-2}" -I{} sh -c 'cd "$1" && sh "$SRCDIR/tests/runtime/machine.sh" "$1" >results 2>&1' machine {}

mkdir -p "$BUILD/machines"
echo 'machine hooks linkage calls samples complete-% guessed-%' >table
for machine in $MACHINES; do
    while read -r kind rest; do
        case $kind in
        ok) tap_result 0 "$rest" ;;
        not) tap_result 1 "$rest" ;;
        skip) skip "${rest%%: *}" "${rest#*: }" ;;
        row) note "$rest" && echo "$rest" >>table ;;
        *) diag "$kind $rest" ;;
        esac
    done <"$machine/results"
done
cp table "$BUILD/machines/table"
unlike "$(perl "$SRCDIR/tests/runtime/machines_table.pl" table)" 'wrong' 'in the table no machine has wrong counts'
done_testing
