/* statistics - tests if two times differ by more than chance
 *
 * Role: the arithmetic behind --compare. It knows neither functions nor files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPARE_STATISTICS_H
#define COMPARE_STATISTICS_H

#include "base/diag.h"

/* Two causes make equal times look different, and a difference counts only if neither cause
 * explains it. Of a single run on each side only the first is known:
 *
 *   - Sampling. The samples that a function gets are Poisson distributed. Of two such counts, given
 *     their sum, one is binomial, so the test is exact for few samples, too (J. Przyborowski and
 *     H. Wilenski, Homogeneity of results in testing samples from Poisson series, Biometrika 31,
 *     1940).
 *   - Runs. Two runs of one program never take the same time. The spread of several runs tells how
 *     much they differ: Welch's t test (B. L. Welch, The generalization of `Student's' problem when
 *     several different population variances are involved, Biometrika 34, 1947). As few runs tell
 *     little of their spread, an assumed deviation relative to the time, beside that of sampling,
 *     counts as much as SIG_ASSUMED_RUNS further runs: the moderated t of G. K. Smyth (Statistical
 *     Applications in Genetics and Molecular Biology 3, 2004). It is the one that all functions
 *     show together, and at least SIG_RUNS_DIFFER. The variance is never below that of sampling. A
 *     single run beside several is taken to spread as these do, relative to its time.
 *
 * If the runs of both sides were made in turn, each is paired with its neighbour, and the spread is
 * that of the differences of pairs: what both runs of a pair share, such as the load and the
 * frequency of the machine, makes no noise then, and drift no change. If not, drift between the
 * sides is taken for change, whatever the statistic, as no spread within a side tells of it.
 *
 * A family of many functions is tested with Bonferroni's correction, and with R. E. Tarone's
 * modification of it for discrete statistics (Biometrics 46, 1990): functions with so few
 * samples that no outcome could be significant do not count. */

/* One time, on one side of a comparison. */
struct sig_time {
    double mean;     /* mean of the runs; 0 or more */
    double variance; /* variance of single runs; without meaning if there is one run */
    double runs;     /* 1 or more */
    double sample;   /* time that one sample stands for, in the unit of the mean; above 0 */
    double differ;   /* standard deviation of runs, relative to the time, that is assumed beside the
                      * measured one: SIG_RUNS_DIFFER, or more */
};

/* Two times to compare. */
struct sig_test {
    struct sig_time before, after;
    bool in_pairs; /* the runs are pairs, as many on each side, and `differences` tells their spread
                    */
    double differences; /* variance of the differences of pairs */
};

/* Standard deviation of runs, relative to the time, that is always assumed. */
#define SIG_RUNS_DIFFER 0.02

/* Degrees of freedom of the assumed deviation. */
#define SIG_ASSUMED_RUNS 8

/* Error of the family: the part of all comparisons of equal programs that have a verdict. */
#define SIG_ERROR 0.05

/* Error of the limits of a gate: twice the part of all comparisons of equal programs in which one
 * is exceeded, as only growth is looked for. */
#define SIG_LIMITS_ERROR 0.02

/* Returns the probability that two equal times are measured as so different, in either
 * direction. */
double sig_difference(const struct sig_test *test);

/* Returns the least possible result of sig_difference for the number of samples that the two
 * have. */
double sig_least(const struct sig_test *test);

/* Returns the possible error of the difference of the two; with probability `error` the real one is
 * larger. The result is at least the difference itself if sig_difference is above `error`.
 * `quantile` is sig_t_quantile(error / 2, INFINITY), the same for all tests of a family. */
double sig_reach(const struct sig_test *test, double error, double quantile);

/* Returns the number of tests, 1 or more, to divide the family's error by, so that the error holds
 * for all tests. `least` has sig_least of each of the `n` tests. O(n log n) */
size_t sig_family(const double *least, size_t n);

/* ---- distributions, for the tests --------------------------------------------------------- */

/* Returns P(X >= k) for X binomial of n trials with probability p; computed with the incomplete
 * beta function, which interpolates between whole numbers. Very large n use the normal
 * approximation. */
double sig_binomial_tail(double k, double n, double p);

/* Returns P(T >= t) for Student's t with `df` degrees of freedom, which may be infinite; t >= 0. */
double sig_t_tail(double t, double df);

/* Returns the t with sig_t_tail(t, df) = tail; 0 < tail < 0.5. */
double sig_t_quantile(double tail, double df);

#endif
