#!/bin/sh
# walks.t - walks of stacks find every caller, at every instruction, however the program was built
#
# progs/runtime/walks.c steps through library functions, callbacks, jumps and more, and walks at
# each step. It is linked with the runtime's objects, as the archive hides their names.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

test "$(uname -m)" = x86_64 || skip_all 'walks.c steps through x86-64 code'
test -z "$VALGRIND$VARIANT" || skip_all 'steps through code that a tool has changed'

# As in the archive, the runtime's code is in a section of its own, and a static libc calls its own memcpy.
objects=$BUILD/obj/src/runtime
objects_of . | grep -v -e external.o -e wrap_threads.o >list
ld -r -o code.o @list && objcopy --rename-section .text=gmon_text --rename-section .text.unlikely=gmon_text \
    --localize-symbol=memcpy --localize-symbol=memset code.o &&
    ld -r -o runtime.o code.o "$objects"/arch/generic/external.o || bail 'cannot link the objects'

# Scenes are "NAME STEPS WRONG GUESSED" in $out. Where the scene's name is given, so many in a
# thousand may be wrong.
walked()
{
    awk -v "allowed=$1" 'BEGIN { n = split(allowed, a, /[ =]+/); for (i = 1; i < n; i += 2) may[a[i]] = a[i + 1] }
        /^[a-z]+ / { scenes++; if ($2 < 50 || $3 * 1000 > $2 * may[$1]) bad = bad " " $1 }
        END { print scenes + 0 bad }' "$out"
}

partial=
scenes='calls callbacks library jumps tails alignment clocks wrappers handlers coroutines threads'
# Behind `leave`, gcc's tables of a function that realigns its stack tell of the wrong rbp: two instructions
# of some 95, and three with gcc 10.
inexact='jumps=10 alignment=35'
try()
{
    # clang links static position-independent programs with start-up code that is for others.
    # shellcheck disable=SC2086
    if ! $1 -w -D_GNU_SOURCE -I"$SRCDIR/src" -I"$SRCDIR/include" $2 \
        "$progs/walks.c" runtime.o -lpthread -ldl -o walks 2>/dev/null || ! ./walks; then
        skip "$1 $2" 'this compiler has no such build'
        return
    fi
    # shellcheck disable=SC2086
    run timeout 60 ./walks $partial $scenes
    sed -n '/^#/p' "$out" | cut -c 1-300 | head -3
    is "$status $(walked "$3")" "0 ${4-11}" "$1 $2 $partial: $(awk '/^[a-z]+ / { n += $2 } END { print n }' "$out") steps"
}

for flags in '-O0 -pg' '-O1 -pg -no-pie' '-O3 -pg -mfentry' '-O1 -pg -static' '-O2 -pg -static-pie -fPIE' '-O2'; do
    try "$CC" "$flags" "$inexact"
done
if command -v clang >/dev/null && test "$CC" != clang; then
    try clang '-O1 -pg' "$inexact"
    try clang '-O3 -pg -mfentry' "$inexact"
fi

# ---- stacks of other threads, with few known registers: a search finds most frame pointers ---------
partial=-p scenes='calls callbacks library clocks wrappers handlers threads'
for flags in '-O1 -pg' '-O2 -pg -mfentry' '-O1 -pg -static'; do
    try "$CC" "$flags" 'calls=20 handlers=20 threads=20' 7
done
partial=

# ---- code without tables: frame pointers, and calls that are of the code in question ------------
scenes='calls callbacks library clocks'
try "$CC" '-O1 -pg -fno-asynchronous-unwind-tables' 'calls=60 callbacks=40 library=10 clocks=40' 4
is "$(awk '/^[a-z]+ / && $2 != $4' "$out")" '' 'every such walk came to the beginning, and counts as guessed'

# ---- code that comes and goes -------------------------------------------------------------------
cat >plugin.c <<'END'
static volatile int sum;
static __attribute__((noinline)) int down(int n) { return n == 0 ? sum : down(n - 1) + sum; }
void run(void);
void run(void) { sum += down(9); }
END
$CC -O1 -fPIC -shared -o plugin.so plugin.c || bail 'cannot build a library'
scenes='plugins anywhere'
try "$CC" '-O1 -pg -DWITH_PLUGIN' '' 3
done_testing
