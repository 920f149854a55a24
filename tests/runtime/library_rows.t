#!/bin/sh
# library_rows.t - time in libraries has the names of their functions, and all CPU time is told once
#
# The program itself tells which part of its time it copied, sorted, allocated and was in its own
# library. A share may be off by twice its error bars. The system tells its CPU time, of which
# reports must not miss more than 2 %, however the program is linked.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
unset GMON_STACKS GMON_STACK_DEPTH GMON_STACK_NODES

$CC -O1 -fPIC -shared -o libown.so "$progs/library_rows_own.c" || bail 'cannot build the library'
prog prog library_rows.c -O1 -L. -lown "-Wl,-rpath,$PWD"

inclusive() # NAME...: percent of the time in which one of the functions is on the stack; the first that there is
{
    for name; do
        awk -F, -v name="$name" '$1 == "total" { total = $12 } $1 == "function" && $3 == name { time = $13 }
            END { if (time == "") exit 1; print 100 * time / total }' rows.csv && return
    done
}
library_of() # NAME
{
    awk -F, -v name="$1" '$1 == "function" && $3 == name { sub(/\r/, "", $16); print $16 }' rows.csv
}
truth()
{
    awk -v name="$1" '$1 == name { print $2 }' truth
}
near() # WHAT SHARE: the share is what the program says
{
    awk -v m="$2" -v t="$(truth "$1")" 'BEGIN { d = m - t; exit !(m != "" && d * d <= 9 ^ 2) }'
}
all_near()
{
    near copy "$(inclusive memcpy memmove)" && near own "$(inclusive own_work)"
}

# Files of libraries are for reports of their own, and ignored beside the program's.
run timeout 60 env GMON_MODULES=libown.so GMON_HZ=1000 ./prog 2
is "$(echo gmon.out.*)" 'gmon.out.libown.so' 'GMON_MODULES names the libraries that have a file'
run "$GPROF" --export=csv libown.so gmon.out.libown.so
like "$(cat "$out")" 'function,[0-9]*,(own_work|inner|own_first),' 'which is a profile of the library'
run "$GPROF" --top prog gmon.out gmon.out.*
like "$status $(cat "$err")" '^0 .*gmon.out.libown.so: belongs to library libown.so, ignored' \
    'gmon.out.* works in spite of them'
rm gmon.out* stacks.gmon.out

for try in 1 2 3 4 5; do
    run timeout 60 env GMON_HZ=1000 ./prog 2
    cp "$out" truth
    run "$GPROF" --export=csv prog gmon.out stacks.gmon.out
    cp "$out" rows.csv
    all_near && break
done
unlike "$(cat "$err")" librar 'nothing is said of libraries that are there'
ok "memcpy: $(inclusive memcpy memmove) %, $(truth copy) true" near copy "$(inclusive memcpy memmove)"
ok "own_work: $(inclusive own_work) %, $(truth own) true" near own "$(inclusive own_work)"
is "$(library_of own_work)" '<libown.so>' 'own_work is of its library'
is "$(library_of inner)" '<libown.so>' 'and so is what the library does not export'
# The loader has functions of these names, too, and a tick may have seen them.
is "$(library_of memcpy | grep -v ld-)" "$(library_of malloc | grep -v ld-)" 'memcpy and malloc are of one library'
like "$("$GPROF" --export=folded prog gmon.out stacks.gmon.out)" 'sort;qsort.*;compare [0-9]' \
    'a function that is called back stands below qsort'
like "$("$GPROF" --top prog gmon.out stacks.gmon.out)" '<libown.so>.*
.*   inner ' '--top has the function below its library'

# Without a symbol table the time of what has no name is that of the function which called it.
strip libown.so
run "$GPROF" --export=csv prog gmon.out stacks.gmon.out
cp "$out" rows.csv
is "$(library_of inner)" '' 'a library that was stripped has no inner functions'
ok 'whose time is that of the function that others call' near own "$(inclusive own_work)"
is "$(inclusive own_first)" '' 'not of the function in front of it'
is "$(inclusive '<libown.so>')" '' 'and nothing is left for the library alone'

