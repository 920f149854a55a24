/* use_stats.c - uses a shared library: 60,000 values, then their median
 *
 * Program and library have a data file each; calls from one into the other are in the library's, as calls
 * from the function that stands for what is outside of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "stats.h"

#include <stdio.h>

/* The sum of the remainders of a number. */
double value(int i)
{
    long sum = 0;

    for (int n = 1; n < 1000; n++)
        sum += i % n;
    return (double)sum;
}

int main(void)
{
    for (int i = 0; i < 60000; i++)
        stats_add(value(i * 7919 % 100003));
    printf("%g\n", stats_median());
    return 0;
}
