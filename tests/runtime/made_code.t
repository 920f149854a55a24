#!/bin/sh
# made_code.t - code that a program makes while it runs has the names that /tmp/perf-PID.map gives it
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
export GMON_HZ=1000

forms_of made_code.c -O2
# The first table of --top
rows()
{
    "$GPROF" --top=20 -b --names=full $form 2>"$err" | awk '/^Most inclusive/ { exit } $1 ~ /^[0-9?]/ { print }'
}

for form in prog preloaded; do
    rm -f gmon.out stacks.gmon.out
    run in_form ./$form map
    is_status 0 "$form: the program ends as it should"
    pid=$(cat "$out")
    ok "$form: the map was there" test -f "/tmp/perf-$pid.map"
    rm -f "/tmp/perf-$pid.map"
    rows >rows
    like "$(cat rows)" 'Code:\*first a.js:1:2 ' "$form: a name, whole"
    is "$(grep -c 'Code:' rows)" 1 "$form: code of one name is one row"
    like "$(cat rows)" ' twice ' "$form: two lines of one name"
    unlike "$(cat rows)" ' (one|two) ' "$form: what two names claim has none"
    like "$(cat rows)" ' <anonymous> ' "$form: that is <anonymous>"
    # kept with the data: the sum of two runs has them, too
    run gprof -s $form gmon.out gmon.out
    run gprof --top -b --names=full $form gmon.sum
    like "$(cat "$out")" 'Code:\*first' "$form: sums have the names"

    run in_form ./$form link
    pid=$(cat "$out")
    rm -f "/tmp/perf-$pid.map"
    unlike "$(rows)" 'Code:' "$form: a link is not followed"
    like "$(cat "$err")" '% of the time is in code made at run time; for its names run node' "$form: advice"
    run in_form ./$form none
    unlike "$(rows)" 'Code:' "$form: no map"
    is "$(rows | grep -c anonymous)" 1 "$form: then it is one row"
done

if command -v node >/dev/null; then
    echo 'function busy(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) % 1000003; return s }
        const end = Date.now() + 1500; let t = 0; while (Date.now() < end) t += busy(1e6); console.log(process.pid)' >busy.js
    run timeout 60 env PATH="$PATH" "$GPROF" --run="$BUILD" node --perf-basic-prof busy.js
    rm -f "/tmp/perf-$(cat "$out").map"
    like "$(cat "$err")" 'busy' 'node --perf-basic-prof: functions of a script'
else
    skip 'functions of a script' 'no node'
fi
done_testing
