/* test_statistics - tests intervals of shares, and what chance explains, against values from tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/error_bars.h"
#include "compare/statistics.h"
#include "unit.h"

#include <math.h>

static void is_near(double got, double want, const char *name)
{
    bool near = fabs(got - want) <= 1e-4 * fabs(want);

    ok(near, "%s", name);
    if (!near)
        diag("%.9g, not %.9g", got, want);
}

/* Calls sig_reach for a test that is the only one of its family. */
static double reach_of(const struct sig_time *before, const struct sig_time *after, double error)
{
    return sig_reach(&(struct sig_test){.before = *before, .after = *after}, error,
                     sig_t_quantile(error / 2, INFINITY));
}

static double difference_of(const struct sig_time *before, const struct sig_time *after)
{
    return sig_difference(&(struct sig_test){.before = *before, .after = *after});
}

static void test_binomial(void)
{
    is_near(sig_binomial_tail(8, 10, 0.5), 56.0 / 1024, "8 and more of 10 coins");
    is_near(sig_binomial_tail(10, 10, 0.5), 1.0 / 1024, "10 of 10");
    is_near(sig_binomial_tail(1, 20, 0.05), 1 - pow(0.95, 20), "1 and more of 20");
    is_near(sig_binomial_tail(300, 1000, 0.25), 0.00019359032, "300 and more of 1000 at a quarter");
    is_dbl(sig_binomial_tail(0, 10, 0.3), 1, "0 and more: certain");
    is_near(sig_binomial_tail(5.01e6, 1e7, 0.5), erfc(1e4 / sqrt(2.5e6) / sqrt(2)) / 2,
            "of ten million, as a normal distribution");
    is_near(sig_binomial_tail(500400, 1e6, 0.5), 0.212145206, "of a million, which is added up");
}

/* Tests quantiles against printed tables of Student's distribution. */
static void test_t(void)
{
    is_near(sig_t_quantile(0.025, 1), 12.7062, "97.5 % with 1 degree of freedom");
    is_near(sig_t_quantile(0.025, 4), 2.77645, "with 4");
    is_near(sig_t_quantile(0.025, 30), 2.04227, "with 30");
    is_near(sig_t_quantile(0.025, INFINITY), 1.95996, "with ever so many");
    is_near(sig_t_quantile(0.0005, 8), 5.04131, "99.95 % with 8");
    is_near(sig_t_quantile(0.0005, 1), 636.619, "with 1");
    is_near(sig_t_tail(2.228139, 10), 0.025, "and back");
}

static struct sig_time one_run(double samples)
{
    return (struct sig_time){.mean = samples / 100, .runs = 1, .sample = 0.01, .differ = 0.02};
}

static void test_one_run(void)
{
    struct sig_time few = one_run(4), more = one_run(9), none = one_run(0), many = one_run(10000);
    struct sig_time ten = one_run(10), most = one_run(11000), fine = one_run(10000);

    is_near(difference_of(&few, &more), 2 * sig_binomial_tail(9, 13, 0.5),
            "9 after 4: 9 of 13 coins");
    is_near(difference_of(&none, &ten), 2.0 / 1024, "10 after 0: 10 of 10, in either direction");
    is_near(difference_of(&ten, &none), 2.0 / 1024, "and back");
    is_dbl(difference_of(&more, &few), difference_of(&few, &more), "4 after 9 likewise");
    is_dbl(difference_of(&none, &none), 1, "nothing after nothing");
    is_near(reach_of(&none, &none, 0.05), -log(0.025) / 100, "less than 4 samples can be missed");
    ok(reach_of(&none, &ten, 0.001) >= 0.1, "the reach covers what the test does not exclude");
    is_near(difference_of(&many, &most), 2 * sig_binomial_tail(11000, 21000, 0.5),
            "of many samples: what runs differ by is not known");
    is_near(reach_of(&many, &fine, 0.05), 1.95996 * sqrt(2), "nor in the interval");
    more.sample = few.sample = 0.04;
    ok(difference_of(&few, &more) > 2 * sig_binomial_tail(9, 13, 0.5),
       "ticks that come in fours tell less");
}

static struct sig_time runs(double n, double mean, double deviation)
{
    return (struct sig_time){.mean = mean,
                             .variance = deviation * deviation,
                             .runs = n,
                             .sample = 0.0001,
                             .differ = 0.02};
}

static void test_runs(void)
{
    struct sig_time before = runs(5, 10, 0.5), after = runs(5, 11, 0.5), alone = runs(1, 11, 0);
    struct sig_time quiet = runs(5, 10, 0), equal = runs(5, 10.2, 0);
    /* of 10 seconds: 2 % are a variance of 0.04, and samples of 0.1 ms make 0.001; of 11 seconds */
    double of_10 = (8 * 0.04 + 4 * 0.249) / 12 / 5, of_11 = (8 * 0.0484 + 4 * 0.2489) / 12 / 5;
    double of_one = (8 * 0.0484 + 4 * 0.249 * 1.21) / 12;
    double all = of_10 + of_11 + 0.0021 / 5, alone_all = of_10 + of_one + 0.001 / 5 + 0.0011;
    double df = 10 * pow(all / (of_10 + of_11), 2);

    is_near(difference_of(&before, &after), 2 * sig_t_tail(1 / sqrt(all), df),
            "five runs each: their spread beyond sampling, with what is assumed");
    is_near(reach_of(&before, &after, 0.05), sig_t_quantile(0.025, df) * sqrt(all),
            "and its interval");
    ok(difference_of(&before, &alone) > difference_of(&before, &after),
       "a run alone tells less than five");
    is_near(difference_of(&before, &alone), 2 * sig_t_tail(1 / sqrt(alone_all), 6),
            "and spreads like the others, relative to its time");
    ok(reach_of(&quiet, &equal, 0.05) > sig_t_quantile(0.025, 16) * sqrt(2 * 0.02 / 5),
       "runs that are equal by chance: not less than half of what is assumed");
}

