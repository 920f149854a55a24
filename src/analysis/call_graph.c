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

void cg_find_wholes(struct pair_map *sites, const struct symtab *symtab,
                    const struct profile *profile, struct diag *d)
{
    for (size_t i = 0; symtab->n_groups > 0 && i < profile->arcs.n; i++) {
        const struct pair_key *site = &profile->arcs.keys[i];
        uint32_t child = sym_find(symtab, site->second);
        const struct symbol *s = child == NO_SYMBOL ? NULL : &symtab->symbols[child];

        if (s && s->group && !s->is_part)
            pair_map_add(sites, site->first, s->group, d);
    }
}

bool cg_find_ends(const struct symtab *symtab, const struct pair_map *wholes,
                  const struct pair_key *site, uint32_t *parent, uint32_t *child)
{
    const struct symbol *s;
    bool is_call;

    *parent = sym_find(symtab, site->first);
    *child = sym_find(symtab, site->second);
    s = *child == NO_SYMBOL ? NULL : &symtab->symbols[*child];
    is_call = !symtab_are_parts(symtab, *parent, *child) &&
              !(s && s->is_part && pair_map_find(wholes, site->first, s->group) != PAIR_MAP_NONE);
    if (*parent != NO_SYMBOL)
        *parent = symtab_owner(symtab, *parent);
    if (*child != NO_SYMBOL)
        *child = symtab->symbols[symtab_owner(symtab, *child)].callee;
    return is_call;
}