cp /bin/true libown.so
run "$GPROF" --export=csv prog gmon.out stacks.gmon.out
like "$(cat "$err")" 'libown.so: is not the one that ran' 'another library is not taken for it'
rm libown.so
run "$GPROF" --export=csv prog gmon.out stacks.gmon.out
cp "$out" rows.csv
like "$(cat "$err")" 'libown.so: is not on this system; make the report where the program ran' \
    'a library that is missing is told in a line'
ok 'and has its time in one row' near own "$(inclusive '<libown.so>')"

# ---- all CPU time, each tick once, in five forms -------------------------------------------------

unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT
ok 'make install' "${MAKE:-make}" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" -o "$BUILD/gprof" -o "$BUILD/libgmon.a" \
    -o "$BUILD/libgmon.so" DESTDIR="$PWD/dest" state="$tap_dir/state" prefix=/usr exec_prefix=/usr libdir=/usr/lib install
installed=$PWD/dest/usr/lib

whole() # SECONDS: they are the CPU time of the run, but for 2 % and what a clock of 10 ms rounds
{
    awk -v s="$1" -v t="$(truth cpu)" 'BEGIN { d = s - t; exit !(t > 0 && d * d <= (0.02 * t + 0.01) ^ 2) }'
}
for form in prog shared preloaded static gprof-run; do
    case $form in
        shared) plain shared library_rows.c -O1 -pg "$progs/library_rows_own.c" "-L$installed" -lgmon \
            "-Wl,-rpath,$installed" ;;
        gprof-run) plain "$form" library_rows.c -O1 "$progs/library_rows_own.c" ;;
        *) form_of "$form" "$form" library_rows.c -O1 "$progs/library_rows_own.c" ;;
    esac
    # A thread of less than a tick gets one or none by chance, so the sum may be some ticks more.
    for try in 1 2 3 4 5; do
        case $form in
            gprof-run) in_form dest/usr/bin/gprof-run --report=none "./$form" 1.5 ;;
            *) in_form "./$form" 1.5 ;;
        esac
        cp "$out" truth
        shown=$("$GPROF" --top "$form" 2>/dev/null | sed -n 's/^[^ ]*: \([0-9.]*\) seconds of CPU time.*/\1/p')
        whole "$shown" && break
    done
    ok "$form: $shown seconds, $(truth cpu) by the system" whole "$shown"
    stacks=$(stack_lines stacks.gmon.out "$form" | awk '$1 == "tree" { for (i = 2; i < NF; i++) if ($i ~ /^(missing|ticks)$/) n += $(i + 1) }
        END { printf "%.2f", n / 100 }')
    is "$shown" "$stacks" 'which are the ticks of the call stacks'
    own=$(sampled gmon.out)
    ok "of which the histogram has some, which do not count twice ($own)" test "$own" -ge 20
    all=$("$GPROF" --by-file "$form" gmon.out 2>/dev/null | awk 'NR == 1 { for (i = 4; i <= NF; i++) n += $i; printf "%.2f", n }')
    is "$all" "$shown" 'by file it is as much'
done
# --top says how to count calls in a library that can: one that was compiled with -pg.
printf 'section .text 0x1000 0x40\nsym main 0x1000\n' | "$TOOLS/mkimage" >a.out
next_of() # FLAG...: what --top says if the time is in a library that was compiled so
{
    $CC -O1 -fPIC -shared -Wl,--build-id=none "$@" -o libpg.so "$progs/library_rows_own.c" || bail 'cannot build the library'
    printf '%s\n' 'stacks cpu 10000000' 'module program - ./a.out' 'module library - ./libpg.so as lib' 'name main 0x1000' \
        "complete main+4 lib:=0x$(nm libpg.so | sed -n 's/ T own_work$//p') signals 30" | "$TOOLS/mkgmon" >pg.stacks
    "$GPROF" --top a.out pg.stacks 2>&1 | sed -n '/^Next/,$p'
}
is "$(next_of -pg | tr -d '\n' | tr -s ' ')" \
    'Next: for the calls of the first one, run: GMON_MODULES=libpg.so gprof-run ./a.out' 'GMON_MODULES for one with -pg'
is "$(: >pg.stacks.libpg.so; next_of -pg | tr -d '\n' | tr -s ' ')" \
    'Next: for the calls of the first one, run: gprof --top ./libpg.so pg.stacks.libpg.so' '... or the data file that the library has'
unlike "$(next_of)" GMON_MODULES 'but not without -pg'
done_testing
