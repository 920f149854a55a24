/* ring.c - MPI: rank N does N + 1 parts of work, then the sum goes round
 *
 * Each rank writes a data file of its own, gmon.out.RANK: `gprof --by-file' shows that the last rank has
 * most to do. `work' is called 100000 times a part.
 *
 * SPDX-License-Identifier: MIT
 */
#include <mpi.h>
#include <stdio.h>

long work(long n)
{
    volatile long sum = 0;

    for (long i = 0; i < 1000; i++)
        sum = sum + n % (i + 1);
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    long mine = 0, all = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (long n = 0; n < 100000L * (rank + 1); n++)
        mine += work(n);
    MPI_Reduce(&mine, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks: %ld\n", size, all);
    MPI_Finalize();
    return 0;
}
