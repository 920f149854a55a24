/* statistics - tests if two times differ by more than chance
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/statistics.h"

#include <math.h>

/* ---- distributions -------------------------------------------------------------------------- */

/* Computes the continued fraction of the incomplete beta function (NIST Handbook of Mathematical
 * Functions, 8.17.22) from its front to its end, by W. J. Lentz's method: quotients of numerators
 * and of denominators, kept from 0. */
static double beta_fraction(double a, double b, double x)
{
    enum { TERMS_MAX = 20000 };
    const double tiny = 1e-300, close = 1e-15;
    double c = 1, d = 1 - (a + b) * x / (a + 1), value;

    d = 1 / (fabs(d) < tiny ? tiny : d);
    value = d;
    for (int m = 1; m < TERMS_MAX; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double step = 1;

        for (int half = 0; half < 2; half++) {
            double term = half ? odd : even;

            d = 1 + term * d;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = 1 + term / c;
            c = fabs(c) < tiny ? tiny : c;
            step = c * d;
            value *= step;
        }
        if (fabs(step - 1) < close)
            break;
    }
    return value;
}

static double log_gamma(double x)
{
    int sign;

    return lgamma_r(x, &sign);
}

/* Computes the regularized incomplete beta function; `y` is 1 - x, which keeps its digits if x is
 * next to 1. */
static double incomplete_beta(double a, double b, double x, double y)
{
    double front;

    if (x <= 0 || y <= 0)
        return x <= 0 ? 0 : 1;
    front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log(y));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, y) / b;
}

static double normal_tail(double z)
{
    return erfc(z / sqrt(2)) / 2;
}

double sig_binomial_tail(double k, double n, double p)
{
    const double very_large = 1e6; /* the fraction above would need thousands of terms */

    if (k <= 0)
        return 1;
    if (n > very_large && n * p * (1 - p) > 1000)
        return normal_tail((k - n * p) / sqrt(n * p * (1 - p)));
    return incomplete_beta(k, n - k + 1, p, 1 - p);
}

double sig_t_tail(double t, double df)
{
    double square = t * t;

    return isinf(df) ? normal_tail(t)
                     : incomplete_beta(df / 2, 0.5, df / (df + square), square / (df + square)) / 2;
}

/* Uses Newton's method for the logarithm of the tail as a function of log t. That function is
 * concave and nearly straight far out. So from a t that is not too small, each step ends above the
 * solution. */
double sig_t_quantile(double tail, double df)
{
    const double near = 1e-5; /* relative step of t for the slope */
    double t = sqrt(-2 * log(2 * tail)), wanted = log(tail), step = 1;

    for (int i = 0; i < 100 && fabs(step) >= 1e-10; i++) {
        double log_tail = log(sig_t_tail(t, df));

        step = (wanted - log_tail) * near / (log(sig_t_tail(t * exp(near), df)) - log_tail);
        t *= exp(step);
    }
    return t;
}

/* ---- two times ------------------------------------------------------------------------------ */

static double samples(const struct sig_time *t)
{
    return t->mean * t->runs / t->sample;
}

/* The noise of a time, or of a difference: a variance, and its degrees of freedom. */
struct noise {
    double variance, df;
};

/* Returns the variance of the mean that sampling alone causes. */
static double sampling(const struct sig_time *t)
{
    return t->mean * t->sample / t->runs;
}

/* Returns the variance of the mean beyond that of sampling, from the assumed deviation of runs and
 * their measured spread. If there is one run, the relative spread of the other side is taken; of
 * two single runs nothing is known. */
static double spread(const struct sig_time *t, const struct sig_time *other)
{
    const struct sig_time *known = t->runs > 1 ? t : other;
    double more = known->runs - 1, scale = known->mean > 0 ? t->mean / known->mean : 0;
    double assumed = t->differ * t->differ * t->mean * t->mean;
    double measured = fmax(known->variance - known->mean * known->sample, 0) * scale * scale;

    if (more <= 0)
        return 0;
    return (SIG_ASSUMED_RUNS * assumed + more * measured) / (SIG_ASSUMED_RUNS + more) / t->runs;
}

