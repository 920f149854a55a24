/* statics_a.c - functions of the same names in several files (a)
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

int entry_b(int n);

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

int entry_a(int n);

int entry_a(int n)
{
    int sum = 0;
    for (int i = 0; i < 40; i++)
        sum += work(i + n);
    return sum + entry_b(n + 1);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 400; i++)
        sum += entry_a(i);
    return sum == 1;
}