/* What tally makes of each call site. */
static void trace_sites(const struct symtab *symtab, const struct pair_map *wholes,
                        const struct profile *profile, const struct sym_filter *filter,
                        const struct diag *d)
{
    for (size_t i = 0; i < profile->arcs.n; i++) {
        const struct pair_key *site = &profile->arcs.keys[i];
        const char *outcome = "counted";
        uint32_t parent, child;
        bool is_call;

        if (trace_on(d, TRACE_LOOKUP)) {
            sym_trace_lookup(symtab, site->first, sym_find(symtab, site->first), d);
            sym_trace_lookup(symtab, site->second, sym_find(symtab, site->second), d);
        }
        if (!trace_on(d, TRACE_TALLY))
            continue;
        is_call = cg_find_ends(symtab, wholes, site, &parent, &child);
        if (!is_call)
            outcome = "not counted, for it goes from one part of a function to another";
        else if (parent == NO_SYMBOL || child == NO_SYMBOL)
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

/* The call sites of a profile that are counted, on their way to arcs. Two sites are of one arc if
 * both ends are the same. A hash table would find them, too, but at random places of a large table:
 * so sites are sorted by caller, and of one caller's callees each is marked when it is first met.
 */
struct sites {
    struct ends {
        uint32_t parent, child;
        uint32_t first; /* the first site of the same arc; once it has passed, the arc's number */
    } * at;
    struct {
        uint32_t site, child;
    } * by_parent;
    uint32_t *start; /* by symbol, where its sites begin in by_parent, and one more */
    struct {
        uint32_t caller, site; /* where it was met last: the caller + 1, and its first site */
    } * met;                   /* by callee */
    size_t n;
};

/* Find the functions of all sites. */
static void find_sites(struct sites *sites, struct call_graph *g, const struct pair_map *wholes,
                       const struct profile *profile, const struct sym_filter *filter)
{
    for (size_t i = 0; i < profile->arcs.n; i++) {
        struct ends *e = &sites->at[i];

        bool is_call =
            cg_find_ends(g->symtab, wholes, &profile->arcs.keys[i], &e->parent, &e->child);

        if (e->parent == NO_SYMBOL || e->child == NO_SYMBOL)
            g->unknown_calls = add_saturated(g->unknown_calls, profile->arc_counts[i]);
        else if (is_call && sym_arc_selected(filter, e->parent, e->child)) {
            e->first = (uint32_t)i;
            continue;
        }
        e->parent = NO_SYMBOL;
    }
}

/* A counting sort, which leaves the sites of a caller in their order. */
static void sort_sites(struct sites *sites, uint32_t n_symbols)
{
    uint32_t *fill = sites->start + 1; /* fill[s] is moved to the end of s, which starts s + 1 */

    for (size_t i = 0; i < sites->n; i++)
        if (sites->at[i].parent != NO_SYMBOL)
            fill[sites->at[i].parent + 1]++;
    for (uint32_t s = 1; s <= n_symbols; s++)
        fill[s] += fill[s - 1];
    for (size_t i = 0; i < sites->n; i++)
        if (sites->at[i].parent != NO_SYMBOL) {
            uint32_t at = fill[sites->at[i].parent]++;

            sites->by_parent[at].site = (uint32_t)i;
            sites->by_parent[at].child = sites->at[i].child;
        }
}

/* Find the first one of each site that is not the first of its arc. */
static void match_sites(struct sites *sites, uint32_t n_symbols)
{
    for (uint32_t s = 0; s < n_symbols; s++)
        for (uint32_t k = sites->start[s]; k < sites->start[s + 1]; k++) {
            uint32_t site = sites->by_parent[k].site, child = sites->by_parent[k].child;

            if (sites->met[child].caller != s + 1) {
                sites->met[child].caller = s + 1;
                sites->met[child].site = site;
            } else {
                sites->at[site].first = sites->met[child].site;
            }
        }
}

/* Number the arcs in the order in which they first appear. */
static void number_arcs(struct sites *sites, struct call_graph *g, const struct profile *profile,
                        struct diag *d)
{
    size_t n = 0;

    for (size_t i = 0; i < sites->n; i++)
        n += sites->at[i].parent != NO_SYMBOL && sites->at[i].first == i;
    g->arcs = mem_alloc(d, n, sizeof *g->arcs);
    g->site_arcs = mem_alloc(d, sites->n, sizeof *g->site_arcs);
    for (size_t i = 0; i < sites->n; i++) {
        struct ends *e = &sites->at[i];
        struct cg_arc *arc;

        g->site_arcs[i] = NO_ARC;
        if (e->parent == NO_SYMBOL)
            continue;
        e->first = e->first == i ? g->n_arcs++ : sites->at[e->first].first;
        g->site_arcs[i] = e->first;
        arc = &g->arcs[e->first];
        arc->parent = e->parent;
        arc->child = e->child;
        arc->count = add_saturated(arc->count, profile->arc_counts[i]);
    }
}

/* Sum up the call sites' arcs by function; g->arcs in the order of first appearance. */
static void tally(struct call_graph *g, const struct pair_map *wholes,
                  const struct profile *profile, const struct sym_filter *filter, struct diag *d)
{
    struct sites sites = {.n = profile->arcs.n};

    sites.at = mem_alloc(d, sites.n, sizeof *sites.at);
    sites.by_parent = mem_alloc(d, sites.n, sizeof *sites.by_parent);
    sites.start = mem_alloc(d, (size_t)g->n_symbols + 2, sizeof *sites.start);
    sites.met = mem_alloc(d, g->n_symbols, sizeof *sites.met);
    find_sites(&sites, g, wholes, profile, filter);
    sort_sites(&sites, g->n_symbols);
    match_sites(&sites, g->n_symbols);
    free(sites.by_parent); /* makes room for site_arcs */
    number_arcs(&sites, g, profile, d);
    free(sites.at);
    free(sites.start);
    free(sites.met);
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
    struct pair_map wholes = {0};

    *g = (struct call_graph){.symtab = symtab, .n_symbols = symtab->n};
    g->nodes = mem_alloc(d, symtab->n, sizeof *g->nodes);
    for (uint32_t s = 0; s < symtab->n; s++)
        g->nodes[s].outer = s;
    cg_find_wholes(&wholes, symtab, profile, d);
    if (trace_on(d, TRACE_TALLY) || trace_on(d, TRACE_LOOKUP))
        trace_sites(symtab, &wholes, profile, filter, d);
    tally(g, &wholes, profile, filter, d);
    pair_map_release(&wholes);
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
