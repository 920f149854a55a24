#!/bin/sh
# library_rows.t - time in libraries has the names of their functions
#
# The program itself tells which part of its time it copied, sorted, allocated and was in its own
# library. A share may be off by twice its error bars.
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

# Without stacks, a data file for each library tells the time, and its build-id where the library is.
own_share()
{
    awk -F, '$1 == "total" { total = $12 } $1 == "function" && $16 ~ /libown/ { time += $12 }
        END { print 100 * time / total }' rows.csv
}
for try in 1 2 3 4 5; do
    rm -f gmon.out* stacks.gmon.out*
    run timeout 60 env GMON_MODULES=1 GMON_HZ=1000 ./prog 2
    cp "$out" truth
    run "$GPROF" --export=csv prog gmon.out gmon.out.*
    cp "$out" rows.csv
    near own "$(own_share)" && break
done
is "$(grep lib "$err")" '' 'files of libraries: all libraries are found'
ok "own_work: $(own_share) %, $(truth own) true" near own "$(own_share)"
is "$(library_of inner)" '<libown.so>' 'by function, of their library'
like "$("$GPROF" --top prog gmon.out gmon.out.*)" '<libown.so>.*
.*   inner ' '--top has them below it'
run env GMON_MODULES=1 GMON_STACKS=1 ./prog 2
run "$GPROF" --export=csv prog gmon.out*
is "$(grep lib "$err")" '' 'beside stacks, which tell all of it, they may be named, too'
mkdir elsewhere
mv libown.so elsewhere
run "$GPROF" --export=csv prog gmon.out gmon.out.lib*
like "$(cat "$err")" 'gmon.out.libown.so: is of a build of libown.so that is neither beside prog' \
    'a library that is not found is told in a line'
mv elsewhere/libown.so .
rm gmon.out*

for try in 1 2 3 4 5; do
    run timeout 60 env GMON_HZ=1000 ./prog 2
    cp "$out" truth
    run "$GPROF" --export=csv prog gmon.out stacks.gmon.out
    cp "$out" rows.csv
    all_near && break
done
is "$(cat "$err")" '' 'nothing is said of libraries that are there'
ok "memcpy: $(inclusive memcpy memmove) %, $(truth copy) true" near copy "$(inclusive memcpy memmove)"
ok "own_work: $(inclusive own_work) %, $(truth own) true" near own "$(inclusive own_work)"
is "$(library_of own_work)" '<libown.so>' 'own_work is of its library'
is "$(library_of inner)" '<libown.so>' 'and so is what the library does not export'
is "$(library_of memcpy)" "$(library_of malloc)" 'memcpy and malloc are of one library'
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
done_testing
