#!/bin/sh
# stacks.t - every sample is in the file of stacks once, whatever the program does
#
# Stacks themselves are stack_walks.t's.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
unset GMON_STACKS GMON_STACK_DEPTH GMON_STACK_NODES

prog prog stack_ways.c -O1 -ldl
plain preloaded stack_ways.c -O1 -pg -ldl -w -Wl,--unresolved-symbols=ignore-all
export GMON_HZ=1000 GMON_VERBOSE=1

# Runs with stacks; what the file of stacks holds is then in `text`. A busy machine keeps a program from the
# ticks of its clock: where samples are few, it runs again.
stacks()
{
    for try in 1 2 3 4; do
        rm -f gmon.out* stacks.* first* out.* race.*
        run timeout 60 env "$@"
        decode stacks.gmon.out
        test "$(of signals)" -le 30 || break
    done
}
decode()
{
    stack_lines "$1" >text || diag "$(cat text)"
}

# of WORD: the number behind a word of the line of the tree.
of()
{
    awk -v word="$1" '$1 == "tree" { for (i = 2; i < NF; i++) if ($i == word) n = $(i + 1) } END { print n + 0 }' text
}
ended()
{
    awk -v way="$1" '$1 == "end" && $2 == way { n = $4 } END { print n + 0 }' text
}
# Samples with these functions one below the other.
through()
{
    awk -v path="$1" '$1 == "stack" && index(";" $2 ";", ";" path ";") { n += $3 } END { print n + 0 }' text
}

# What is said is counted apart from the nodes; what gmon.out holds is all that was due, but for samples of libraries
# that had no memory.
due()
{
    "$TOOLS/gmondump" "$1" | awk '$1 == "bin" { for (i = 3; i <= NF; i++) n += $i } END { print n + 0 }'
}
counted()
{
    said=$(sed -n "s/^gmon: stacks.${2:-gmon.out}: \([0-9]*\) samples.*/\1/p" "$err" | tail -1)
    is "$(of signals)" "${said:-none said}" "$1: as many samples in the nodes as were taken"
    lost=$(sed -n "s/^gmon: ${2:-gmon.out}: \([0-9]*\) calls and samples are not counted: .*/\1/p" "$err")
    is $(($(of ticks) + $(of missing))) $(($(due "${2:-gmon.out}") + ${lost:-0})) \
        'ticks and missing ones are those that were due'
}
# All but one, of few; one may be where tables are not exact, as in longjmp.
all_complete()
{
    all=$(of signals)
    whole=$(ended complete)
    ok "$1: $whole of $all stacks are complete" test "$all" -gt 5 -a $((100 * whole + 100)) -ge $((99 * all))
}

# ---- who is on the stack ------------------------------------------------------------------------
stacks ./prog plain 300
counted plain
all_complete plain
ok 'nearly all are where the time is' test "$(through 'main;outer;inner;work')" -ge $(($(of signals) * 8 / 10))
# Start and end of a process may take longer than a tick where the machine is slow for a moment.
awk '$1 == "stack" && $2 !~ /;main/ && $2 !~ /;\[profiler\]$/' text >outside
ok 'and all but some of the start and the end are below main' \
    test "$(awk '{ n += $3 } END { print n + 0 }' outside)" -le $((1 + $(of signals) / 50)) || diag "$(cat outside)"

stacks ./prog threads 4
counted threads
for name in odd even; do
    ok "threads: those that are $name" test "$(through "main_of_thread;$name;work")" -gt 5
done
stacks ./prog churn 20
counted 'threads one after the other'
ok 'they have one tree' test "$(through 'short_thread;odd;work')" -gt 5

stacks ./prog deep 300
counted 'deep recursion'
all_complete 'deep recursion'
stacks GMON_STACK_DEPTH=50 ./prog deep 300
counted GMON_STACK_DEPTH=50
ok "stacks are too deep ($(ended too-deep) of $(of signals))" test $((4 * $(ended too-deep))) -gt $(($(of signals) * 3))
is "$(awk '$1 == "stack" && $2 !~ /^too-deep;/ && split($2, all, ";") > 30' text)" '' 'but for those of the end'
is "$(awk '$1 == "stack" && $2 !~ /;\[profiler\]$/ { print split($2, a, ";") }' text | sort -u)" 51 'the 50 innermost frames are kept'

