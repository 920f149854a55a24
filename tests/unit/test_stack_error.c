/* test_stack_error - tests intervals of measured shares against values from the literature
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "analysis/statistics.h"

#include <math.h>

static bool is_near(double got, double want)
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

    ok(is_near(i.low, low) && is_near(i.high, high), "%s", name);
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
    ok(is_near(stack_effective_samples(&mixed), 200.0 * 200 / 10100),
       "a signal of as much as all others makes four of them");
    ok(is_near(stack_interval(&part, &four).low, share_interval(0.1, 250).low),
       "the interval of a part");
    ok(is_near(stack_half_width(&part, &four),
               (share_interval(0.1, 250).high - share_interval(0.1, 250).low) / 2),
       "and half of its width");
    is_dbl(stack_half_width(&none, &four), 3.0 / 250, "of nothing: 3/n");
    is_dbl(stack_half_width(&none, &none), 1, "of nothing of nothing: all");
}

int main(void)
{
    test_intervals();
    test_order();
    test_weights();
    return done_testing();
}
