#!/bin/sh
# jobs.t - large reports are the same whatever the number of threads that make them
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

# KIND N [MORE]: a program of N functions that call each other in that way
program()
{
    rm -f image gmon.out
    printf 'section .text 0x401000 %d\nfuncs %d f 0x401000 16\n' $((16 * ($2 + 1))) $(($2 + 1)) |
        "$TOOLS/mkimage" >image
    printf 'magic\nhist 0x401000 0x%x %d 100 seconds s\nnoise 3 10 20\ngen %s %d 0x401000 16 %s seed 5\n' \
        $((0x401000 + 16 * $2 - 64)) $((4 * $2 - 16)) "$1" "$2" "${3-}" |
        "$TOOLS/mkgmon" >gmon.out
}

# NAME OPTION...: one thread and several print the same
same_with()
{
    name=$1
    shift
    gprof --jobs=1 "$@" image gmon.out >one 2>messages || bail "gprof $*: $(cat messages)"
    for jobs in '' --jobs=2 --jobs=3 --jobs=8; do
        gprof ${jobs:+"$jobs"} "$@" image gmon.out >several 2>messages.several
        ok "$name: ${jobs:-default} as --jobs=1" cmp several one
    done
    is_file messages.several messages '... and the messages'
}

program random 6000 'arcs 20000'
same_with 'a cycle' -b
same_with 'with explanations' -z
same_with 'traditional' -T
program fanin 20000
same_with 'an entry larger than buffers' -b
program acyclic 12000 'arcs 50000'
same_with 'the flat profile alone' -b -p
same_with 'call graph and index alone' -q
same_with 'JSON' --export=json
same_with 'a profile for pprof, which is packed' --export=pprof
same_with 'without cycles' -b
ok 'which is a large report' test "$(wc -c <one)" -gt 2000000

# what is traced stands between the lines of one thread
gprof -d32 -b --jobs=8 image gmon.out | grep -v '^\[[a-z]' >several
ok 'the report is the same where it is traced' cmp several one
gprof -b --jobs=8 --output=several image gmon.out
ok '... and in a file' cmp several one

# ---- what goes wrong ----

gprof -b --jobs=3 image gmon.out 2>"$err" | head -c 300000 >several
is "$(cat "$err")" '' 'whoever reads a pipe may leave'
head -c 300000 one >start
ok '... with the beginning of the report' cmp several start
for jobs in 1 3; do
    (
        trap '' PIPE
        gprof -b --jobs=$jobs image gmon.out
        echo "status $?" >&2
    ) 2>"$err" | head -c 300000 >several
    is "$(cat "$err")" 'gprof: standard output: Broken pipe; the report is not complete
status 1' "--jobs=$jobs: where that does not end gprof, it says so"
    ok '... and what was read is right' cmp several start
done

if test -c /dev/full; then
    gprof -b --jobs=3 image gmon.out >/dev/full 2>"$err"
    is "$? $(cat "$err")" '1 gprof: standard output: No space left on device; the report is not complete' \
        'a full disk is reported'
fi

# Stacks of threads are as large as ulimit -s says, and do not fit here.
alone()
{
    # shellcheck disable=SC3045 # not all shells have these
    (ulimit -s 8000000 && ulimit -v 4000000 && exec "$@") 2>"$err"
}
if { alone gprof --version; } >/dev/null 2>&1; then
    alone gprof -b --jobs=3 image gmon.out >several
    is "$? $(cat "$err")" '0 ' 'where no thread can be started, one does it all'
    ok '... with the same result' cmp several one
else
    skip 'where no thread can be started, one does it all' 'memory cannot be limited'
fi

done_testing