stacks ./prog jump 300
counted jump
all_complete jump
for way in signal raw; do
    test $way = signal || test "$(uname -m)" = x86_64 || continue
    stacks ./prog $way 300
    counted $way
    all_complete $way
    is "$(through 'raises;main')" 0 "$way: a signal handler on a stack of its own is below what it interrupted"
    ok 'and its callees below it' test "$(through 'on_signal;work')" -gt 5
done
stacks ./prog switch 300
counted coroutines
ok 'coroutines: their functions' test "$(through 'coroutine;work')" -gt 1

# Both readers agree on the form: what gprof makes of one file is the file.
stacks ./prog wide 300
counted 'many different stacks'
run "$GPROF" -s prog gmon.out stacks.gmon.out
ok 'a sum of one file is that file' cmp stacks.gmon.sum stacks.gmon.out

# ---- libraries ----------------------------------------------------------------------------------
cat >library.c <<'END'
volatile unsigned sum;
static __attribute__((noinline)) void within(void) { for (unsigned i = 0; i < 20000; i++) sum = sum * 3 + i; }
void in_library(void);
void in_library(void) { within(); __asm__ volatile(""); }
END
$CC -O1 -fPIC -shared library.c -o library.so || bail 'cannot build a library'
stacks ./prog closed ./library.so
counted 'a library that comes and goes'
all_complete 'a library that comes and goes'
ok 'its functions are on the stack' test "$(through 'main;[library.so];[library.so]')" -gt 5
is "$("$TOOLS/gmondump" stacks.gmon.out | grep -c '^module library .*/library.so ')" 1 'it is one module'

# ---- processes ----------------------------------------------------------------------------------
stacks ./prog fork 300
counted 'a process that forks'
ok 'it has its own stacks' test "$(through main)" -gt 5 -a "$(through in_child)" = 0
child=$(ls | sed -n 's/^stacks\.\(gmon\.out\.[0-9]*\)$/\1/p')
decode "stacks.$child"
counted 'its child' "$child"
is "$(through in_parent) $(through before)" '0 0' 'which begins with none'
ok 'and has its own' test "$(through 'main;in_child')" -gt 5
stacks ./prog exec 300
counted exec
is "$(through before) $(echo stacks.*)" '0 stacks.gmon.out stacks.gmon.out.1' \
    'the program that takes its place begins again, and the file before it stays'
stacks ./prog forks 20
counted 'a process that forks beside threads'
bad=0
for file in stacks.gmon.out.*; do
    decode "$file"
    test "$(through wide)" = 0 || bad=$((bad + 1))
done
is "$bad $(ls stacks.gmon.out.* | wc -l)" '0 20' 'its children have no stacks of those'

# ---- what a program asks for --------------------------------------------------------------------
stacks ./prog reset 300
counted gmon_reset
is "$(through before)" 0 'what was before is forgotten'
stacks ./prog again 300
counted 'after gmon_dump'
ok 'the stacks go on' test "$(through before)" -gt 5 -a "$(through after)" -gt 5
decode stacks.first
counted gmon_dump first
is "$(through after)" 0 'gmon_dump has what was before'
stacks ./prog pause 300
counted moncontrol
is "$(through hidden)" 0 'nothing while it is off'
stacks ./prog race 300
# A sample that another thread is taking meanwhile may be in the one and not in the other.
all=$(of signals) said=$(sed -n 's/^gmon: stacks.gmon.out: \([0-9]*\) samples.*/\1/p' "$err" | tail -1)
ok "gmon_dump and gmon_reset beside threads: $all samples in the nodes, $said were taken" \
    test "$((all - said))" -ge -3 -a "$((all - said))" -le 3
bad=0
for file in stacks.race.*; do
    stack_lines "$file" >text || bad=$((bad + 1))
done
is $bad 0 'all files are as they must be'
ok 'and there are some' test -s stacks.race.5

