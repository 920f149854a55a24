/* top_figures - computes the figures of a function for --top, and how certain they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top_figures.h"

#include "base/utf8_put.h"

void top_put_library(struct sink *out, const struct symtab *symtab, uint32_t library)
{
    const char *name = symtab->symbols[library].name;

    utf8_put(out, name + 1, strlen(name) - 2, utf8_put_safe);
}

uint64_t top_calls(const struct report *r, uint32_t symbol)
{
    const struct cg_node *node = &r->facts.graph.nodes[symbol];

    return add_saturated(node->calls, node->self_calls);
}

double top_share(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct figures *f = &p->r->figures;
    const struct figure *at = &p->figures[symbol];

    if (key == SORT_BY_CALLS)
        return p->calls ? (double)top_calls(p->r, symbol) / (double)p->calls : 0;
    if (f->total == 0)
        return 0;
    return (double)(key == SORT_BY_TOTAL ? at->inclusive : at->self) / (double)f->total;
}

double top_error(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct stack_times *stacks = &p->r->views.graph.stacks;
    double share = top_share(p, key, symbol);
    struct share_interval range;

    if (p->self)
        return stack_half_width(
            key == SORT_BY_TOTAL ? &stacks->inclusive[symbol] : &p->self[symbol], &stacks->total);
    range = share_interval(share, (double)p->r->figures.total_samples);
    return share > 0 ? (range.high - range.low) / 2 : range.high;
}

bool top_self_is_open(const struct top_page *p, uint32_t symbol)
{
    const struct figures *f = &p->r->figures;
    const struct figure *at = &p->figures[symbol];

    return f->total > 0 && (double)(at->self_high - at->self) / (double)f->total >
                               2 * top_error(p, SORT_BY_SELF, symbol);
}

/* For the least share, all time of profiling counts for other functions. */
struct share_interval top_self_share(const struct top_page *p, uint32_t symbol)
{
    const struct figures *f = &p->r->figures;
    const struct figure *at = &p->figures[symbol];
    double total = (double)f->total, self = (double)at->self, high = (double)at->self_high;
    double all = total + (double)figures_units(f, &p->r->facts.hist, p->parts.profiler);

    if (f->total == 0)
        return (struct share_interval){0, 0};
    return (struct share_interval){self / all, high > 0 ? high / (total + high - self) : 0};
}

bool top_share_is_open(const struct top_page *p, uint32_t symbol)
{
    struct share_interval share = top_self_share(p, symbol);

    return share.high - share.low > 2 * top_error(p, SORT_BY_SELF, symbol);
}
