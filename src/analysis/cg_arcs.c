/* cg_arcs - propagation of time along the arcs, and the order of the entries
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
#include "analysis/call_graph.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Calls into each cycle from outside, and between its different members. */
static void count_cycle_calls(struct call_graph *g)
{
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        const struct cg_arc *a = &g->arcs[i];
        struct cg_node *cycle = &g->nodes[cg_outer(g, a->child)];
        if (a->parent == a->child || !g->nodes[a->child].cycle)
            continue;
        if (cg_is_internal(g, a))
            cycle->self_calls = add_saturated(cycle->self_calls, a->count);
        else
            cycle->calls = add_saturated(cycle->calls, a->count);
    }
}

/* Symbols by level, and by address within a level: a counting sort. The caller frees. */
static uint32_t *topological_order(const struct call_graph *g, struct diag *d)
{
    uint32_t *first = mem_alloc(d, (size_t)g->n_symbols + 2, sizeof *first);
    uint32_t *order = mem_alloc(d, g->n_symbols, sizeof *order);

    if (!first || !order) {
        free(first);
        free(order);
        return NULL;
    }
    for (uint32_t s = 0; s < g->n_symbols; s++)
        first[g->level[s] + 1]++;
    for (uint32_t level = 1; level <= g->n_symbols; level++)
        first[level] += first[level - 1];
    for (uint32_t s = 0; s < g->n_symbols; s++)
        order[first[g->level[s]]++] = s;
    free(first);
    return order;
}

/* Whether some parent is shown, and the fraction that flows to `s` from parents outside `node`,
 * which is s itself or its cycle: added to what `node` has. */
static void inherit_from_parents(struct call_graph *g, uint32_t s, struct cg_node *node)
{
    uint32_t outer = cg_outer(g, s);

    for (uint32_t i = g->parents.first[s]; i < g->parents.first[s + 1]; i++) {
        const struct cg_arc *a = &g->arcs[g->parents.item[i]];
        const struct cg_node *parent = &g->nodes[a->parent];

        if (cg_outer(g, a->parent) == outer)
            continue;
        node->shown |= parent->shown;
        if (node->calls > 0)
            node->fraction += parent->fraction * ((double)a->count / (double)node->calls);
    }
}

/* The first member met hands what its cycle inherits to all members. */
static void inherit_cycle(struct call_graph *g, uint32_t c)
{
    struct cg_node *cycle = &g->nodes[g->n_symbols + c];

    for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++)
        inherit_from_parents(g, g->members[i], cycle);
    for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++) {
        g->nodes[g->members[i]].shown = cycle->shown;
        g->nodes[g->members[i]].fraction = cycle->fraction;
    }
}

/* What the include and exclude tables make of an inherited property: named functions start it, and
 * excluded ones end it. */
static bool adjust_inherited(const struct sym_filter *filter, enum sym_table table, uint32_t s,
                             bool inherited)
{
    if (!inherited)
        return sym_selected(filter, table, s);
    return sym_included(filter, table, s) || !sym_excluded(filter, table, s);
}

/* Decide top-down, callers first, which functions are shown and what share of their time flows. */
static bool propagate_flags(struct call_graph *g, const uint32_t *order,
                            const struct sym_filter *filter, struct diag *d)
{
    bool *cycle_done = mem_alloc(d, g->n_cycles, sizeof *cycle_done);

    if (!cycle_done)
        return false;
    for (uint32_t i = g->n_symbols; i-- > 0;) {
        uint32_t s = order[i];
        struct cg_node *node = &g->nodes[s];
        bool flows;

        if (!node->cycle) {
            inherit_from_parents(g, s, node);
        } else if (!cycle_done[node->cycle - 1]) {
            inherit_cycle(g, node->cycle - 1);
            cycle_done[node->cycle - 1] = true;
        }
        node->shown = adjust_inherited(filter, SYM_TABLE_GRAPH, s, node->shown);
        flows = adjust_inherited(filter, SYM_TABLE_TIME, s, node->fraction != 0);
        if (flows != (node->fraction != 0))
            node->fraction = flows ? 1 : 0;
        node->shown_self = node->time * node->fraction;
        g->shown_time += node->shown_self;
    }
    free(cycle_done);
    return true;
}

static void sum_cycle_times(struct call_graph *g)
{
    for (uint32_t c = 0; c < g->n_cycles; c++) {
        struct cg_node *cycle = &g->nodes[g->n_symbols + c];
        for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++)
            if (g->nodes[g->members[i]].fraction != 0)
                cycle->time += g->nodes[g->members[i]].time;
        cycle->shown_self = cycle->fraction * cycle->time;
    }
}

/* Hand the callee's time to the caller, by the share of the calls. */
static void propagate_arc(struct call_graph *g, struct cg_arc *a)
{
    struct cg_node *parent = &g->nodes[a->parent];
    const struct cg_node *child = &g->nodes[cg_outer(g, a->child)];
    double share, passed;

    if (a->count == 0 || g->nodes[a->child].fraction == 0 || cg_is_internal(g, a) ||
        child->calls == 0)
        return;
    share = (double)a->count / (double)child->calls;
    a->time = child->time * share;
    a->child_time = child->child_time * share;
    passed = a->time + a->child_time;
    parent->child_time += passed;
    parent->shown_child += passed * parent->fraction;
    if (parent->cycle) {
        g->nodes[cg_outer(g, a->parent)].child_time += passed;
        g->nodes[cg_outer(g, a->parent)].shown_child += passed * parent->fraction;
    }
    a->time *= parent->fraction;
    a->child_time *= parent->fraction;
}