# ---- limits -------------------------------------------------------------------------------------
prog static stack_ways.c -O1 -static 2>/dev/null
stacks GMON_STACK_NODES=10 ./prog wide 300
counted GMON_STACK_NODES=10
ok 'most samples have their leaf alone' test "$(ended no-memory)" -ge $(($(of signals) / 2))
is "$(of lost)" "$(ended no-memory)" 'which is said'
is "$(awk '$1 == "stack" && $2 ~ /^no-memory/ { print split($2, a, ";") }' text | sort -u)" 2 'a leaf each'
ok 'and said once at the end, with the remedy' test "$(grep -c 'GMON_STACK_NODES=N makes room' "$err")" = 1
# The first phase would take all of the room: 400 new nodes a sample.
stacks GMON_STACK_NODES=8000 ./prog late 200
counted 'what runs last'
ticks=$(of ticks)
within() # FUNCTION SIXTHS
{
    got=$(awk -v path="main;$1" '$1 == "stack" && index(";" $2 ";", ";" path ";") { n += $4 } END { print n + 0 }' text)
    ok "$1 has $got of $ticks ticks, about $2 sixths" test $((12 * got)) -ge $(((2 * $2 - 1) * ticks)) -a \
        $((12 * got)) -le $(((2 * $2 + 1) * ticks))
}
within after 3
within hidden 1
ok "deep stacks are cut: $(ended too-deep)" test "$(ended too-deep)" -gt 10
is "$(awk '$1 == "stack" && $2 ~ /^too-deep/ && $2 !~ /^too-deep;main;(.*;)?\[prog\];[^[]*(work|;\[profiler\]|branch|twig.)$/' text)" '' \
    'they have main and the leaf; an unknown frame stands for those between'
ok 'and mostly the leaf is that of the program' test "$(through 'work')" -gt $(($(of signals) / 2))
ok 'which is said' grep -q 'deep ones are cut; GMON_STACK_NODES=N makes room' "$err"
stacks ./prog wide 300
nodes=$(of nodes)
ok "else they have all of it ($nodes nodes)" test "$(ended complete)" -gt 5 -a "$nodes" -gt 200
rm -f gmon.out* stacks.gmon.out*
run sh -c 'ulimit -v 8000; exec env GMON_STACK_NODES=999999999 GMON_VERBOSE= ./static plain 20'
is "$status $(cat "$err"; ls stacks.gmon.out 2>/dev/null)" \
    '0 gmon: gmon.out: out of memory for call stacks: there are none' 'no memory at the start: a line, and no stacks'
stacks ./prog full 400
counted 'an address space that is full'
ok 'samples have their leaf alone' test "$(ended no-memory)" -gt 0

# Without tables a walk searches the stack, and may take longer than until the next tick.
plain slow slow_walk.c -O1 -fomit-frame-pointer -fno-asynchronous-unwind-tables -finstrument-functions "$libgmon_a"
rm -f gmon.out* stacks.gmon.out*
run timeout -s KILL 60 env GMON_STACK_DEPTH=65536 ./slow 6000 600000000
decode stacks.gmon.out
is "$status" 0 'walks that take longer than ticks are apart leave the program its time'
counted 'slow walks'
ok 'in which samples have their leaf alone' test "$(ended no-memory)" -gt 0
# The program calls nothing meanwhile: what is the profiler's is the time of walks.
rm -f gmon.out* stacks.gmon.out*
run timeout -s KILL 60 env ./slow 450 2000000000
decode stacks.gmon.out
counted 'walks'
own=$(awk '$1 == "stack" && $2 ~ /;\[profiler\]$/ { n += $4 } END { print n + 0 }' text)
ok "walks have little more than a twentieth of the time, which is the profiler's: $own of $(of ticks)" \
    test "$own" -gt 0 -a $((12 * own)) -le "$(of ticks)"
# The last writing itself may take a few.
said=$(sed -n 's/.*ticks, of these \([0-9]*\) in the profiler.*/\1/p' "$err" | tail -n 1)
ok "in both files ($said)" test "${said:-0}" -ge "$own" -a "${said:-0}" -le $((own + 5))

# ---- the file -----------------------------------------------------------------------------------
left()
{
    rm -f gmon.* stacks.* p.* out.*
    run timeout 60 env "$@"
    find . -type f \( -name 'gmon*' -o -name 'stacks.*' -o -name 'out.*' -o -name 'p.*' \) | sort | tr '\n' ' '
}
is "$(left ./prog plain 30)" './gmon.out ./stacks.gmon.out ' 'two files'
is "$(left GMON_STACKS=no ./prog plain 30)" './gmon.out ' 'GMON_STACKS=no: gmon.out alone'
run env ./prog plain 30
is "$(GMON_HZ=1 ./prog plain 1 2>/dev/null; ls stacks.gmon.out 2>/dev/null)" '' \
    'a run without a tick has no file of stacks, nor that of an earlier run'
