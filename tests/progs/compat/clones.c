/* clones.c - static functions that compilers copy, loops that they vectorise
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run. No
 * header, so that it is compiled for machines without a C library, too. unprofiled.c is linked with
 * it: GNU gprof drops the copies, as the name of a file follows them in the string table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

int table[64], other[64];
float factors[64];

/* The same constants in all calls: a candidate for .constprop. */
static __attribute__((noinline)) int vectorised(int *to, const int *from, int n, int k)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        to[i] += from[i] * k;
    for (int i = 0; i < n; i++)
        sum += to[i];
    BURN(200);
    return sum;
}

/* The path that is never taken goes into a part of its own: a candidate for .cold. */
static __attribute__((noinline)) float scale(float *all, int n, float by)
{
    float sum = 0;

    for (int i = 0; i < n; i++) {
        all[i] *= by;
        sum += all[i];
    }
    if (sum < 0)
        __builtin_trap();
    return sum;
}

struct triple {
    int x, y, z;
};

/* One member alone is used: a candidate for .isra. */
static __attribute__((noinline)) int only_x(const struct triple *t, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += t->x ^ i;
    BURN(sum & 127);
    return sum;
}

/* A short way and a long one: a candidate for .part. */
static int partial(int n)
{
    if (n < 10)
        return n;
    for (int i = 0; i < n; i++)
        table[i & 63] ^= i;
    BURN(n);
    return 0;
}

int quiet(int n), loud(int n), first_user(int n), second_user(int n);

KEEP int loud(int n)
{
    BURN(100);
    return n;
}

KEEP int first_user(int n)
{
    struct triple t = {n, 1, 2};

    return vectorised(table, other, 64, 3) + only_x(&t, n) + partial(n) +
           (int)scale(factors, 64, 0.5f);
}

KEEP int second_user(int n)
{
    return partial(n + 1) * 2 + vectorised(other, table, 64, 3);
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 60; i++)
        sum += first_user(i) + second_user(i) + quiet(i) + (int)scale(factors, 64, 0.5f);
    return sum == 12345;
}
