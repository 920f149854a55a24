/* call_graph - the tally of arcs between functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/call_graph.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

void cg_find_ends(const struct symtab *symtab, const struct pair_key *site, uint32_t *parent,
                  uint32_t *child)
{
    *parent = sym_lookup(symtab, site->first);
    *child = sym_lookup(symtab, site->second);
    if (*child != NO_SYMBOL)
        *child = symtab->symbols[*child].callee;
}

/* What tally makes of each call site. */
static void trace_sites(const struct symtab *symtab, const struct profile *profile,
                        const struct sym_filter *filter, const struct diag *d)
{
    for (size_t i = 0; i < profile->arcs.n; i++) {
        const struct pair_key *site = &profile->arcs.keys[i];
        const char *outcome = "counted";
        uint32_t parent, child;

        if (trace_on(d, TRACE_LOOKUP)) {
            sym_trace_lookup(symtab, site->first, sym_lookup(symtab, site->first), d);
            sym_trace_lookup(symtab, site->second, sym_lookup(symtab, site->second), d);
        }
        if (!trace_on(d, TRACE_TALLY))
            continue;
        cg_find_ends(symtab, site, &parent, &child);
        if (parent == NO_SYMBOL || child == NO_SYMBOL)
            outcome = "not counted, for an end is in no function";
        else if (!sym_arc_selected(filter, parent, child))
            outcome = "left out by -k, -q or -Q";
        trace_line(d, "call_graph_init",
                   "0x%" PRIx64 " calls 0x%" PRIx64 ": %" PRIu64 " from %s to %s, %s", site->first,
                   site->second, profile->arc_counts[i],
                   parent == NO_SYMBOL ? "?" : symtab->symbols[parent].name,
                   child == NO_SYMBOL ? "?" : symtab->symbols[child].name, outcome);
    }
}

static void trace_arcs(const struct call_graph *g, const struct diag *d)
{
    for (uint32_t i = 0; i < g->n_arcs; i++)
        trace_line(d, "call_graph_init", "arc %" PRIu32 ": %s calls %s, %" PRIu64, i,
                   g->symtab->symbols[g->arcs[i].parent].name,
                   g->symtab->symbols[g->arcs[i].child].name, g->arcs[i].count);
}

/* Adds up the call sites' arcs by function; g->arcs in the order of first appearance. */
static void tally(struct call_graph *g, const struct profile *profile,
                  const struct sym_filter *filter, struct diag *d)
{
    struct pair_map numbers = {0};

    g->site_arcs = mem_alloc(d, profile->arcs.n, sizeof *g->site_arcs);
    for (size_t i = 0; i < profile->arcs.n; i++) {
        uint32_t parent, child;

        g->site_arcs[i] = NO_ARC;
        cg_find_ends(g->symtab, &profile->arcs.keys[i], &parent, &child);
        if (parent == NO_SYMBOL || child == NO_SYMBOL)
            g->unknown_calls = add_saturated(g->unknown_calls, profile->arc_counts[i]);
        else if (sym_arc_selected(filter, parent, child))
            g->site_arcs[i] = pair_map_add(&numbers, parent, child, d);
    }
    g->n_arcs = (uint32_t)numbers.n;
    g->arcs = mem_alloc(d, g->n_arcs, sizeof *g->arcs);
    for (uint32_t i = 0; i < g->n_arcs; i++)
        g->arcs[i] = (struct cg_arc){.parent = (uint32_t)numbers.keys[i].first,
                                     .child = (uint32_t)numbers.keys[i].second};
    pair_map_release(&numbers);
    for (size_t i = 0; i < profile->arcs.n; i++) {
        struct cg_arc *arc = g->site_arcs[i] == NO_ARC ? NULL : &g->arcs[g->site_arcs[i]];

        if (arc)
            arc->count = add_saturated(arc->count, profile->arc_counts[i]);
    }
}

