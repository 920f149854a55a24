#!/bin/sh
# wrong_moment.t - a dump while sampling begins, a fork while another thread gives memory back
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

objects=$(find "$BUILD/obj/src/runtime" -name '*.o' ! -name wrap_threads.o ! -name external.o)
# shellcheck disable=SC2086
$CC -g -O1 -rdynamic -I"$SRCDIR/include" -Wl,--wrap=gm_clock,--wrap=gm_unmap -o prog "$progs/wrong_moment.c" \
    $objects -lpthread -ldl || bail 'cannot build'
$CC -g -O1 -pg -fPIC -shared -o libone.so "$progs/library.c" || bail 'no library'

run env GMON_VERBOSE=1 timeout 60 ./prog period
unseen=$(sed -n 's/^gmon: snapshot: .* and \([0-9]*\) unseen.*/\1/p' "$err")
ok "a dump while moncontrol begins a period invents no ticks ($unseen)" test "${unseen:-99}" -lt 20

run env GMON_MODULES=1 timeout 60 ./prog fork ./libone.so
read -r tried lost <"$out"
ok "memory is given back while a library is closed, and at gmon_reset ($tried times)" test "${tried:-0}" -ge 5
is "$status $lost" '0 0' 'no child that is forked meanwhile gives it back once more'
done_testing
