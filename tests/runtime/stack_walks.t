#!/bin/sh
# stack_walks.t - real programs of many builds: nearly all stacks reach the beginning of the thread
#
# C with recursion, callbacks through libc and signal handlers, and C++ with exceptions. Few
# samples fit into a test: what is asked of each build is said of up to six runs of it, as
# one sample in 600 falls into the moments in which a C++ exception changes the stack under its thrower.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
test -z "$VALGRIND" || skip_all 'other timers'
unset GMON_STACK_DEPTH GMON_STACK_NODES

# Adds a run to all, complete, guessed and wrong: samples, those of them, and what is no file.
run_once()
{
    rm -f gmon.out* stacks.gmon.out*
    run timeout 60 env GMON_HZ=1000 ${with-} ./prog "$1"
    test "$status" = 0 && stack_lines >text || wrong=$((wrong + 1))
    counts=$(awk '$1 == "tree" { all = $11 } $1 == "end" { n[$2] = $4 }
        END { print all + 0, n["complete"] + 0, n["guessed"] + 0 }' text)
    all=$((all + ${counts%% *}))
    counts=${counts#* }
    complete=$((complete + ${counts% *}))
    guessed=$((guessed + ${counts#* }))
}

# SOURCE FLAG...: builds and runs it. False: there is no such compiler.
built()
{
    compiler=$1 source=$2
    shift 2
    case $compiler-$source in
        clang-*.cc) compiler=clang++ ;;
        *.cc) compiler=g++ ;;
    esac
    all=0 complete=0 guessed=0 wrong=0
    # shellcheck disable=SC2086
    command -v "${compiler%% *}" >/dev/null && $compiler -g "$@" "$progs/$source" "$libgmon_a" -lpthread -o prog 2>/dev/null
}

nearly_all()
{
    built "$@" || {
        skip "$*" 'no such build here'
        return
    }
    for try in 1 2 3 4 5 6; do
        run_once 200
        test "$all" -gt 20 -a $((100 * complete)) -ge $((99 * all)) && break
    done
    ok "$*: $complete of $all" test "$wrong" = 0 -a "$all" -gt 20 -a $((100 * complete)) -ge $((99 * all))
}

# Each pair of choices is built once at least.
for source in stack_mix.c stack_throws.cc; do
    nearly_all "$CC" $source -pg -O1 -no-pie -fno-pie
    nearly_all "$CC" $source -pg -O3 -static
    nearly_all "$CC" $source -pg -mfentry -O3 -pie -fPIE
    nearly_all "$CC" $source -pg -mfentry -O1 -static
    nearly_all clang $source -pg -O3 -pie -fPIE
    nearly_all clang $source -pg -O1 -static
    nearly_all clang $source -pg -mfentry -O1 -pie -fPIE
    nearly_all clang $source -pg -mfentry -O3 -no-pie -fno-pie
done

# ---- without tables -----------------------------------------------------------------------------
# What libc and the start-up code have does not help where main's own frame is unknown.
no_tables='-fno-asynchronous-unwind-tables -fno-unwind-tables -fno-exceptions'
for flags in '-pg -O1' '-pg -mfentry -O2'; do
    # shellcheck disable=SC2086
    built "$CC" stack_mix.c $flags $no_tables || bail "cannot build without tables"
    run_once 200
    run_once 200
    ok "$flags without tables: $complete of $all complete, $guessed guessed" \
        test "$wrong" = 0 -a "$all" -gt 20 -a $((2 * (complete + guessed))) -ge "$all"
done

# ---- LD_PRELOAD ---------------------------------------------------------------------------------
plain prog stack_mix.c -pg -O1
all=0 complete=0 guessed=0 wrong=0
with=LD_PRELOAD=$libgmon_so
run_once 300
ok "LD_PRELOAD: $complete of $all" test "$wrong" = 0 -a "$all" -gt 20 -a $((100 * complete)) -ge $((98 * all))
ok 'the hook is below the function that called it, and nothing below it' \
    test "$(grep -c '\[profiler\];' text)" = 0

# ---- split stacks -------------------------------------------------------------------------------
# A function of libgcc calls the program's one on another stack, which may be far from the first.
with=
if compiles "$CC" -fsplit-stack; then
    prog split split_stack.c -O1 -fsplit-stack
    rm -f gmon.out* stacks.gmon.out*
    run sh -c 'ulimit -s 64 && exec timeout 60 env GMON_HZ=1000 ./split 300'
    stack_lines stacks.gmon.out split >text
    counts=$(awk '$1 == "end" && $2 != "no-memory" { all += $4 } $1 == "end" && $2 == "complete" { n = $4 }
        END { print all + 0, n + 0 }' text)
    ok "split stacks: of ${counts% *} that were walked ${counts#* } are complete" \
        test "$status" = 0 -a "${counts% *}" -gt 20 -a $((100 * ${counts#* })) -ge $((90 * ${counts% *}))
else
    skip 'split stacks' 'this compiler has none'
fi
done_testing
