#!/bin/sh
# packed_names.t - a stripped program has its names, if the distribution packed them into it or a server has them
#
# Fedora and others keep the names of functions in .gnu_debugdata (MiniDebugInfo); debuginfod is asked on
# the loopback, where it serves a directory of this test. No server outside is asked.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

: "${CC:=cc}"
for tool in "${CC%% *}" objcopy strip nm xz perl; do
    command -v "$tool" >/dev/null || skip_all "no $tool"
done
cat >prog.c <<'END'
static int __attribute__((noinline)) leaf(int n) { volatile int i = n; while (i > 0) i--; return i; }
int __attribute__((noinline)) parse(int n) { return leaf(n) + leaf(n + 1); }
END
echo 'int parse(int); int main(int c, char **v) { (void)v; return parse(c); }' >main.c
build_ids='-Wl,--build-id=0x1234567890abcdef'
$CC -g -O1 $build_ids prog.c main.c -o full 2>log &&
    $CC -g -O1 -shared -fPIC -Wl,--build-id=0x1234567890abcd00 prog.c -o libprog.so 2>log ||
    skip_all 'the compiler makes no programs with a build ID'

# address IMAGE FUNCTION
address() { nm "$1" | sed -n "s/^0*\([0-9a-f]*\) [Tt] $2\$/0x\1/p"; }
{
    echo magic
    echo "hist $(address full leaf) $(address full main) 8 100 seconds s"
    echo 'fill 0 7 3'
    echo "arc $(address full main) $(address full parse) 4"
} | "$TOOLS/mkgmon" >gmon.out

# stacks NAME TICKS: samples, some of them in the library, and TICKS in the program
stacks()
{
    {
        echo 'stacks cpu 10000000'
        echo 'module program 1234567890abcdef full'
        echo "module library 1234567890abcd00 $PWD/$1/libprog.so"
        echo "name main $(address full main)"
        echo "complete main+1 libprog.so:+$(address libprog.so leaf) signals 3 ticks 3"
        echo "complete main=1 signals $2 ticks $2"
    } | "$TOOLS/mkgmon" >stacks.out
}

# pack IMAGE: adds what the dynamic linker has no names of, as a distribution does
pack()
{
    nm -D "$1" --format=posix --defined-only | cut -d ' ' -f 1 | sort >exported
    nm "$1" --format=posix --defined-only | sed -n 's/ [Tt] .*//p' | sort | comm -13 exported - >local
    objcopy --only-keep-debug "$1" debug && objcopy -S --keep-symbols=local debug mini && xz -f mini &&
        strip -o "$2" "$1" && objcopy --add-section .gnu_debugdata=mini.xz "$2"
}

# same NAME PROGRAM OPTION...: reports of our own have the names of the full program
same()
{
    test_name=$1
    shift
    gprof --top -b --names=mangled "$@" 2>"$err" | sed "s/^${1##*/}:/full:/" >got
    is_file got want "$test_name"
}
gprof --top -b --names=mangled full gmon.out >want
like "$(cat want)" ' leaf$' 'the full program has names'

# ---- packed into the image ----

if grep -qa 'libdw\.so' "${GPROF_REAL:-$GPROF}"; then
    pack full packed
    same 'a packed table' packed gmon.out
    is "$(cat "$err")" '' 'no word of missing names'
    $CC -g -O1 $build_ids -rdynamic prog.c main.c -o exports && pack exports packed
    like "$(cat exported)" '^parse$' 'a program that exports names'
    like "$(cat local)" '^leaf$' 'packs the others'
    {
        echo magic
        echo "hist $(address exports leaf) $(address exports main) 8 100 seconds s"
        echo 'fill 0 7 3'
    } | "$TOOLS/mkgmon" >gmon.exports
    run gprof --top -b packed gmon.exports
    like "$(cat "$out")" ' leaf$' 'both have names'
    is_stderr '' 'no word of exported ones'
    mkdir with && pack libprog.so with/libprog.so && stacks with 3
    run gprof --top -b full stacks.out
    like "$(cat "$out" "$err")" ' leaf .*main' 'a library with a packed table'
    # damaged ones name nothing
    strip -o bare full
    printf 'no xz file' >junk
    head -c 200 mini.xz >short
    for damaged in junk short; do
        objcopy --add-section .gnu_debugdata=$damaged bare damaged
        run gprof --top -b damaged gmon.out
        is_status 0 "$damaged: a report"
        like "$(cat "$err")" 'has no symbols' "$damaged: without names"
    done
    pack full packed
    run gprof -b -p packed gmon.out
    is_status 1 'a classic listing has the names that GNU gprof has'
