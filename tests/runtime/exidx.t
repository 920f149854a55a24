#!/bin/sh
# exidx.t - ARM's exception index: each instruction, tables cut short anywhere, and random ones
#
# RUNS=N looks up so many random ones, SEED=N others.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

core=$SRCDIR/src/runtime/core
build()
{
    $CC -std=c11 -D_GNU_SOURCE -g -O1 -w -I"$SRCDIR/src" -I"$SRCDIR/include" "$@" \
        "$SRCDIR/tests/progs/runtime/exidx.c" "$core/unwind/unwind_exidx.c" -o exidx 2>log
}
sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=all'
test -z "$VALGRIND" || sanitizers=
# shellcheck disable=SC2086 # a list of flags
build $sanitizers || build || skip_all "the runtime has no part for this machine: $(head -n 1 log)"
run timeout 100 ./exidx "${SEED:-1}" "${RUNS:-100000}"
sed -n '/^not ok/s/^/# /p; /^# /p' "$out"
is "$status $(grep -c '^ok' "$out") $(grep -c '^not ok' "$out")" '0 49 0' 'all 49 checks of the program hold'
done_testing
