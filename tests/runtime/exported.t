#!/bin/sh
# exported.t - the stacks of a real program in pprof and as folded lines
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
unset GMON_STACKS GMON_STACK_DEPTH GMON_STACK_NODES

prog prog measured_truth.c -O1 -w -Wl,--build-id
for pprof in /usr/lib/go*/pkg/tool/*/pprof "$(command -v pprof)"; do
    test -x "$pprof" && break
done
PPROF_TMPDIR=$PWD
export PPROF_TMPDIR

# decoded FILE: its samples and functions, as tests/lib/pprof.pl prints them
decoded()
{
    perl "$SRCDIR/tests/lib/pprof.pl" --functions <"$1" >decoded
}
# share_of FUNCTION: the percentage of the time of the samples with it anywhere on the stack
share_of()
{
    awk -v name="$1" '
        $1 ~ /^[0-9]+$/ && NF > 3 {
            time = $3; total += time; $1 = $2 = $3 = ""; gsub(/ \([^()]*:[0-9]+\)/, ""); gsub(/ 0x[0-9a-f]+/, "")
            n = split($0, frames, " < "); sub(/^ +/, "", frames[1])
            for (i = 1; i <= n; i++) if (frames[i] == name) { with += time; break }
        }
        END { printf "%d\n", total ? 100 * with / total : -1 }' decoded
}

run timeout 60 env GMON_HZ=1000 ./prog 800
is_status 0 'the program ran'
run gprof --export=pprof --output=prof.pb.gz prog gmon.out stacks.gmon.out
is_status 0 'its profile is exported'
decoded prof.pb.gz
is $? 0 '... and sound'
share=$(share_of main)
ok "... main has all of the time: $share %" test "$share" -ge 97
share=$(share_of work)
ok "... and work some: $share %" test "$share" -ge 2 -a "$share" -le 95
id=$(readelf -n prog 2>/dev/null | sed -n 's/.*Build ID: //p')
like "$(cat decoded)" "^mapping .* of prog $id\$" '... the program is a mapping, with its build ID'
like "$(cat decoded)" '^mapping .* of /.*libc' '... the C library another one'
like "$(cat decoded)" ' work \(.*measured_truth.c:[0-9]+\) 0x[0-9a-f]+ < few \(.*:[0-9]+\) ' '... places know their lines and addresses'
gprof --export=pprof -l prog gmon.out stacks.gmon.out >lines.pb.gz
decoded lines.pb.gz
like "$(cat decoded)" ' work \(.*:[0-9]+\) 0x[0-9a-f]+ < few \(.*:[0-9]+\) .* < .* main \(.*:[0-9]+\)' '... with -l, too'

run gprof --export=folded prog gmon.out stacks.gmon.out
is_status 0 'and as folded stacks'
sum=$(awk '{ sum += $NF } END { printf "%d", sum / 1000 }' "$out")
decoded prof.pb.gz
is "$sum" "$(awk 'END { printf "%d", $NF / 1000 }' decoded)" '... with the same total'

if test -x "$pprof"; then
    run "$pprof" -top prof.pb.gz
    is_status 0 'pprof reads it'
    share=$(awk '$NF == "main" { printf "%d", $5 }' "$out")
    ok "... and gives main all of the time: $share %" test "${share:-0}" -ge 97
    like "$(cat "$out")" '^inclusive times are measured' '... and says that it is measured'
    run "$pprof" -sample_index=calls -peek='^work$' prof.pb.gz
    like "$(cat "$out")" ' few$' '... and who called'
    gprof --export=pprof --estimated prog gmon.out >flat.pb.gz 2>"$err"
    run "$pprof" -top flat.pb.gz
    like "$(cat "$out")" ' <external>$' '... and knows names in brackets'
    # Without -trim_path pprof cuts a source's name behind a directory named as this one.
    run "$pprof" -trim_path=/nowhere -list='^few$' lines.pb.gz
    like "$(cat "$out")" '^ +(\.|[0-9.]+m?s) +[0-9.]+m?s +[0-9]+: +work\(' '... and the time beside the line of the call'
else
    skip 'pprof reads it' 'no pprof: Debian has it in golang-go'
fi
done_testing
