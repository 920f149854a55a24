/* stats.h - a shared library: the mean of what was added
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef STATS_H
#define STATS_H

void stats_add(double value);
double stats_mean(void);

#endif
