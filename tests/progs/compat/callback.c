/* callback.c - called back by the C library: qsort, bsearch, atexit, constructors
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include "burn.h"

enum { COUNT = 4000 };

static int table[COUNT];

static KEEP int distance(int a, int b)
{
    BURN(5);
    return (a > b) - (a < b);
}

static int compare(const void *l, const void *r)
{
    return distance(*(const int *)l, *(const int *)r);
}

static int backwards(const void *l, const void *r)
{
    return distance(*(const int *)r, *(const int *)l);
}

__attribute__((constructor)) static void fill(void)
{
    unsigned seed = 1;
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1103515245u + 12345u;
        table[i] = (int)(seed >> 8);
    }
}

__attribute__((constructor(200))) static void early(void)
{
    BURN(2000000);
}

__attribute__((destructor)) static void late(void)
{
    BURN(3000000);
}

static void at_end(void)
{
    BURN(4000000);
}

int main(void)
{
    atexit(at_end);
    for (int i = 0; i < 12; i++) {
        qsort(table, COUNT, sizeof *table, i & 1 ? compare : backwards);
        for (int k = 0; i == 11 && k < COUNT; k++)
            if (!bsearch(&table[k], table, COUNT, sizeof *table, compare))
                puts("lost");
    }
    return 0;
}
