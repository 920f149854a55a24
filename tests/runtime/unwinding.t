#!/bin/sh
# unwinding.t - the stack can be unwound at every instruction of mcount and __fentry__
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

test "$(uname -m)" = x86_64 || skip_all 'steps.c knows x86-64'
test -z "$VALGRIND$VARIANT" || skip_all 'steps through code that a tool has changed'
command -v objdump >/dev/null || skip_all 'no objdump'

$CC -O1 -D_GNU_SOURCE -fasynchronous-unwind-tables -I"$SRCDIR/include" -c "$progs/steps.c" -o steps.o &&
    $CC -pg steps.o "$libgmon_a" -o steps || bail 'cannot build'
run timeout 60 ./steps
is "$status" 0 'at each step the caller was found, with all its registers, and main above it'
grep '+0x' "$out" | sort | uniq -c | sed 's/^/# /' | head -20

# The instructions of a function, as offsets.
instructions()
{
    objdump -d --no-show-raw-insn steps | awk -v f="$1" '
        function hex(s,   i, n) { n = 0; for (i = 1; i <= length(s); i++)
            n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1; return n }
        $2 == "<" f ">:" || $2 == "<_" f ">:" { inside = 1; start = hex($1); next }
        inside && NF == 0 { exit }
        inside && $2 !~ /^(nop|xchg|data16|cs)/ { sub(":", "", $1); printf " %x", hex($1) - start }'
}
for hook in mcount __fentry__; do
    all=$(instructions $hook)
    is "$(sed -n "s/^$hook://p" "$out")" "$all" "each of the $(echo "$all" | wc -w) instructions of $hook was one of them"
done
done_testing
