/* error_bars - computes the errors of times that were measured by samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/error_bars.h"

#include <math.h>

/* E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of
 * the American Statistical Association 22 (1927). Among simple intervals, it is the one that holds
 * for few samples and for shares near 0 and 1. */

static const double z = 1.959963984540054; /* 95 % of a normal distribution are within +-z */

static const double three = 3; /* about -ln 0.05: with a share of 3/n, one time in 20 none of n
                                * samples hits */

double stack_effective_samples(const struct stack_sum *total)
{
    return total->squares > 0 ? total->ticks * total->ticks / total->squares : 0;
}

static double within_one(double share)
{
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

struct share_interval share_interval(double share, double n)
{
    double p = within_one(share), middle, reach, width;

    if (!(n > 0))
        return (struct share_interval){0, 1};
    if (p <= 0)
        return (struct share_interval){0, within_one(three / n)};
    if (p >= 1)
        return (struct share_interval){within_one(1 - three / n), 1};
    width = 1 + z * z / n;
    middle = (p + z * z / (2 * n)) / width;
    reach = z / width * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (struct share_interval){within_one(middle - reach), within_one(middle + reach)};
}

struct share_interval stack_interval(const struct stack_sum *part, const struct stack_sum *total)
{
    return share_interval(total->ticks > 0 ? part->ticks / total->ticks : 0,
                          stack_effective_samples(total));
}

double sig_ticks_of_signal(double rate)
{
    const double signals_a_second = 250;

    return rate > signals_a_second ? rate / signals_a_second : 1;
}
