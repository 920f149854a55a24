#!/bin/sh
# build_id.t - a data file notes the build that wrote it, and gprof compares it with the image's
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

id='-Wl,--build-id=0x0102030405060708090a0b0c'
noted='7fb1 0102 0304 0506 0708 090a'
none='0000 0000 0000 0000 0000 0000'
spare() { od -An -v -j 8 -N 12 -t x1 "${1-gmon.out}" | sed 's/ \(..\) \(..\)/ \1\2/g; s/^ *//'; }

prog prog counts.c "$id" && ./prog >/dev/null
is "$(spare)" "$noted" 'the first ten bytes of the build ID'
run gprof -b -p ./prog gmon.out
is_status 0 'read with that build'
unlike "$(cat "$err")" 'is build' 'without a word'
mv gmon.out first

for how in '-static' '-static-pie -fPIE' '-pie -fPIE'; do
    # shellcheck disable=SC2086
    prog way counts.c "$id" $how && ./way >/dev/null
    is "$(spare)" "$noted" "$how"
done
plain late counts.c -pg "$id" && preload ./late >/dev/null
is "$(spare)" "$noted" 'LD_PRELOAD'
prog short counts.c -Wl,--build-id=0xabcd && ./short >/dev/null
is "$(spare)" '7fb1 abcd 0000 0000 0000 0000' 'behind a shorter one there are zeros'
run gprof -b -p ./short gmon.out
unlike "$(cat "$err")" 'is build' 'which fits'
prog without counts.c -Wl,--build-id=none && ./without >/dev/null
is "$(spare)" "$none" 'a program without build ID'
mv gmon.out unknown

prog other counts.c -Wl,--build-id=0x1112131415161718191a
run gprof -b -p ./other first
is_status 0 'another build: the status stays'
is "$(grep -c 'is build' "$err")" 1 'one warning'
like "$(cat "$err")" \
    '\./other: is build 1112131415161718191a, but first is of build 0102030405060708090a; name the image that wrote it, or run the program again$' \
    'that names both'
./other >/dev/null
run gprof -b -p ./prog first first gmon.out
like "$(cat "$err")" 'but gmon.out is of build 1112131415161718191a' 'of several files the right one is named'
run gprof -b -p ./without first
unlike "$(cat "$err")" 'is build' 'an image without build ID says nothing'

gprof -s ./prog first first
is "$(spare gmon.sum)" "$noted" '-s keeps the build'
gprof -s ./prog gmon.sum first
is "$(spare gmon.sum)" "$noted" 'in a sum of sums, too'
gprof -s ./prog first gmon.out
is "$(spare gmon.sum)" "$none" 'but not that of a part'
gprof -s ./prog first unknown
is "$(spare gmon.sum)" "$none" 'nor where one does not tell'
gprof -s ./prog gmon.sum first
is "$(spare gmon.sum)" "$none" 'for ever'
if test -x /usr/bin/gprof; then
    # without index numbers: the compiler's copies of the runtime's functions, which it may drop, have some
    numberless() { sed 's/ *\[[0-9]*\]//g'; }
    ours=$(gprof -b ./prog first 2>/dev/null | numberless)
    is "$(/usr/bin/gprof -b ./prog first | numberless)" "$ours" 'GNU gprof reads the file as ever'
fi

$CC -g -O1 -pg -fPIC -shared -Wl,--build-id=0x2122232425262728292a -o libone.so "$progs/library.c" ||
    bail 'no library'
prog uses uses.c -O1 -DLINKED ./libone.so -ldl "$id"
GMON_MODULES=1 ./uses
is "$(spare) $(spare gmon.out.libone.so)" "$noted 7fb1 2122 2324 2526 2728 292a" \
    "a library's file has the library's"
run gprof -b -p ./uses gmon.out.libone.so
like "$(cat "$err")" \
    'gmon.out.libone.so: belongs to library libone.so, not to ./uses; report it with: gprof DIR/libone.so gmon' \
    'with the program, a warning says which image it is of'
unlike "$(cat "$err")" 'is build|its samples|is it the image|not only link' 'and none asks for something else'
run gprof -b libone.so gmon.out.libone.so
is "$(cat "$err")" '' 'with the library, none does'
done_testing
