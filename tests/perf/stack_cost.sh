#!/bin/sh
# stack_cost.sh - what call stacks cost: each tick, and a whole run
#
# Role:   times ticks of libgmon on stacks of several depths (progs/runtime/stack_cost.c), then SQLite:
#         without profiling, with counts, with counts and stacks, and under `perf record -g` where that
#         works, in alternating runs. doc/PERF has what came of it
# Input:  environment SQLITE_DIR: a directory with sqlite3.c; BUILD, CC; ROUNDS (default 7)
# Output: text
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -e
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$top/build}
case $build in /*) ;; *) build=$top/$build ;; esac
cc=${CC:-cc}
progs=$top/tests/progs/runtime
rounds=${ROUNDS:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# ---- a tick -----------------------------------------------------------------------------------
$cc -O1 -pg -no-pie -fno-pie -o cost "$progs/stack_cost.c" "$build/libgmon.a" -lpthread
sender=$(nm cost | awk '$3 == "gm" { print $1 }')
echo 'a tick, ns: median, 95th percentile'
for caches in '' cold; do
    ticks=$(test -z "$caches" && echo 20000 || echo 1000)
    # shellcheck disable=SC2086
    echo "  ${caches:-warm}, counts alone           $(./cost "$sender" 20 $ticks $caches)"
    for depth in 10 20 50; do
        # shellcheck disable=SC2086
        echo "  ${caches:-warm}, $depth calls deep         $(GMON_STACKS=1 ./cost "$sender" $depth $ticks $caches)"
    done
done

# ---- a run ------------------------------------------------------------------------------------
test -f "${SQLITE_DIR-}/sqlite3.c" || {
    echo 'a run: skipped, SQLITE_DIR does not say where sqlite3.c is'
    exit
}
sqlite="-O1 -fno-inline -w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I$SQLITE_DIR \
    $progs/sqlite.c $SQLITE_DIR/sqlite3.c"
# shellcheck disable=SC2086
$cc $sqlite -o none -lm
# shellcheck disable=SC2086
$cc $sqlite -pg "$build/libgmon.a" -o counts -lm

# Processor time of a command and what it starts, ms: of ten runs, as the clock is a coarse one.
took()
{
    perl -e 'open my $said, ">&STDOUT"; open STDOUT, ">/dev/null"; system @ARGV for 1 .. 10;
        my @t = times; printf $said "%.0f\n", 100 * ($t[2] + $t[3])' "$@"
}
has_perf=
perf record -g -F 250 -o perf.data ./none >/dev/null 2>&1 && has_perf=1
for round in $(seq "$rounds"); do
    echo "none $(took ./none)"
    echo "counts $(took env GMON_HZ=250 ./counts)"
    echo "counts-and-stacks $(took env GMON_HZ=250 GMON_STACKS=1 ./counts)"
    test -z "$has_perf" || echo "perf-record-g $(took perf record -q -g -F 250 -o perf.data ./none)"
done >times.txt
echo "SQLite, processor time in ms: best and median of $rounds alternating runs, 250 samples a second"
sort -k1,1 -k2,2n times.txt | awk '$1 != name { name = $1; n[name] = 0; order[++names] = name }
    { at[name, ++n[name]] = $2 }
    END { for (i = 1; i <= names; i++) printf "  %-20s %6d %6d\n", order[i], at[order[i], 1], at[order[i], int((n[order[i]] + 1) / 2)] }'
