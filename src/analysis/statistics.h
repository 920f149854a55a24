/* statistics - tells how wrong measured times can be, and whether two differ by more than chance
 *
 * Role: the arithmetic behind the error bars of measured shares, and behind --compare. Pure: knows
 * neither functions nor files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STATISTICS_H
#define ANALYSIS_STATISTICS_H

#include "analysis/stack_frames.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- one share ---- */

/* Ticks are not samples: if ticks come faster than signals, a signal stands for several, and
 * error bars of the ticks would be too small. So the samples are counted as the number of equal
 * ones that would be as good: (sum of ticks)^2 / (sum of squared ticks). Shares are of 1, not of
 * 100. */

/* With a confidence of 95 % the true share is in here; 0 <= low <= share <= high <= 1. */
struct share_interval {
    double low, high;
};

enum { FEW_SIGNALS = 10 /* fewer than these tell little more than an order of magnitude */ };

/* Returns how many samples of equal weight would tell as much; 0 if there is none. */
double stack_effective_samples(const struct stack_sum *total);

/* Returns Wilson's score interval (1927) for a share that was seen in `n` samples. With share 0 it
 * is the rule of three: less than 3/n; with 1, more than 1 - 3/n. Without samples it is all, 0
 * to 1. */
struct share_interval share_interval(double share, double n);

/* Returns the interval of what `part` is of `total`. */
struct share_interval stack_interval(const struct stack_sum *part, const struct stack_sum *total);

/* Returns half of its width, which is what stands behind a plus-minus sign; for a share of 0 the
 * upper end.
 */
double stack_half_width(const struct stack_sum *part, const struct stack_sum *total);

/* Returns true if so few signals are behind the sum that its digits must not look exact. */
bool stack_is_few(const struct stack_sum *part);

/* ---- two times ---- */

/* Two things make times differ that are the same in truth, and a difference counts only if neither
 * explains it:
 *
 *   - Sampling. The samples that a function gets are Poisson distributed. Of two such counts, given
 *     their sum, one is binomial, so the test is exact for few samples, too (J. Przyborowski and
 *     H. Wilenski, Homogeneity of results in testing samples from Poisson series, Biometrika 31,
 *     1940). It also tests whether a time has grown by more than a ratio.
 *   - Runs. Two runs of one program never take the same time. For single runs a standard deviation
 *     of SIG_RUNS_DIFFER of the time is assumed, beside that of sampling. With several runs, their
 *     spread tells: Welch's t test (B. L. Welch, The generalization of `Student's' problem when
 *     several different population variances are involved, Biometrika 34, 1947). As few runs tell
 *     little of their spread, what is assumed counts as much as SIG_ASSUMED_RUNS further runs: the
 *     moderated t of G. K. Smyth (Statistical Applications in Genetics and Molecular Biology 3,
 *     2004). The variance is never below that of sampling. A single run beside several is taken to
 *     spread as these do, relative to its time.
 *
 * A family of many functions is tested with Bonferroni's correction, and with R. E. Tarone's
 * modification of it for discrete statistics (Biometrics 46, 1990): functions with so few
 * samples that no outcome could be significant do not count. */

/* One time, on one side of a comparison. */
struct sig_time {
    double mean;     /* of the runs; 0 or more */
    double variance; /* of single runs about it, as they spread; of no meaning with one run */
    double runs;     /* 1 or more */
    double sample;   /* what one sample stands for, in the unit of the mean; above 0 */
};

/* The standard deviation that is assumed of runs where none can be measured, relative to the time.
 */
#define SIG_RUNS_DIFFER 0.02

/* For how many degrees of freedom that counts where runs were measured. */
#define SIG_ASSUMED_RUNS 4

/* The family's error: in this part of all comparisons of equal programs there is a verdict. */
#define SIG_ERROR 0.05

/* Returns how many ticks one sample stands for at that many ticks a second, if nothing tells: the
 * clock of most kernels ticks 250 times a second, and no signal comes in between. 1 or more. */
double sig_ticks_of_signal(double rate);

/* Returns how probable it is that `after` comes out at least that large, if in truth it is `ratio`
 * times `before`, or less. 0 to 1. */
double sig_growth(const struct sig_time *before, const struct sig_time *after, double ratio);

/* Returns how probable it is that they come out so different, in either direction, if they are
 * equal. */
double sig_difference(const struct sig_time *before, const struct sig_time *after);

/* Returns the least that sig_difference can be for as many samples as these two have. */
double sig_least(const struct sig_time *before, const struct sig_time *after);

/* Returns by how much the difference of the two can be wrong, with a probability of `error` that it
 * is more. It is at least the difference itself if sig_difference is above `error`. `quantile` is
 * sig_t_quantile(error / 2, INFINITY), which all tests of a family have in common. */
double sig_reach(const struct sig_time *before, const struct sig_time *after, double error,
                 double quantile);

/* Returns the number of tests that the family's error has to be divided by, so that it holds for
 * all. Of each of the `n` tests `least` has sig_least. 1 or more. O(n log n) */
size_t sig_family(const double *least, size_t n);

/* ---- distributions, for the tests --------------------------------------------------------- */

/* Returns P(X >= k) for X binomial of n trials with probability p; by the incomplete beta function,
 * which also stands between whole numbers. For very large n its normal approximation. */
double sig_binomial_tail(double k, double n, double p);

/* Returns P(T >= t) for Student's t with `df` degrees of freedom, which may be infinite; t >= 0. */
double sig_t_tail(double t, double df);

/* Returns the t with sig_t_tail(t, df) = tail; 0 < tail < 0.5. */
double sig_t_quantile(double tail, double df);

#endif
