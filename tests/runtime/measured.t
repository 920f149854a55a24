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

# shares OPTION...: a line for each function and arc: its inclusive time in percent of what is not the profiler's (which
# the program's own clock leaves out in each share alike), the error bar of that, and its
# NAME, or `CALLER -> CALLEE'
shares()
{
    # shellcheck disable=SC2016
    gprof --export=json "$@" prog gmon.out stacks.gmon.out | perl -MJSON::PP -e '
        my $d = decode_json(do { local $/; <STDIN> });
        my ($all, $n) = ($d->{total}{self} - $d->{profiler}, $d->{sampling}{effective_samples} || 1);
        my %name = map { $_->{id} => $_->{name} } @{ $d->{functions} };
        for ((map { [$_->{inclusive}, $_->{name}] } @{ $d->{functions} }),
             (map { [$_->{time}, "$name{$_->{from}} -> $name{$_->{to}}"] } @{ $d->{arcs} })) {
            my $p = $_->[0] / $all;
            my $variance = $p < 1 ? $p * (1 - $p) / $n : 0;    # parts are rounded
            printf "%.2f %.2f %s\n", 100 * $p, 196 * sqrt($variance) + 200 / $n, $_->[1];
        }'
}
# column FILE NUMBER NAME: what shares wrote of it
column()
{
    awk -v column="$2" -v name="$3" '{ found = $3; for (i = 4; i <= NF; i++) found = found " " $i }
        found == name { print $column; exit }' "$1"
}
is_near() # MEASURED BAR TRUTH
{
    awk -v m="$1" -v b="$2" -v t="$3" 'BEGIN { d = m - t; exit !(m != "" && d * d <= (2 * b + 0.5) ^ 2) }'
}
near() # WHAT TRUTH: the measured share is the true one
{
    m=$(column measured 1 "$1") b=$(column measured 2 "$1")
    ok "$1: $m ± $b measured, $2 true" is_near "$m" "$b" "$2"
}
off() # WHAT POINTS: the estimate is off by so much at least
{
    m=$(column measured 1 "$1") e=$(column estimated 1 "$1")
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
        is_near "$(column measured 1 $function)" "$(column measured 2 $function)" "$(true_share $function)" || return 1
    done
}

# A machine that gives a program its processor in slices of a tick makes samples of one slice alike.
for try in 1 2 3 4 5; do
    run timeout 60 env GMON_HZ=1000 ./prog 2500
    cp "$out" truth
    ran=$status
    shares >measured 2>"$err"
    all_near && break
done
is "$ran" 0 'the program ran'
is_stderr '' 'nothing is doubtful about the measured times'
shares --estimated >estimated
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
odd=$(column measured 1 odd) even=$(column measured 1 even)
ok "odd: $odd of even's $even" awk -v o="$odd" -v e="$even" 'BEGIN { exit !(o != "" && o <= e && o >= 0.7 * e) }'

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