run env ./prog plain 10
"$GPROF" --top prog gmon.out stacks.gmon.out >"$out" 2>&1
unlike "$(cat "$out")" 'another run' 'stacks know the gmon.out that was written with them'
mv stacks.gmon.out other.stacks && cp gmon.out first && run env ./prog plain 11
is "$("$GPROF" -b prog gmon.out other.stacks 2>&1; "$GPROF" -b -p prog gmon.out other.stacks first 2>/dev/null | sed 1q)" \
    'gprof: other.stacks: is from another run than gmon.out; name those of the same run, or one of the two
Flat profile:' 'and say so if they are named without it'
rm -f other.stacks first
mkdir dir
is "$(left GMON_OUT=dir/out.x ./prog plain 30)" './dir/out.x ./dir/stacks.out.x ' 'GMON_OUT'
rm -r dir
like "$(left GMON_OUT_PREFIX=p ./prog plain 30)" '^\./p\.([0-9]+) \./stacks\.p\.\1 $' 'GMON_OUT_PREFIX'
is "$(left GMON_OUT=/dev/null ./prog plain 30; ls /dev/stacks.null 2>/dev/null)" '' 'nothing beside /dev/null'
is "$(left LD_PRELOAD="$libgmon_so" /bin/true)" '' 'a program that is not profiled writes nothing'
is "$(left GMON_STACK_DEPTH=0 GMON_STACK_NODES=x GMON_VERBOSE= ./prog plain 30; cat "$err")" \
    './gmon.out ./stacks.gmon.out gmon: GMON_STACK_DEPTH=0: not from 1 to 65536; taking 512
gmon: GMON_STACK_NODES=x: not from 1 to 999999999; taking 200000' 'values that make no sense'
rm -f gmon.out* stacks.gmon.out*
mkdir stacks.gmon.out
run env GMON_VERBOSE= ./prog plain 30
is "$status $(cat "$err") $(calls inner) $(find . -name '*.tmp')" \
    '0 gmon: cannot write stacks.gmon.out: not a plain file; GMON_OUT=FILE names another file 1 ' \
    'what cannot be written is said, and the rest is written'
rmdir stacks.gmon.out
long=$(printf %0250d 0)
run env GMON_VERBOSE= GMON_OUT="$long" ./prog plain 30
is "$status $(cat "$err") $(calls inner prog "$long")" \
    "0 gmon: cannot write stacks.$long: name too long; GMON_OUT=FILE names another file 1" \
    'so is a name that has no room for more letters'
rm -f "$long"

# ---- two files as one ---------------------------------------------------------------------------
# The system calls that give files their names.
names()
{
    for name in "$@"; do
        GMON_VERBOSE='' timeout 60 strace -f -o calls -e trace=rename,renameat,renameat2,linkat env "$name" ./prog plain 30
        sed -n 's/.*"\([^"]*\)".*= 0$/\1/p' calls | sed 's/[0-9][0-9]*/N/g'
    done | tr '\n' ' '
}
if strace -o calls true 2>/dev/null; then
    rm -f gmon.out* stacks.gmon.out* x.*
    # What the last end has taken is written, too.
    like "$(names GMON_STACKS=1 GMON_OUT=x.%p)" '^(stacks\.gmon\.out gmon\.out )+(stacks\.x\.N x\.N )+$' \
        'the companion has its name first'
else
    skip 'the companion has its name first' 'no strace, or it is forbidden'
fi
# A full disk in the middle of either: what is named is whole, and nothing is left of the rest.
made=0 broken=0
for limit in 1 2 4 8 12 16 20 24 28 32 40 60; do
    rm -f gmon.out* stacks.gmon.out*
    (ulimit -f $limit && GMON_VERBOSE='' exec timeout 60 ./prog wide 100) >/dev/null 2>said
    test ! -e gmon.out || made=$((made + 1))
    test ! -s stacks.gmon.out || stack_lines stacks.gmon.out >text || broken=$((broken + 1))
    test -z "$(find . -name '*.tmp')" || broken=$((broken + 1))
done
is "$broken" 0 "a file may not grow: no part of a file is left; $made data files were written"
done_testing
