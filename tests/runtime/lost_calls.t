#!/bin/sh
# lost_calls.t - the warning that glibc's runtime loses calls of threads: of its data, and of no other
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

id='-Wl,--build-id=0x0102030405060708090a0b0c'
said='its calls may be too few'

plain threads lost_calls.c -pg "$id" && ./threads && mv gmon.out theirs
for report in -p -q; do
    run gprof -b $report ./threads theirs theirs
    is_status 0 "glibc's data, $report: the status stays"
    is "$(grep -c "theirs: $said" "$err")" 1 'one warning'
done
like "$(cat "$err")" 'and \./threads starts threads; run: gprof-run \./threads' 'that says what to do'
gprof -s ./threads theirs
run gprof -b -p ./threads gmon.sum
like "$(cat "$err")" "$said" 'its sum'
preload ./threads
run gprof -b -p ./threads gmon.out
unlike "$(cat "$err")" "$said" 'LD_PRELOAD: without a word'
prog ours lost_calls.c "$id" && ./ours
run gprof -b -p ./ours gmon.out
unlike "$(cat "$err")" "$said" 'linked with libgmon: without a word'
plain bare lost_calls.c -pg -Wl,--build-id=none && preload ./bare
run gprof -b -p ./bare gmon.out
unlike "$(cat "$err")" "$said" 'a program without build ID: without a word'
plain single counts.c -pg "$id" && ./single >/dev/null
run gprof -b -p ./single gmon.out
unlike "$(cat "$err")" "$said" 'a program without threads: without a word'
for name in single threads; do
    objcopy --only-keep-debug $name $name.debug || bail 'objcopy failed'
done
run gprof -b -p ./single.debug gmon.out
unlike "$(cat "$err")" "$said" 'nor with its debug file in place of the program'
run gprof -b -p ./threads.debug theirs
like "$(cat "$err")" "$said" 'a debug file tells of threads, too'
done_testing
