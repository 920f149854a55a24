#!/bin/sh
# hostile_tables.t - unwinding by tables that are made byte by byte, and by damaged ones
#
# RUNS=N walks with so many damaged ones, SEED=N with others.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

test "$(uname -m)" = x86_64 || skip_all 'the tables are of x86-64'
core=$SRCDIR/src/runtime/core
# Sanitizers know one stack only.
build()
{
    $CC -std=c11 -D_GNU_SOURCE -g -O1 -fno-builtin -I"$SRCDIR/src" -I"$SRCDIR/include" "$@" \
        -DGM_ONE_STACK "$progs/hostile_tables.c" "$core"/unwind/unwind*.c \
        "$core/objects.c" "$core/state.c" "$core/text.c" -o hostile 2>err
}
sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=all'
test -z "$VALGRIND" || sanitizers=
# shellcheck disable=SC2086
build $sanitizers || build || bail "cannot build: $(cat err)"
run timeout 100 ./hostile "${SEED:-1}" "${RUNS:-40000}"
sed -n '/^not ok/s/^/# /p; /^# /p' "$out"
is "$status $(grep -c '^ok' "$out") $(grep -c '^not ok' "$out")" '0 37 0' 'all 37 checks of the program hold'
done_testing