else
    skip 'packed tables' 'no libdw'
fi

# ---- on a server ----

strip -o bare full
run gprof --top -b bare gmon.out
unlike "$(cat "$err")" DEBUGINFOD 'nobody is asked without DEBUGINFOD_URLS'
export DEBUGINFOD_CACHE_PATH="$PWD/cache"

# A server that accepts, and never answers.
perl -MIO::Socket::INET -e '
    $| = 1;
    my $s = IO::Socket::INET->new(Listen => 9, LocalAddr => "127.0.0.1") or exit 1;
    print $s->sockport, "\n";
    my @kept;
    while (my $c = $s->accept) { push @kept, $c }' >port &
silent=$!
while test ! -s port && kill -0 $silent 2>/dev/null; do sleep 0.1; done
port=$(cat port)
if find /usr/lib /usr/lib64 -maxdepth 2 -name libdebuginfod.so.1 2>/dev/null | grep -q .; then
    run env DEBUGINFOD_URLS="http://127.0.0.1:$port" "$GPROF" --top -b --debuginfod-timeout=1 bare gmon.out
    is_status 0 'a server that is silent: a report'
    is "$(grep -c 'stripped: asking DEBUGINFOD_URLS for names, for 1 s at most; --debuginfod-timeout=0 asks nobody' "$err")" 1 'a line says that it is asked'
    like "$(cat "$err")" 'has no symbols' 'and that there are no names'
    run env DEBUGINFOD_URLS="http://127.0.0.1:$port" "$GPROF" --top -b --debuginfod-timeout=0 bare gmon.out
    unlike "$(cat "$err")" DEBUGINFOD '--debuginfod-timeout=0 asks nobody'
    run env DEBUGINFOD_URLS="http://127.0.0.1:$port" "$GPROF" --top -b full gmon.out
    unlike "$(cat "$err")" DEBUGINFOD 'names that are there are not asked for'
    run env DEBUGINFOD_URLS="http://127.0.0.1:$port" "$GPROF" -b -p bare gmon.out
    unlike "$(cat "$err")" DEBUGINFOD 'classic listings ask nobody'
    asks=1
else
    skip 'servers' 'no debuginfod'
    asks=
fi
kill $silent
wait $silent 2>/dev/null
if test "$asks"; then
    run env DEBUGINFOD_URLS="http://127.0.0.1:$port" "$GPROF" --top -b bare gmon.out
    is_status 0 'offline: a report'
fi

start_server()
{
    mkdir served && cp full libprog.so served
    debuginfod -d :memory: -p "$port" -F served >server.log 2>&1 &
    server=$!
    for _ in $(seq 300); do
        grep -q 'groomed' server.log && return 0
        kill -0 $server 2>/dev/null || return 1
        sleep 0.1
    done
    return 1
}
if test "$asks" && command -v debuginfod >/dev/null && start_server; then
    DEBUGINFOD_CACHE_PATH="$PWD/cache2"
    DEBUGINFOD_URLS="http://127.0.0.1:$port"
    export DEBUGINFOD_URLS
    same 'a server has the debug file' bare gmon.out
    is "$(grep -c . "$err")" 1 'one line, of the question'
    mkdir stripped && strip -o stripped/libprog.so libprog.so && stacks stripped 3
    run gprof --top -b full stacks.out
    like "$(cat "$out" "$err")" ' leaf .*main' 'names of a library'
    stacks stripped 900
    run gprof --top -b full stacks.out
    unlike "$(cat "$out" "$err")" 'DEBUGINFOD| leaf ' 'not of a library with less than 1 % of the time'
    kill $server
    wait $server 2>/dev/null
    unset DEBUGINFOD_URLS
else
    skip 'a server has the debug file' 'no debuginfod'
fi
done_testing
