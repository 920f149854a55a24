#!/bin/sh
# overflow.t - counts that wrap in other files: bins above 65535 ticks, arcs above 2^32 calls
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

objects=$(find "$BUILD/obj/src/runtime" -name '*.o' ! -name gmon_interpose.o ! -name external.o)
# shellcheck disable=SC2086
$CC -D_GNU_SOURCE -g -I"$SRCDIR/src" -I"$SRCDIR/include" -o big "$progs/overflow.c" $objects || bail 'cannot build'
run ./big
is "$(cat "$out")" written 'it is written'

"$TOOLS/mkimage" -o image <<'END'
section .text 0x401000 40000
sym one 0x401000 0x1000
sym two 0x402000 0x1000
sym three 0x403000 0x4000
sym last 0x407000 0x3c40
END
total()
{
    timeout 60 "$1" -b -p image big.out | awk '$NF == "one" || $NF == "two" || $NF == "three" {
        print $NF, $3, ($5 == "" ? "-" : $4) }' | sort | tr '\n' ' '
}

# 70,000 + 65,536 ticks of 10 ms, and 200,000.
want='one 1355.36 8589934597 three 2000.00 - '
is "$(total "$GPROF")" "$want" 'no tick and no call is lost'
test ! -x /usr/bin/gprof || is "$(total /usr/bin/gprof)" "$want" 'GNU gprof reads the same'
"$TOOLS/gmondump" big.out >text
is "$(grep -c ^hist text) $(grep -c ^arc text)" '7 3' \
    'only the pieces that overflow are repeated, 2 and 4 times'
like "$(wc -c <big.out)" '^[1-7][0-9]{4}$' 'so the file stays small'
done_testing