/* Tests runs in turn: what both runs of a pair share makes no noise. */
static void test_pairs(void)
{
    struct sig_test test = {runs(5, 10, 0.5), runs(5, 11, 0.5), .in_pairs = true,
                            .differences = 0.09};
    double of_pairs = (8 * 0.0004 * 221 + 4 * (0.09 - 0.0021)) / 12 / 5;
    double all = of_pairs + 0.0021 / 5, df = 6 * pow(all / of_pairs, 2);

    is_near(sig_difference(&test), 2 * sig_t_tail(1 / sqrt(all), df),
            "the spread of the differences, with what is assumed");
    ok(sig_difference(&test) < difference_of(&test.before, &test.after),
       "tells more than that of the sides, if pairs share noise");
    test.differences = 0.5;
    ok(sig_difference(&test) > difference_of(&test.before, &test.after), "and less if they do not");
}

static void test_family(void)
{
    double none[] = {1, 1, 1}, some[] = {1e-9, 1, 0.02, 1e-7, 0.03}, all[] = {0, 0, 0, 0};

    is_uint(sig_family(none, 0), 1, "no tests");
    is_uint(sig_family(none, 3), 1, "none that could ever be significant");
    is_uint(sig_family(all, 4), 4, "each could: Bonferroni");
    is_uint(sig_family(some, 5), 3, "0.02 could at a half, not at a third of the error");
}

/* ---- intervals of measured shares ---- */

static bool is_within(double got, double want)
{
    bool near = fabs(got - want) < 0.00005;

    if (!near)
        diag("%.6f, not %.6f", got, want);
    return near;
}

/* Checks an interval to four digits. */
static void is_interval(double share, double n, double low, double high, const char *name)
{
    struct share_interval i = share_interval(share, n);

    ok(is_within(i.low, low) && is_within(i.high, high), "%s", name);
}

static void test_intervals(void)
{
    /* R. G. Newcombe: Two-sided confidence intervals for the single proportion. Statistics in
     * Medicine 17 (1998), table I, method 3 */
    is_interval(81.0 / 263, 263, 0.2553, 0.3662, "81 of 263");
    is_interval(15.0 / 148, 148, 0.0624, 0.1605, "15 of 148");
    is_interval(1.0 / 29, 29, 0.0061, 0.1718, "1 of 29");
    is_interval(28.0 / 29, 29, 0.8282, 0.9939, "28 of 29: the mirror image");
    is_interval(0.5, 100, 0.4038, 0.5962, "half of 100");
    is_interval(0.5, 1e12, 0.5, 0.5, "half of very many");
    is_interval(0, 600, 0, 0.005, "none of 600: less than 3/600");
    is_interval(1, 600, 0.995, 1, "all of 600: more than that much less than 1");
    is_interval(0, 2, 0, 1, "none of 2: nothing is known");
    is_interval(1, 2, 0, 1, "nor of all of 2");
    is_interval(0.3, 0, 0, 1, "nor without samples");
    is_interval(1.0000001, 30, 0.9, 1, "a share above 1 is 1");
    is_interval(-0.0000001, 30, 0, 0.1, "one below 0 is 0");
}

static void test_order(void)
{
    bool contains = true, narrows = true;

    for (double n = 1; n < 1e6; n *= 3) {
        for (double p = 0.001; p < 1; p += 0.001) {
            struct share_interval i = share_interval(p, n), more = share_interval(p, 3 * n);

            contains = contains && 0 <= i.low && i.low <= p && p <= i.high && i.high <= 1;
            narrows = narrows && more.high - more.low < i.high - i.low;
        }
    }
    ok(contains, "the share is in its interval");
    ok(narrows, "more samples make it narrower");
}

static struct stack_sum sum(uint64_t signals, double ticks)
{
    double n = (double)signals;

    return (struct stack_sum){.ticks = n * ticks, .squares = n * ticks * ticks, .signals = signals};
}

static void test_weights(void)
{
    struct stack_sum none = {0}, one = sum(1000, 1), four = sum(250, 4), mixed = sum(100, 1);
    struct stack_sum part = sum(25, 4), heavy = sum(1, 100);

    is_dbl(stack_effective_samples(&none), 0, "no samples");
    is_dbl(stack_effective_samples(&one), 1000, "signals of one tick");
    is_dbl(stack_effective_samples(&four), 250, "of four ticks: ticks are not samples");
    stack_sum_add(&mixed, &heavy);
    ok(is_within(stack_effective_samples(&mixed), 200.0 * 200 / 10100),
       "a signal of as much as all others makes four of them");
    ok(is_within(stack_interval(&part, &four).low, share_interval(0.1, 250).low),
       "the interval of a part");
    is_dbl(stack_interval(&none, &four).high, 3.0 / 250, "of nothing: 3/n");
    is_dbl(stack_interval(&none, &none).high, 1, "of nothing of nothing: all");
}

UNIT_TESTS(test_binomial, test_t, test_one_run, test_runs, test_pairs, test_family, test_intervals,
           test_order, test_weights)
