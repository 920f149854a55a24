#!/bin/sh
# tsan.t - the C part under ThreadSanitizer: threads count while main dumps or chooses other ranges, and
# nothing races
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

echo 'int main(void) { return 0; }' >probe.c
$CC -fsanitize=thread -o probe probe.c 2>/dev/null && ./probe 2>/dev/null || skip_all 'no ThreadSanitizer'

arch=$(find "$BUILD/obj/src/runtime/arch" -name '*.o')
for file in "$SRCDIR"/src/runtime/gmon_*.c; do
    test "${file##*/}" = gmon_interpose.c || $CC -D_GNU_SOURCE -g -O1 -fPIC -mgeneral-regs-only -fno-builtin \
        -fvisibility=hidden -fsanitize=thread -w -I"$SRCDIR/include" -c "$file" || bail "cannot compile $file"
done
# shellcheck disable=SC2086
$CC -g -O1 -pg -fsanitize=thread -I"$SRCDIR/include" -o prog "$progs/threads.c" ./*.o $arch -lpthread ||
    bail 'cannot link'
for mode in 'alive 20' 'dumps 4'; do
    # shellcheck disable=SC2086
    run timeout 100 ./prog $mode
    read -r worked _ <"$out"
    is "$status $(cat "$err")" '0 ' "$mode: not a word"
    is "$(calls work)" "$worked" 'and every call counted'
done
run env GMON_HZ=1000 timeout 100 ./prog ranges 500
is "$status $(cat "$err")" '0 ' 'ranges: not a word'
done_testing
