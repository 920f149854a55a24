#!/bin/sh
# measured.t - times measured from stacks are what the program itself measures; estimated ones are not
#
# A measured share may be off by its error bars. These hold for 95 runs of 100, so twice as much is
# allowed here, and half a point for what the program's own clock takes.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
unset GMON_STACKS GMON_STACK_DEPTH GMON_STACK_NODES

prog prog measured_truth.c -O1 -w

# measured|bar|estimated NAME, or `CALLER -> CALLEE': what the comparison has
column()
{
    awk -v column="$1" -v name="$2" '
        { line = $0; gsub(/<cycle [0-9]+>|±|~/, "", line); sub(/^ *</, "0 ", line); n = split(line, w, " ") }
        w[1] ~ /^[0-9.]+$/ {
            found = w[7]
            for (i = 8; i <= n; i++) found = found " " w[i]
            if (found == name) print column == "measured" ? w[1] + 0 : column == "bar" ? w[2] : w[3]
        }' compared
}
is_near() # MEASURED BAR TRUTH
{
    awk -v m="$1" -v b="$2" -v t="$3" 'BEGIN { d = m - t; exit !(m != "" && d * d <= (2 * b + 0.5) ^ 2) }'
}
near() # WHAT TRUTH: the measured share is the true one
{
    m=$(column measured "$1") b=$(column bar "$1")
    ok "$1: $m ± $b measured, $2 true" is_near "$m" "$b" "$2"
}
off() # WHAT POINTS: the estimate is off by so much at least
{
    m=$(column measured "$1") e=$(column estimated "$1")
    ok "$1: $m measured, $e estimated" \
        awk -v m="$m" -v e="$e" -v p="$2" 'BEGIN { d = m - e; exit !(m != "" && d * d >= p * p) }'
}
true_share()
{
    awk -v name="$1" '$1 == name { print $2 }' truth
}

functions='often few lightly hard even'
all_near()
{
    for function in $functions; do
        is_near "$(column measured $function)" "$(column bar $function)" "$(true_share $function)" || return 1
    done
}

# A machine that gives a program its processor in slices of a tick makes samples of one slice alike.
for try in 1 2 3 4 5; do
    run timeout 60 env GMON_HZ=1000 ./prog 2500
    cp "$out" truth
    ran=$status
    run "$GPROF" -b -z --compare-estimates prog gmon.out stacks.gmon.out
    cp "$out" compared
    all_near && break
done
is "$ran" 0 'the program ran'
is_status 0 'measured and estimated times are compared'
is_stderr '' 'and nothing is doubtful about them'
for function in $functions; do
    near $function "$(true_share $function)"
done
near measure 100
near 'few -> work' "$(true_share few)"
off 'few -> work' 10
off often 10
near 'measure -> even' "$(true_share even)"
off hard 5

# Both members of the cycle are on nearly every stack of it.
odd=$(column measured odd)
ok "odd: $odd of even's $(column measured even)" \
    awk -v o="$odd" -v e="$(column measured even)" 'BEGIN { exit !(o != "" && o <= e && o >= 0.7 * e) }'

# The library's part: who called it, and whom it called.
"$GPROF" -b -q prog gmon.out stacks.gmon.out >graph 2>&1
like "$(sed -n '/^\[.*<libc/,/^---/p' graph)" ' dear ' 'the library calls the dear comparison'
like "$(awk '/^---/ { entry = "" } { entry = entry "\n" $0 } /^\[.*<libc/ { print entry }' graph)" ' hard ' \
    'on behalf of the function that sorts'

run "$GPROF" -b prog gmon.out
cp "$out" classic
run "$GPROF" -b --estimated prog gmon.out stacks.gmon.out
ok 'the classic reports are what they were' cmp "$out" classic
done_testing
