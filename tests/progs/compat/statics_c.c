/* statics_c.c - functions of the same names in several files (c)
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

static KEEP int same(int n)
{
    BURN(100 * (n % 7 + 1));
    return n;
}

static KEEP int work(int n)
{
    BURN(150);
    return same(n) + same(n + 1);
}

int entry_c(int n);

int entry_c(int n)
{
    int sum = 0;
    for (int i = 0; i < 40; i++)
        sum += work(i + n);
    return sum;
}
