/* stats.h - a shared library: the median of what was added
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef STATS_H
#define STATS_H

void stats_add(double value);
double stats_median(void);

#endif
