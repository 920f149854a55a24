/* facts - figures before all filters
 *
 * They are made as those after the filters are, from views that leave nothing out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/facts.h"

#include "analysis/stack_times.h"

static bool make(struct figures *f, const struct report *r, const struct cg_view *all,
                 struct diag *d)
{
    const struct flat_view flat = {.ticks = r->hist.ticks, .total = r->hist.total};
    const struct figures_source from = {.symtab = &r->symtab,
                                        .hist = &r->hist,
                                        .graph = &r->graph,
                                        .flat = &flat,
                                        .view = all,
                                        .show_unused = r->style.show_unused};

    return figures_init(f, &from, d);
}

static void measure(struct cg_times *times, const struct report *r, struct diag *d)
{
    struct stack_times measured = {0};

    stack_times_init(&measured, &r->stacks, &r->graph, d);
    cg_measure(times, &measured, &r->graph, d);
    stack_times_release(&measured);
}

bool facts_init(struct figures *f, struct cg_times *times, const struct report *r, struct diag *d)
{
    struct cg_view all = {0};

    if (cg_view_is_measured(&r->view))
        measure(times, r, d);
    else
        cg_estimate(times, &r->graph, r->hist.ticks, NULL, d);
    all.times = *times;
    return make(f, r, &all, d);
}

bool facts_of_histogram(struct figures *f, const struct report *r, struct diag *d)
{
    const struct cg_view none = {.times = {.origin = CG_ESTIMATED}};

    return make(f, r, &none, d);
}
