#!/bin/sh
# overflow.t - counts that wrap in other files: bins above 65535 ticks, arcs above 2^32 calls, more
# than 2^32 bins; memory that ends
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

objects=$(objects_of . | grep -v -e external.o -e wrap_threads.o)
# shellcheck disable=SC2086
$CC -D_GNU_SOURCE -g -I"$SRCDIR/src" -I"$SRCDIR/include" -o big "$progs/overflow.c" $objects || bail 'cannot build'
run ./big
is "$(cat "$out")" written 'it is written'

"$TOOLS/mkimage" -o image <<'END'
section .text 0x401000 40000
sym one 0x401000 0x1000
sym two 0x402000 0x1000
sym three 0x403000 0x4000
sym last 0x407000 0x3c40
END
total()
{
    timeout 60 "$1" -b -p image big.out | awk '$NF == "one" || $NF == "two" || $NF == "three" {
        print $NF, $3, ($5 == "" ? "-" : $4) }' | sort | tr '\n' ' '
}

# 70,000 + 65,536 ticks of 10 ms, and 200,000.
want='one 1355.36 8589934597 three 2000.00 - '
is "$(total "$GPROF")" "$want" 'no tick and no call is lost'
test ! -x /usr/bin/gprof || is "$(total /usr/bin/gprof)" "$want" 'GNU gprof reads the same'
"$TOOLS/gmondump" big.out >text
is "$(grep -c ^hist text) $(grep -c ^arc text)" '7 3' \
    'only the pieces that overflow are repeated, 2 and 4 times'
like "$(wc -c <big.out)" '^[1-7][0-9]{4}$' 'so the file stays small'

# ---- a range of more bins than their number's field can say -------------------------------------
# The file would be large: a limit lets the header through, and a directory that cannot be written
# has it written in place, where it stays.
cat >range.c <<'END'
#include "gmon.h"
#include <sys/resource.h>
int main(void)
{
    struct rlimit r = {8192, 8192};
    setrlimit(RLIMIT_FSIZE, &r);
    monstartup(0x400000, 0x400000 + (1UL << 34) + (1UL << 20));
    return 0;
}
END
$CC -g -I"$SRCDIR/include" range.c "$libgmon_a" -lpthread -o range || bail 'cannot build'
range=closed/range
as_user=
test "$(id -u)" != 0 || as_user='setpriv --reuid 65534 --clear-groups'
mkdir closed && : >$range && chmod 666 $range && chmod 555 closed && chmod 755 "$tap_dir" .
# shellcheck disable=SC2086
run $as_user env GMON_OUT=$range ./range
like "$(cat "$err")" "cannot write $range: file too large" 'a range of 16 GB'
chmod 755 closed
# shellcheck disable=SC2016
is "$(perl -e 'read STDIN, $_, 45; my (undef, $low, $high, $bins) = unpack "a21 Q< Q< V", $_;
    print $bins && ($high - $low) / $bins' <"$range")" 64 'has as many bins as its header says'

# ---- memory ends ------------------------------------------------------------------------------
{
    for i in $(seq 1000); do
        echo "__attribute__((noinline)) static void f$i(void) { __asm__ volatile(\"\" ::\"r\"($i)); }"
    done
    cat <<'END'
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
__attribute__((noinline)) static void before(void) { __asm__ volatile(""); }
__attribute__((noinline)) static void after(void) { __asm__ volatile(""); }
int main(int argc, char **argv)
{
    struct rlimit r = {256 << 20, 256 << 20};
    (void)argv;
    for (int i = 0; i < 1000; i++)
        before();
    if (argc < 3)
        setrlimit(RLIMIT_AS, &r);
    for (size_t size = 64 << 20; argc < 3 && size >= 4096; size /= 2)
        while (mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED)
            ;
    for (int i = 0; i < 10; i++)
        after();
    if (argc > 1) {
END
    for i in $(seq 1000); do echo "f$i();"; done
    echo '    } return 0; }'
} >ends.c
blocks=-fsanitize-coverage=trace-pc
counts_blocks "$CC" || blocks=
# shellcheck disable=SC2086
$CC -g -pg $blocks ends.c "$libgmon_a" -o ends || bail 'cannot build'
run ./ends
is "$status $(cat "$err")" '0 ' 'memory ends: the program goes on, and nothing is lost'
is "$(calls before ends) $(calls after ends) $(calls main ends)" '1000 10 0' \
    'calls before that and after it are written; that of main never is'
if test -n "$blocks"; then
    like "$("$GPROF" -b -C -l ends 2>/dev/null)" 'ends.c:[0-9]+: \(main:[^)]*\) 1000 executions' 'and blocks'
else
    skip 'and blocks' 'the compiler cannot link -fsanitize-coverage=trace-pc'
fi
run ./ends more
lost=$(sed -n 's/^gmon: gmon.out: \([0-9]*\) calls and samples are not counted: out of memory$/\1/p' "$err")
ok "calls of new functions are lost, and that is said ($lost)" test "${lost:-0}" -gt 300
is "$status $(calls before ends) $(calls after ends)" '0 1000 10' 'the rest is written'
run ./ends more memory
is "$status $("$GPROF" -b -z -p ends 2>/dev/null | awk '$NF ~ /^f[0-9]+$/ && $4 == 1' | wc -l)" '0 1000' \
    'with memory all of them are there: a small program with a thousand arcs'
done_testing