/* Returns the variance of the mean difference of pairs beyond that of sampling. */
static double spread_of_pairs(const struct sig_test *test)
{
    const struct sig_time *b = &test->before, *a = &test->after;
    double more = b->runs - 1;
    double assumed = b->differ * b->differ * (b->mean * b->mean + a->mean * a->mean);
    double measured = fmax(test->differences - b->mean * b->sample - a->mean * a->sample, 0);

    return (SIG_ASSUMED_RUNS * assumed + more * measured) / (SIG_ASSUMED_RUNS + more) / b->runs;
}

/* Returns the noise of the difference. The part of sampling is known, the other one is estimated:
 * F. E. Satterthwaite's degrees of freedom, where what is assumed counts as two. A run alone tells
 * nothing of its spread, so beside it all is taken to be estimated. */
static struct noise noise_of(const struct sig_test *test)
{
    const struct sig_time *before = &test->before, *after = &test->after;
    double runs_differ =
        test->in_pairs ? spread_of_pairs(test) : spread(before, after) + spread(after, before);
    double runs = test->in_pairs ? before->runs + 1 : before->runs + after->runs;
    struct noise n = {sampling(before) + sampling(after) + runs_differ, INFINITY};

    if (runs_differ > 0 && (before->runs <= 1 || after->runs <= 1))
        n.df = runs;
    else if (runs_differ > 0)
        n.df = runs * n.variance * n.variance / (runs_differ * runs_differ);
    return n;
}

/* Returns the expected part of `after` in all samples if both times are equal. */
static double share_after(const struct sig_time *before, const struct sig_time *after)
{
    double b = before->runs / before->sample, a = after->runs / after->sample;

    return a / (a + b);
}

double sig_difference(const struct sig_test *test)
{
    bool is_growth = test->after.mean > test->before.mean;
    const struct sig_time *less = is_growth ? &test->before : &test->after;
    const struct sig_time *more = is_growth ? &test->after : &test->before;
    struct noise noise = noise_of(test);
    double by_sampling, by_runs, p;

    if (more->mean <= less->mean || !(noise.variance > 0))
        return 1;
    by_sampling =
        sig_binomial_tail(samples(more), samples(less) + samples(more), share_after(less, more));
    by_runs = sig_t_tail((more->mean - less->mean) / sqrt(noise.variance), noise.df);
    p = by_sampling > by_runs ? by_sampling : by_runs;
    return p < 0.5 ? 2 * p : 1;
}

double sig_least(const struct sig_test *test)
{
    double share = share_after(&test->before, &test->after);
    double least =
        2 * pow(share < 0.5 ? share : 1 - share, samples(&test->before) + samples(&test->after));

    return least < 1 ? least : 1;
}

double sig_reach(const struct sig_test *test, double error, double quantile)
{
    const struct sig_time *before = &test->before, *after = &test->after;
    double n = samples(before) + samples(after);
    /* of two equal times, the mean of both is the best estimate */
    double mean = n / (before->runs / before->sample + after->runs / after->sample);
    double sampled = mean * (before->sample / before->runs + after->sample / after->runs);
    double difference = fabs(after->mean - before->mean), by_sampling, by_runs, reach;
    struct noise noise = noise_of(test);

    if (!(n > 0)) { /* the probability to miss that many samples altogether */
        double b = before->sample / before->runs, a = after->sample / after->runs;

        return -log(error / 2) * (b > a ? b : a);
    }
    by_sampling = quantile * sqrt(sampled);
    by_runs =
        (isinf(noise.df) ? quantile : sig_t_quantile(error / 2, noise.df)) * sqrt(noise.variance);
    reach = by_sampling > by_runs ? by_sampling : by_runs;
    if (reach < difference && sig_difference(test) > error)
        reach = difference;
    return reach;
}

/* ---- many tests ----------------------------------------------------------------------------- */

/* Finds the least k so that no more than k tests can be significant at the error of one of k. The
 * greater k, the fewer tests can be significant, so k is found by bisection, with a pass over the
 * tests for each step. */
size_t sig_family(const double *least, size_t n)
{
    size_t low = 1, high = n > 0 ? n : 1;

    while (low < high) {
        size_t middle = low + (high - low) / 2, able = 0;

        for (size_t i = 0; i < n; i++)
            able += least[i] <= SIG_ERROR / (double)middle;
        if (able <= middle)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
