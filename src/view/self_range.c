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

uint64_t self_middle(const struct results *r, uint32_t symbol)
{
    const struct figure *at = &r->figures.functions[symbol];

    return add_saturated(at->self, self_is_open(r, symbol) ? at->self_high : at->self);
}

void self_mark_open_ranks(const struct results *r, bool *is_open_rank, const uint32_t *ranked,
                          uint32_t n)
{
    uint64_t high = 0, open_high = 0, low = UINT64_MAX, open_low = UINT64_MAX;

    for (uint32_t i = n; i-- > 0;) { /* compares with rows below */
        const struct figure *at = &r->figures.functions[ranked[i]];
        bool is_open = self_is_open(r, ranked[i]);

        is_open_rank[ranked[i]] = at->self < (is_open ? high : open_high);
        high = at->self_high > high ? at->self_high : high;
        open_high = is_open && at->self_high > open_high ? at->self_high : open_high;
    }
    for (uint32_t i = 0; i < n; i++) { /* compares with rows above */
        const struct figure *at = &r->figures.functions[ranked[i]];
        bool is_open = self_is_open(r, ranked[i]);

        is_open_rank[ranked[i]] |= at->self_high > (is_open ? low : open_low);
        low = at->self < low ? at->self : low;
        open_low = is_open && at->self < open_low ? at->self : open_low;
    }
}
