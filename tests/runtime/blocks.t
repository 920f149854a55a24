#!/bin/sh
# blocks.t - basic-block counts of -fsanitize-coverage=trace-pc: per line what gcov counts
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# Of a listing "COUNT,COUNT -> TEXT": the labelled lines that lack the count gcov gives them, and
# how many were compared. gcc begins no block on the line of a function head or a case label.
differing()
{
    awk -v gcov=blocks.gcov '
        BEGIN { while ((getline line < gcov) > 0) { split(line, f, ":")
            if (f[1] ~ /[0-9]/ && f[2] + 0 > 0) want[f[2] + 0] = f[1] + 0 } }
        /^\*\*\* File/ { n = 0; next }
        / -> / || n >= 0 { n++ }
        n in want && / -> / { split($1, c, ","); found = 0; lines++
            for (i in c) if (c[i] == want[n]) found = 1
            if (!found) print n ": " want[n] " " $0; delete want[n] }
        END { print lines + 0 }'
}

cp "$progs/blocks.c" .
if command -v gcov >/dev/null && compiles gcc --coverage; then
    gcc -O0 -g --coverage -fprofile-update=atomic -o counted blocks.c -lpthread && ./counted >/dev/null &&
        gcov -t ./*.gcda >blocks.gcov 2>/dev/null
else
    skip_all 'no gcov'
fi
CC=gcc
prog prog blocks.c -O0 -fsanitize-coverage=trace-pc
for run in 1 2 3; do
    rm -f gmon.out
    ./prog >/dev/null
    is "$("$GPROF" -b -l -A -x prog | differing)" 31 "run $run: 31 lines have the counts of gcov"
done
if test -x /usr/bin/gprof; then
    counts=$(timeout 60 /usr/bin/gprof -b -C -l prog 2>/dev/null)
    like "$counts" 'blocks.c:46: .* 100004 executions' 'GNU gprof shows the counts: a loop in threads'
    like "$counts" 'blocks.c:23: .* 10001 executions' 'and one in main'
fi

objdump -d "$libgmon_a" >code
instructions=$(perl "$SRCDIR/tests/runtime/fast_path.pl" __sanitizer_cov_trace_pc <code)
case $(gcc -dumpmachine):$(cat "$BUILD/flags") in
x86_64*:gcc*-O2*) ok "a block that is known takes 16 instructions at most: $instructions" test "$instructions" -le 16 ;;
*) skip 'instructions of a block' 'for gcc -O2 on x86-64' ;;
esac

rm -f gmon.out
gcc -g -O0 -fsanitize-coverage=trace-pc -o alone "$progs/blocks.c" "$libgmon_a" -lpthread
./alone >/dev/null
is "$("$GPROF" -b -l -A -x alone | differing)" 31 'without -pg: the archive starts itself'

if counts_blocks clang; then
    CC=clang
    rm -f gmon.out
    prog prog blocks.c -O0 -fsanitize-coverage=trace-pc
    ./prog >/dev/null
    like "$("$GPROF" -b -l -A -x prog)" '2667.* -> .*return 3;' 'clang'
else
    skip clang 'no clang, or it lacks libclang-rt'
fi

"$TOOLS/gmondump" gmon.out >text
like "$(cat text)" '^bb' 'one record of basic blocks'
done_testing
