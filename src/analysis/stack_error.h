/* stack_error - how far a measured share can be from the truth
 *
 * Ticks are not samples: where ticks come faster than signals, a signal stands for several, and
 * error bars of the ticks would be too small. So the samples are counted as the number of equal
 * ones that would be as good: (sum of ticks)^2 / (sum of squared ticks).
 *
 * Pure arithmetic: shares are of 1, not of 100.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STACK_ERROR_H
#define ANALYSIS_STACK_ERROR_H

#include "analysis/stack_frames.h"

#include <stdbool.h>

/* With a confidence of 95 % the true share is in here; 0 <= low <= share <= high <= 1. */
struct share_interval {
    double low, high;
};

enum { FEW_SIGNALS = 10 /* fewer than these tell little more than an order of magnitude */ };

/* How many samples of equal weight would tell as much; 0 if there is none. */
double stack_effective_samples(const struct stack_sum *total);

/* Wilson's score interval (1927) for a share that was seen in `n` samples. With share 0 it is the
 * rule of three: less than 3/n; with 1, more than 1 - 3/n. Without samples it is all, 0 to 1. */
struct share_interval share_interval(double share, double n);

/* The interval of what `part` is of `total`. */
struct share_interval stack_interval(const struct stack_sum *part, const struct stack_sum *total);

/* Half of its width, which is what stands behind a plus-minus sign; for a share of 0 the upper end.
 */
double stack_half_width(const struct stack_sum *part, const struct stack_sum *total);

/* Whether so few signals are behind the sum that its digits must not look exact. */
bool stack_is_few(const struct stack_sum *part);

#endif
