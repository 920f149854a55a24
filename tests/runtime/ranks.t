#!/bin/sh
# ranks.t - Open MPI's ranks with unequal work: --by-file finds the one that is slow, and where
#
# Four ranks do the same but for `solve', which takes rank 2 three times as long; the others wait for
# it in MPI. Shares of CPU time, not of the clock, are compared.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

OMPI_CC=$CC
export OMPI_CC
compiles mpicc && command -v mpirun >/dev/null || skip_all 'no mpicc that works'
[ -z "$VARIANT$VALGRIND" ] || skip_all 'not in variants of the build'

cat >ranks.c <<'END'
#include <mpi.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

volatile double sum;

__attribute__((noinline)) void step(void)
{
    for (int i = 0; i < 20000; i++)
        sum += 1.0 / (i + 1);
}

__attribute__((noinline)) void solve(double seconds)
{
    for (double end = now() + seconds; now() < end;)
        for (int i = 0; i < 20000; i++)
            sum += 1.0 / (i + 1);
}

__attribute__((noinline)) void prepare(double seconds)
{
    for (double end = now() + seconds; now() < end;)
        step();
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    prepare(0.1);
    solve(rank == 2 ? 0.45 : 0.15);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
mpicc -g -O1 -pg -o ranks ranks.c "$libgmon_a" -lpthread || bail 'cannot build with mpicc'

OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
start()
{
    GMON_HZ=250 timeout 60 mpirun --oversubscribe --mca mpi_yield_when_idle 1 -n 4 "$@"
}

# solve's row: max/mean, and the file of the most
solved()
{
    gprof --by-file -b ranks gmon.out.* | awk '$NF == "solve" { print ($4 > 1.6 && $4 < 2.4) ? "high" : $4, $(NF - 1) }'
}

found()
{
    [ "$(solved)" = 'high gmon.out.2' ]
}

run timed found start ./ranks
ok 'the imbalance of solve is about 2, by rank 2' found || diag "$(cat "$err"; gprof --by-file -b ranks gmon.out.*)"
run gprof --by-file -b ranks gmon.out.*
is "$(sed -n '/^By file/,$p' "$out" | awk '/gmon/ { print $NF }' | tr '\n' ' ')" \
    'gmon.out.0 gmon.out.1 gmon.out.2 gmon.out.3 ' 'a row a rank, in their order'
like "$(cat "$out")" '^4 data files, ' 'four files'
like "$(awk '$NF == "step" { print $4 }' "$out")" '^~?1\.' 'what all ranks do alike is balanced'
like "$(awk '$NF ~ /^gmon/ && / % / { print $2 }' "$out" | head -n 1)" '^[0-9.]+$' 'and time in the libraries, which wait, is told'

# %r anywhere in the name: ranks are ordered by number
rm -f gmon.out* stacks.gmon.out*
GMON_OUT='r%r.of.%e' start ./ranks >log 2>&1
like "$(gprof --by-file -b ranks r*.of.ranks | tr '\n' ' ')" 'r0\.of\.ranks .*r1\.of\.ranks .*r2\.of\.ranks .*r3\.of\.ranks' \
    '%r in GMON_OUT'
done_testing
