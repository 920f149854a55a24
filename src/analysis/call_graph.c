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

/* Sum up the call sites' arcs by function; g->arcs in the order of first appearance. */
static bool tally(struct call_graph *g, const struct profile *profile,
                  const struct sym_filter *filter, struct diag *d)
{
    struct pair_map map = {0};
    size_t cap = 0;
    bool ok = true;

    for (size_t i = 0; ok && i < profile->arcs.n; i++) {
        uint64_t count = profile->arc_counts[i];
        uint32_t parent, child, number;
        struct cg_arc *arcs;

        cg_find_ends(g->symtab, &profile->arcs.keys[i], &parent, &child);
        if (parent == NO_SYMBOL || child == NO_SYMBOL) {
            g->unknown_calls = add_saturated(g->unknown_calls, count);
            continue;
        }
        if (!sym_arc_selected(filter, parent, child))
            continue;
        number = pair_map_add(&map, parent, child, d);
        ok = number != PAIR_MAP_FAILED;
        if (!ok)
            break;
        if (number < g->n_arcs) {
            g->arcs[number].count = add_saturated(g->arcs[number].count, count);
            continue;
        }
        arcs = mem_grow(d, g->arcs, &cap, (size_t)g->n_arcs + 1, sizeof *arcs);
        ok = arcs != NULL;
        if (ok) {
            g->arcs = arcs;
            arcs[g->n_arcs++] = (struct cg_arc){.parent = parent, .child = child, .count = count};
        }
    }
    pair_map_release(&map);
    return ok;
}

/* Sort the arcs' numbers into lists by one of their ends, the newest first: a counting sort. */
static bool make_lists(struct cg_lists *lists, const struct call_graph *g, bool by_child,
                       struct diag *d)
{
    lists->first = mem_alloc(d, (size_t)g->n_symbols + 2, sizeof *lists->first);
    lists->item = mem_alloc(d, g->n_arcs, sizeof *lists->item);
    if (!lists->first || !lists->item)
        return false;
    uint32_t *fill = lists->first + 1; /* fill[s] is moved to the end of s, which starts s + 1 */
    for (uint32_t i = 0; i < g->n_arcs; i++)
        fill[(by_child ? g->arcs[i].child : g->arcs[i].parent) + 1]++;
    for (uint32_t s = 1; s <= g->n_symbols; s++)
        fill[s] += fill[s - 1];
    for (uint32_t i = g->n_arcs; i-- > 0;)
        lists->item[fill[by_child ? g->arcs[i].child : g->arcs[i].parent]++] = i;
    return true;
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

bool call_graph_init(struct call_graph *g, const struct profile *profile,
                     const struct symtab *symtab, const struct sym_filter *filter, struct diag *d)
{
    *g = (struct call_graph){.symtab = symtab, .n_symbols = symtab->n};
    g->nodes = mem_alloc(d, symtab->n, sizeof *g->nodes);
    if (!g->nodes)
        return false;
    for (uint32_t s = 0; s < symtab->n; s++)
        g->nodes[s].outer = s;
    if (trace_on(d, TRACE_TALLY) || trace_on(d, TRACE_LOOKUP))
        trace_sites(symtab, profile, filter, d);
    if (!tally(g, profile, filter, d))
        return false;
    g->n_counted = g->n_arcs;
    if (!make_lists(&g->children, g, false, d) || !make_lists(&g->parents, g, true, d))
        return false;
    if (trace_on(d, TRACE_TALLY))
        trace_arcs(g, d);
    count_calls(g);
    return true;
}

static void release_lists(struct cg_lists *lists)
{
    free(lists->first);
    free(lists->item);
    *lists = (struct cg_lists){0};
}

/* Number the arcs that are there as they are in g->arcs, so that what gets a higher number is new.
 */
static bool map_arcs(struct pair_map *map, const struct call_graph *g, struct diag *d)
{
    for (uint32_t i = 0; i < g->n_arcs; i++)
        if (pair_map_add(map, g->arcs[i].parent, g->arcs[i].child, d) == PAIR_MAP_FAILED)
            return false;
    return true;
}

bool cg_add_stack_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n, struct diag *d)
{
    struct pair_map map = {0};
    size_t cap = g->n_arcs;
    bool ok = map_arcs(&map, g, d);

    for (size_t i = 0; ok && i < n; i++) {
        uint32_t number = pair_map_add(&map, pairs[i].first, pairs[i].second, d);
        struct cg_arc *arcs;

        ok = number != PAIR_MAP_FAILED;
        if (!ok || number < g->n_arcs)
            continue;
        arcs = mem_grow(d, g->arcs, &cap, (size_t)g->n_arcs + 1, sizeof *arcs);
        ok = arcs != NULL;
        if (ok) {
            g->arcs = arcs;
            arcs[g->n_arcs++] = (struct cg_arc){.parent = (uint32_t)pairs[i].first,
                                                .child = (uint32_t)pairs[i].second};
        }
    }
    pair_map_release(&map);
    release_lists(&g->children);
    release_lists(&g->parents);
    return ok && make_lists(&g->children, g, false, d) && make_lists(&g->parents, g, true, d);
}

bool cg_add_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n, struct diag *d)
{
    bool ok = cg_add_stack_arcs(g, pairs, n, d);

    g->n_counted = g->n_arcs;
    return ok;
}

void call_graph_release(struct call_graph *g)
{
    free(g->nodes);
    free(g->arcs);
    release_lists(&g->children);
    release_lists(&g->parents);
    free(g->level);
    free(g->order);
    free(g->members);
    free(g->member_first);
    *g = (struct call_graph){0};
}
