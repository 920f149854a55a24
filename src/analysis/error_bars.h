/* error_bars - computes the errors of times that were measured by samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_ERROR_BARS_H
#define ANALYSIS_ERROR_BARS_H

#include "analysis/stack_frames.h"

/* Ticks are not samples: if ticks come faster than signals, a signal stands for several, and error
 * bars of the ticks would be too small. So the samples count as the number of equal samples with
 * the same accuracy: (sum of ticks)^2 / (sum of squared ticks). Shares are of 1, not of 100. */

/* A confidence interval of 95 % for the true share; 0 <= low <= share <= high <= 1. */
struct share_interval {
    double low, high;
};

/* The sign in front of an error. */
#define PLUS_MINUS "\302\261"

enum { FEW_SIGNALS = 10 /* fewer than these tell little more than an order of magnitude */ };

/* Returns the number of samples of equal weight with the same accuracy; 0 if there is no sample. */
double stack_effective_samples(const struct stack_sum *total);

/* Returns Wilson's score interval (1927) for a share that was seen in `n` samples. For share 0 the
 * interval is close to the rule of three, less than 3/n; for share 1, more than 1 - 3/n. Without
 * samples the interval is 0 to 1. */
struct share_interval share_interval(double share, double n);

/* Returns the interval of the share of `part` in `total`. */
struct share_interval stack_interval(const struct stack_sum *part, const struct stack_sum *total);

/* Returns the ticks that one sample stands for at `rate` ticks a second, if the data do not tell:
 * the clock of most kernels ticks 250 times a second, and no signal comes in between. 1 or more. */
double sig_ticks_of_signal(double rate);

#endif
