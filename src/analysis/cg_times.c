/* cg_times - time estimated from counts: it flows along the arcs from callees to callers
 *
 * What a caller gets of a callee's time is estimated from the counts: a caller that made a share of
 * the calls gets that share of the time (manual, "How gprof processes data"). Members of a cycle do
 * not hand time to each other; callers from outside share the cycle's time as a whole.
 *
 * Sums of doubles are taken in a fixed order (symbols by level, lists newest first): the last bit
 * decides ties and roundings that the listings show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_times.h"

#include "base/mem.h"

#include <stdlib.h>

/* What an estimate starts from, and where it goes. */
struct estimate {
    const struct call_graph *graph;
    const double *fraction; /* by node; NULL: all is handed on */
    struct cg_time *nodes, *arcs;
};

static bool hands_on(const struct estimate *e, uint32_t node)
{
    return !e->fraction || e->fraction[node] != 0;
}

/* A cycle's own time is that of its members as far as they hand it on. */
static void sum_cycles(const struct estimate *e)
{
    const struct call_graph *g = e->graph;

    for (uint32_t c = 0; c < g->n_cycles; c++)
        for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++)
            if (hands_on(e, g->members[i]))
                e->nodes[g->n_symbols + c].self += e->nodes[g->members[i]].self;
}

/* Hand the callee's time to the caller, by the share of the calls. */
static void propagate_arc(const struct estimate *e, uint32_t number)
{
    const struct call_graph *g = e->graph;
    const struct cg_arc *a = &g->arcs[number];
    struct cg_time *arc = &e->arcs[number];
    uint32_t parent = g->nodes[a->parent].outer, child = g->nodes[a->child].outer;
    double share, passed;

    if (a->count == 0 || parent == child || !hands_on(e, a->child))
        return;
    share = (double)a->count / (double)g->nodes[child].calls;
    arc->self = e->nodes[child].self * share;
    arc->children = e->nodes[child].children * share;
    passed = arc->self + arc->children;
    e->nodes[a->parent].children += passed;
    if (parent != a->parent)
        e->nodes[parent].children += passed;
}

/* Hand the times up, callees first, so that a callee's time is complete when it is shared. */
static void propagate(const struct estimate *e)
{
    const struct call_graph *g = e->graph;

    for (uint32_t i = 0; i < g->n_symbols; i++) {
        uint32_t s = g->order[i];

        if (!hands_on(e, s))
            continue;
        for (uint32_t k = g->children.first[s]; k < g->children.first[s + 1]; k++)
            propagate_arc(e, g->children.item[k]);
    }
}

void cg_estimate(struct cg_times *times, const struct call_graph *g, const double *ticks,
                 const double *fraction, struct diag *d)
{
    struct estimate e = {.graph = g, .fraction = fraction};

    *times = (struct cg_times){.origin = CG_ESTIMATED};
    times->nodes = e.nodes = mem_alloc(d, cg_n_nodes(g), sizeof *e.nodes);
    times->arcs = e.arcs = mem_alloc(d, g->n_arcs, sizeof *e.arcs);
    for (uint32_t s = 0; s < g->n_symbols; s++)
        e.nodes[s].self = ticks[s];
    sum_cycles(&e);
    propagate(&e);
}

void cg_times_release(struct cg_times *times)
{
    free(times->nodes);
    free(times->arcs);
    *times = (struct cg_times){0};
}
