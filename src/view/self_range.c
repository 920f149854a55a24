/* self_range - tells what functions' self times may be without profiling, for --top and the page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/self_range.h"

#include "base/arith.h"

double all_ticks(const struct results *r)
{
    return results_are_measured(r) && r->facts.stacks.n > 0
               ? r->facts.stacks.all.ticks + r->facts.stacks.missing
               : r->facts.hist.total;
}

struct share_interval self_interval(const struct results *r, uint32_t symbol)
{
    const struct figures *f = &r->figures;

    if (results_are_measured(r))
        return stack_interval(&r->views.graph.stacks.self[symbol], &r->views.graph.stacks.total);
    return share_interval(f->total > 0 ? (double)f->functions[symbol].self / (double)f->total : 0,
                          (double)f->total_samples);
}

/* Returns the width of the confidence interval: twice the error of the share. */
static double self_width(const struct results *r, uint32_t symbol)
{
    struct share_interval range = self_interval(r, symbol);

    return r->figures.functions[symbol].self > 0 ? range.high - range.low : 2 * range.high;
}

/* For the least share, all time of profiling counts for other functions. */
struct share_interval self_range(const struct results *r, uint32_t symbol)
{
    const struct figures *f = &r->figures;
    const struct figure *at = &f->functions[symbol];
    double total = (double)f->total, self = (double)at->self, high = (double)at->self_high;
    double all = total + (double)figures_units(f, &r->facts.hist, r->facts.profiling_total);

    if (f->total == 0)
        return (struct share_interval){0, 0};
    return (struct share_interval){self / all, high > 0 ? high / (total + high - self) : 0};
}

bool self_is_open(const struct results *r, uint32_t symbol)
{
    const struct figures *f = &r->figures;
    const struct figure *at = &f->functions[symbol];

    return f->total > 0 &&
           (double)(at->self_high - at->self) / (double)f->total > self_width(r, symbol);
}

bool self_share_is_open(const struct results *r, uint32_t symbol)
{
    struct share_interval share = self_range(r, symbol);

    return share.high - share.low > self_width(r, symbol);
}

double self_share(const struct results *r, uint32_t symbol)
{
    const struct figures *f = &r->figures;
    struct share_interval share = self_range(r, symbol);

    if (self_share_is_open(r, symbol))
        return (share.low + share.high) / 2;
    return f->total > 0 ? (double)f->functions[symbol].self / (double)f->total : 0;
}

uint64_t self_middle(const struct results *r, uint32_t symbol)
{
    const struct figure *at = &r->figures.functions[symbol];

    return at->self + (self_is_open(r, symbol) ? (at->self_high - at->self) / 2 : 0);
}

uint64_t self_rank(const struct results *r, uint32_t symbol)
{
    uint64_t self = r->figures.functions[symbol].self;

    return self_share_is_open(r, symbol)
               ? round_u64(2 * self_share(r, symbol) * (double)r->figures.total)
               : add_saturated(self, self);
}
