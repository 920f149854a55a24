/* halfprof.c - a profiled program that calls unprofiled code that calls back
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

int quiet(int n), loud(int n);

KEEP int leaf(int n)
{
    BURN(200);
    return n;
}

KEEP int loud(int n)
{
    BURN(400);
    return leaf(n) + leaf(n + 1);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 20000; i++)
        sum += quiet(i) + (i % 4 == 0 ? loud(i) : 0);
    return sum == 1;
}
