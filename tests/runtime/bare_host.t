#!/bin/sh
# bare_host.t - libgmon-bare on this machine: limits of its memory, its data in gprof, the hex form
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

# calls FUNCTION FILE: by the flat profile
calls()
{
    "$GPROF" -b -z -p host "$2" 2>"$err" | awk -v f="$1" '$NF == f { print (NF >= 7 ? $4 : 0) }'
}

for flags in '-O2' '-O1 -fsanitize=address,undefined -fno-sanitize-recover=all'; do
    rm -f ./*.o
    # shellcheck disable=SC2086
    if ! { ${CC:-cc} $flags -g -fno-pie -c -I"$SRCDIR/src" -I"$SRCDIR/include" "$SRCDIR"/src/runtime/bare/*.c &&
        ${CC:-cc} $flags -g -fno-pie -c -I"$SRCDIR/include" -finstrument-functions \
            "$SRCDIR/tests/progs/bare/host.c" && ${CC:-cc} $flags -no-pie -o linked ./*.o && mv linked host; } 2>"$err"; then
        skip "${flags#* }" "the compiler cannot: $(head -1 "$err")"
        continue
    fi
    ./host >"$out" 2>&1
    is "$? $(grep -e '^not' -e '^#.*rror' "$out")" '0 ' "$flags: it does what gmon_bare.h says" || diag "$(cat "$out")"
done

is "$(calls branch full.out) $(calls leaf full.out)" '1000 2000' 'calls'
ok 'it may be written again' cmp full.out again.out
gprof -b -p host full.out >flat
gprof -b -p host log >flat.log
is_file flat.log flat 'the hex form says the same'
like "$(cat flat)" '^ 99\.90 +4\.00 +4\.00 +2000 .* leaf$' 'samples at the given rate'
like "$(cat flat)" '^  0\.10 .* <external>$' 'those of other code are of <external>'
is "$(calls branch reset.out) $(calls leaf reset.out)" '1 2' 'gmon_reset forgets'
like "$(gprof -b -p host reset.out 2>&1)" 'holds no sample' 'samples, too'
is "$(calls leaf first.out) $(calls leaf second.out)" '2 1' 'two profiles are apart'
like "$(gprof -b -p host many.out)" ' 2100\.00 +2100\.00 .* leaf$' 'more samples than 16 bits'
is "$(calls leaf lost.out)" "$((1000 - $(sed -n 's/^# lost //p' "$out")))" 'what found room is exact'
like "$(cat "$err")" "the runtime lost $(sed -n 's/^# lost //p' "$out") calls and 0 samples for lack of memory" \
    'and the rest is told by gprof'
if test -x /usr/bin/gprof; then
    for file in lost many; do
        gprof -b host $file.out >ours 2>"$err"
        /usr/bin/gprof -b host $file.out >theirs 2>"$err"
        is_file ours theirs "any gprof can read $file.out"
    done
fi
done_testing