/* Hand the times up, callees first, so that a callee's time is complete when it is shared. */
static void propagate_times(struct call_graph *g, const uint32_t *order)
{
    for (uint32_t i = 0; i < g->n_symbols; i++) {
        uint32_t s = order[i];
        if (g->nodes[s].fraction == 0)
            continue;
        for (uint32_t k = g->children.first[s]; k < g->children.first[s + 1]; k++)
            propagate_arc(g, &g->arcs[g->children.item[k]]);
    }
}

/* An entry with what it is sorted by, so that the sort touches nothing else. */
struct sort_entry {
    double time;
    uint64_t calls;
    const char *name; /* NULL for a cycle */
    uint32_t node;
};

/* Most time first; then cycles before functions, ordinary names before those with an underscore,
 * more calls, name; node numbers keep the order of what is equal. */
static int by_weight(const void *left, const void *right)
{
    const struct sort_entry *l = left, *r = right;
    int order;

    if (l->time != r->time)
        return l->time > r->time ? -1 : 1;
    if (!l->name != !r->name)
        return !l->name ? -1 : 1;
    if (!l->name) /* cycles: by number */
        return l->node < r->node ? -1 : 1;
    if ((l->name[0] == '_') != (r->name[0] == '_'))
        return r->name[0] == '_' ? -1 : 1;
    if (l->calls != r->calls)
        return l->calls > r->calls ? -1 : 1;
    order = strcmp(l->name, r->name);
    return order ? order : l->node < r->node ? -1 : 1;
}

static bool number_entries(struct call_graph *g, struct diag *d)
{
    struct sort_entry *sorted;

    g->n_entries = g->n_symbols + g->n_cycles;
    g->entries = mem_alloc(d, g->n_entries, sizeof *g->entries);
    sorted = mem_alloc(d, g->n_entries, sizeof *sorted);
    if (!g->entries || !sorted) {
        free(sorted);
        return false;
    }
    for (uint32_t i = 0; i < g->n_entries; i++) {
        const struct cg_node *node = &g->nodes[i];
        sorted[i] = (struct sort_entry){
            .time = node->shown_self + node->shown_child,
            .calls = node->calls,
            .name = i < g->n_symbols ? g->symtab->symbols[i].name : NULL,
            .node = i,
        };
    }
    qsort(sorted, g->n_entries, sizeof *sorted, by_weight);
    for (uint32_t i = 0; i < g->n_entries; i++) {
        g->entries[i] = sorted[i].node;
        g->nodes[sorted[i].node].index = i + 1;
    }
    free(sorted);
    return true;
}

static void trace_flags(const struct call_graph *g, const uint32_t *order, const struct diag *d)
{
    for (uint32_t i = g->n_symbols; i-- > 0;) {
        const struct cg_node *node = &g->nodes[order[i]];

        trace_line(d, "cg_assemble", "%s: %s, %.2f%% of its %.2f ticks are handed on",
                   g->symtab->symbols[order[i]].name, node->shown ? "shown" : "not shown",
                   100.0 * node->fraction, node->time);
    }
}

/* Why nothing flows along the arc, or NULL. */
static const char *why_dry(const struct call_graph *g, const struct cg_arc *a)
{
    if (a->parent == a->child)
        return "nothing, it is the same function";
    if (cg_is_internal(g, a))
        return "nothing, they are in one cycle";
    if (a->count == 0)
        return "nothing, there were no calls";
    return g->nodes[a->child].fraction == 0 ? "nothing, its time is not handed on" : NULL;
}

static void trace_arc(const struct call_graph *g, const struct cg_arc *a, const struct diag *d)
{
    const char *parent = g->symtab->symbols[a->parent].name;
    const char *child = g->symtab->symbols[a->child].name;
    const char *why = why_dry(g, a);

    if (why)
        trace_line(d, "cg_assemble", "%s gets of %s: %s", parent, child, why);
    else
        trace_line(
            d, "cg_assemble",
            "%s gets of %s, for %" PRIu64 " of %" PRIu64 " calls: %.2f ticks, %.2f of descendants",
            parent, child, a->count, g->nodes[cg_outer(g, a->child)].calls, a->time, a->child_time);
}

/* In the order in which times were handed up, which is that of the topological order. */
static void trace_times(const struct call_graph *g, const uint32_t *order, const struct diag *d)
{
    for (uint32_t i = 0; i < g->n_symbols; i++) {
        uint32_t s = order[i];
        const struct cg_node *node = &g->nodes[s];

        for (uint32_t k = g->children.first[s]; k < g->children.first[s + 1]; k++)
            if (node->fraction != 0)
                trace_arc(g, &g->arcs[g->children.item[k]], d);
        trace_line(d, "cg_assemble", "%s: %.2f ticks, %.2f of descendants; shown: %.2f, %.2f",
                   g->symtab->symbols[s].name, node->time, node->child_time, node->shown_self,
                   node->shown_child);
    }
    trace_line(d, "cg_assemble", "%.2f ticks propagate in all", g->shown_time);
}

bool cg_assemble(struct call_graph *g, const struct sym_filter *filter, struct diag *d)
{
    uint32_t *order = topological_order(g, d);
    bool ok;

    if (!order)
        return false;
    count_cycle_calls(g);
    ok = propagate_flags(g, order, filter, d);
    if (ok) {
        if (trace_on(d, TRACE_PROPAGATION))
            trace_flags(g, order, d);
        sum_cycle_times(g);
        propagate_times(g, order);
        if (trace_on(d, TRACE_PROPAGATION))
            trace_times(g, order, d);
        ok = number_entries(g, d);
    }
    free(order);
    return ok;
}
