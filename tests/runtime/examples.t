#!/bin/sh
# examples.t - the examples that users are given (doc/examples) run, and have the counts that they promise
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT CFLAGS LDFLAGS
. "$SRCDIR/tests/runtime/runtime.sh"
: "${MAKE:=make}"

ok 'make install' make_with_products DESTDIR="$PWD/dest" prefix=/usr exec_prefix=/usr libdir=/usr/lib docdir=/doc install
is "$(cd dest/doc/examples && find . -type f | sort)" "$(cd "$SRCDIR/doc/examples" && find . -type f | sort)" \
    'the examples are installed'
cp -r dest/doc/examples . && cd examples || exit 1
PATH=$tap_dir/work/dest/usr/bin:$PATH
for directory in */; do
    grep -q "\(^\|[ ]\)$directory" README || echo "$directory"
done >unlisted
is "$(cat unlisted)" '' 'and README tells of each'
# The ranks need not be on different processors, nor their user an ordinary one.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PATH OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe

# example NAME COMPILER BUSY COUNTS...: `make NAME' in a copy; COUNTS are FUNCTION=CALLS, of the flat profile, or
# of a primary line of the call graph, and the function BUSY has time there
example()
{
    name=$1 compiler=$2 busy=$3
    shift 3
    if ! command -v "$compiler" >/dev/null; then
        skip "$name" "no $compiler"
        return
    fi
    cp -r programs "$name"
    run timeout 60 "$MAKE" -C "$name" CC="$CC" CXX=c++ LDFLAGS="-L$tap_dir/work/dest/usr/lib" "$name"
    is_status 0 "$name: builds and runs"
    for count; do
        awk -v f="${count%=*}" '/^\[/ && $(NF - 1) == f { print f "=" $5 } !/^\[/ && NF >= 5 && $NF == f { print f "=" $4 }' "$out"
    done >counts
    is "$(cat counts)" "$(printf '%s\n' "$@")" "$name: its counts"
    # It runs for half a second on a machine of today.
    is "$(awk -v f="$busy" '($NF == f || /^\[/ && $(NF - 1) == f) && $3 > most { most = $3 + 0 }
        END { print (most > .1) ? "enough" : most }' "$out")" enough "$name: the time of $busy"
}

# A compiler that cannot make an OpenMP program is no compiler for that example.
echo 'int main(void) { return 0; }' >empty.c
openmp=cc-openmp
$CC -fopenmp -o empty empty.c 2>/dev/null && openmp=true

example c "${CC%% *}" dot dot=4000000 column=20000 multiply=100
example cxx c++ 'shapes::circle::area()' 'shapes::circle::area()=60100' 'shapes::polygon::area()=120200'
example fortran gfortran plate::row plate::row=2376000 plate::step=12000
example ada gnatmake queens.free_rows queens.free_rows=4601178 queens.place=1+4674889
example openmp $openmp is_prime is_prime=3000000
example library "${CC%% *}" insert value=60000 insert=60000 stats_add=60000 stats_median=1
example daemon "${CC%% *}" divisors divisors=500 serve=500 serve_all=1
if test -f daemon/service.pid; then
    timeout 10 sh -c 'while kill -0 "$(cat daemon/service.pid)"; do sleep .1; done' 2>/dev/null
    ok 'the daemon has written once more when it ended' test -s daemon/service.out."$(cat daemon/service.pid)"
fi
if command -v mpirun >/dev/null && command -v mpicc >/dev/null; then
    example mpi mpicc work
    is "$(awk '/gmon.out.[0-9]$/ && NF == 5 { print $(NF - 1) }' "$out" | tr '\n' ' ')" '100000 200000 300000 ' \
        'mpi: the work of each rank'
else
    skip mpi 'no mpicc'
fi

# ---- continuous integration -------------------------------------------------------------------------
ok 'the workflow calls the script' grep -q 'run: sh ci/speed.sh "origin/' ci/workflow.yml
# speed WHAT: the script in the project's checkout, held to what it calls
speed()
{
    run env MAKE="$MAKE -I $tap_dir/work/dest/usr/include" CC="$CC" \
        LIMITS="--max-runs=1 --fail-on=calls:0${1:-}" timeout 60 sh ../ci/speed.sh before words text 300
}
if command -v git >/dev/null; then
    cd project || exit 1
    git init -q . && git config user.name x && git config user.email x@example.org
    git add . && git commit -q -m first && git branch before
    speed
    is_status 0 'CI: no difference'
    like "$(cat "$out")" '^What changed' 'a comparison is printed'
    sed 's/rows-- > 0/rows-- > -1/' words.c >new && mv new words.c
    speed
    is_status 3 'CI: more calls than before'
    like "$(cat "$err")" 'calls:0: table_entry' 'fail, and are told'
    sed 's/table_entry/table_row/g' words.c >new && mv new words.c
    for file in table.[ch]; do sed 's/table_entry/table_row/g' "$file" >new && mv new "$file"; done
    speed :table_entry
    is_status 4 'CI: a function was renamed'
    like "$(cat "$err")" "only the base has 'table_entry'; only the new side has table_row" 'and its new name is told'
    is "$(git worktree list | wc -l)" 1 'nothing is left of the other checkout'
else
    skip CI 'no git'
fi
done_testing
