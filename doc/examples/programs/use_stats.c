/* use_stats.c - uses a shared library: 5000 values, then their mean
 *
 * Program and library have a data file each; calls from one into the other are in the library's, as calls
 * from the function that stands for what is outside of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "stats.h"

#include <stdio.h>

double value(int i)
{
    return i % 100;
}

int main(void)
{
    for (int i = 0; i < 5000; i++)
        stats_add(value(i));
    printf("%g\n", stats_mean());
    return 0;
}
