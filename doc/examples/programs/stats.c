/* stats.c - a shared library: the median of what was added, 100,000 values at most
 *
 * SPDX-License-Identifier: MIT
 */
#include "stats.h"

enum { MOST = 100000 };

static double sorted[MOST];
static int values;

static void insert(double value)
{
    int at = values++;

    for (; at > 0 && sorted[at - 1] > value; at--)
        sorted[at] = sorted[at - 1];
    sorted[at] = value;
}

void stats_add(double value)
{
    if (values < MOST)
        insert(value);
}

double stats_median(void)
{
    return values > 0 ? sorted[values / 2] : 0;
}
