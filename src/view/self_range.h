/* self_range - tells what functions' self times may be without profiling, for --top and the page
 *
 * Role: the one place that decides where profiling leaves more open than chance does. A function's
 * self time without -pg is between figure.self and figure.self_high (analysis/cg_times.h). Readers
 * show a range in place of a figure and its error, if the range is the wider one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_SELF_RANGE_H
#define VIEW_SELF_RANGE_H

#include "analysis/error_bars.h"
#include "view/results.h"

/* Returns the ticks of all samples, and of what no sample saw: those of the profiler, too. */
double all_ticks(const struct results *r);

/* Returns the confidence interval of a function's share of self time. */
struct share_interval self_interval(const struct results *r, uint32_t symbol);

/* Returns the least and the greatest share that the self time may be without profiling. */
struct share_interval self_range(const struct results *r, uint32_t symbol);

/* Returns true if profiling makes the self time, or its share, less certain than chance does. */
bool self_is_open(const struct results *r, uint32_t symbol);
bool self_share_is_open(const struct results *r, uint32_t symbol);

/* Returns the share of self time, or the middle of what it may be; 0 if the total is 0. */
double self_share(const struct results *r, uint32_t symbol);

/* Returns the self time, or the middle of what it may be. */
uint64_t self_middle(const struct results *r, uint32_t symbol);

/* Returns the self time, or the part of the total that is self_share(): by that functions are
 * ranked. In halves. */
uint64_t self_rank(const struct results *r, uint32_t symbol);

#endif
