#!/bin/sh
# wrong_moment.t - a dump while sampling begins, a fork while another thread gives memory back or
# makes the list of libraries
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

objects=$(objects_of . | grep -v -e external.o -e wrap_threads.o)
# shellcheck disable=SC2086
$CC -g -O1 -rdynamic -I"$SRCDIR/include" -I"$SRCDIR/src" -Wl,--wrap=gm_clock,--wrap=gm_map,--wrap=gm_unmap,--wrap=gm_object_found,--wrap=gm_file_write,--wrap=gm_write_quietly -o prog "$progs/wrong_moment.c" \
    $objects -lpthread -ldl || bail 'cannot build'
$CC -g -O1 -pg -fPIC -shared -o libone.so "$progs/library.c" || bail 'no library'

run env GMON_VERBOSE=1 timeout 60 ./prog period
unseen=$(sed -n 's/^gmon: snapshot: .* and \([0-9]*\) unseen.*/\1/p' "$err")
ok "a dump while moncontrol begins a period invents no ticks ($unseen)" test "${unseen:-99}" -lt 20

run env GMON_MODULES=1 timeout 60 ./prog fork ./libone.so
read -r tried lost <"$out"
ok "memory is given back while a library is closed, and at gmon_reset ($tried times)" test "${tried:-0}" -ge 5
is "$status $lost" '0 0' 'no child that is forked meanwhile gives it back once more'

rm -f gmon.out* stacks.gmon.out*
for name in two three four; do cp libone.so lib$name.so; done
run env GMON_MODULES=1 timeout 120 ./prog list ./libone.so ./libtwo.so ./libthree.so ./libfour.so
read -r children failed <"$out"
is "$children" 3 'children are forked while libraries come onto the list'
is "$status $failed" '0 0' 'all of them end'
wrong=
written=0
for file in gmon.out.*; do
    case ${file#gmon.out.} in *[!0-9]*) continue ;; esac # a library's, libc's too if time was seen in it
    written=$((written + 1))
    inner=$(calls inner libone.so "$file.libone.so")
    test "$inner" = 100 || wrong="$wrong $file: ${inner:-no row};"
done
is "$written $wrong" "$children " 'and each has its own calls of the library in a file'

# The program has closed the data file, and its own files have that number.
echo old >snapshot
rm -f own
run timeout 60 ./prog closefrom
is "$status $(wc -c <own) $(cat snapshot) $(echo snapshot* gmon.*.tmp)" '0 0 old snapshot gmon.*.tmp' \
    'closefrom while a data file is written: nothing goes into a file of the program, and the old data file stays'
is "$(cat "$err")" 'gmon: cannot write snapshot: the program has closed the file' 'which is said'
run timeout 60 ./prog instant
ok 'table: but in the instant between a look at the descriptor and the write it does' test -s own
run timeout 60 ./prog inherit
is "$status $(cat "$out")" '0 0' 'a child that is forked while a data file is written does not have its descriptor'
run timeout 60 ./prog memory
is "$status $(cat "$out")" '0 0' 'memory that is out for a while takes no nodes of stacks for good'
run timeout 60 ./prog stateless
is "$(cat "$out")" 0 'samples that have no place are not counted, and so will be missing'
done_testing