/* Sort the arcs' numbers into lists by one of their ends, the newest first: a counting sort. */
static void make_lists(struct cg_lists *lists, const struct call_graph *g, bool by_child,
                       struct diag *d)
{
    lists->first = mem_alloc(d, (size_t)g->n_symbols + 2, sizeof *lists->first);
    lists->item = mem_alloc(d, g->n_arcs, sizeof *lists->item);
    lists->other = mem_alloc(d, g->n_arcs, sizeof *lists->other);
    uint32_t *fill = lists->first + 1; /* fill[s] is moved to the end of s, which starts s + 1 */
    for (uint32_t i = 0; i < g->n_arcs; i++)
        fill[(by_child ? g->arcs[i].child : g->arcs[i].parent) + 1]++;
    for (uint32_t s = 1; s <= g->n_symbols; s++)
        fill[s] += fill[s - 1];
    for (uint32_t i = g->n_arcs; i-- > 0;) {
        const struct cg_arc *a = &g->arcs[i];
        uint32_t at = fill[by_child ? a->child : a->parent]++;

        lists->item[at] = i;
        lists->other[at] = by_child ? a->parent : a->child;
    }
}

static void count_calls(struct call_graph *g)
{
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        const struct cg_arc *a = &g->arcs[i];
        struct cg_node *child = &g->nodes[a->child];
        if (a->parent == a->child)
            child->self_calls = a->count;
        else
            child->calls = add_saturated(child->calls, a->count);
    }
}

void call_graph_init(struct call_graph *g, const struct profile *profile,
                     const struct symtab *symtab, const struct sym_filter *filter, struct diag *d)
{
    *g = (struct call_graph){.symtab = symtab, .n_symbols = symtab->n};
    g->nodes = mem_alloc(d, symtab->n, sizeof *g->nodes);
    for (uint32_t s = 0; s < symtab->n; s++)
        g->nodes[s].outer = s;
    if (trace_on(d, TRACE_TALLY) || trace_on(d, TRACE_LOOKUP))
        trace_sites(symtab, profile, filter, d);
    tally(g, profile, filter, d);
    g->n_counted = g->n_arcs;
    make_lists(&g->children, g, false, d);
    make_lists(&g->parents, g, true, d);
    if (trace_on(d, TRACE_TALLY))
        trace_arcs(g, d);
    count_calls(g);
}

void cg_forget_sites(struct call_graph *g)
{
    free(g->site_arcs);
    g->site_arcs = NULL;
}

static void release_lists(struct cg_lists *lists)
{
    free(lists->first);
    free(lists->item);
    free(lists->other);
    *lists = (struct cg_lists){0};
}

void cg_map_arcs(struct pair_map *map, const struct call_graph *g, struct diag *d)
{
    for (uint32_t i = 0; i < g->n_arcs; i++)
        pair_map_add(map, g->arcs[i].parent, g->arcs[i].child, d);
}

void cg_add_stack_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n, struct diag *d)
{
    struct pair_map map = {0};
    size_t cap = g->n_arcs;

    cg_map_arcs(&map, g, d);
    for (size_t i = 0; i < n; i++) {
        if (pair_map_add(&map, pairs[i].first, pairs[i].second, d) < g->n_arcs)
            continue;
        g->arcs = mem_grow(d, g->arcs, &cap, (size_t)g->n_arcs + 1, sizeof *g->arcs);
        g->arcs[g->n_arcs++] =
            (struct cg_arc){.parent = (uint32_t)pairs[i].first, .child = (uint32_t)pairs[i].second};
    }
    pair_map_release(&map);
    release_lists(&g->children);
    release_lists(&g->parents);
    make_lists(&g->children, g, false, d);
    make_lists(&g->parents, g, true, d);
}

void cg_add_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n, struct diag *d)
{
    cg_add_stack_arcs(g, pairs, n, d);
    g->n_counted = g->n_arcs;
}

void call_graph_release(struct call_graph *g)
{
    free(g->nodes);
    free(g->arcs);
    cg_forget_sites(g);
    release_lists(&g->children);
    release_lists(&g->parents);
    free(g->level);
    free(g->order);
    free(g->members);
    free(g->member_first);
    *g = (struct call_graph){0};
}
