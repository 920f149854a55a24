/* call_graph - adds up the arcs between functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/call_graph.h"

#include "base/radix.h"
#include "base/trace.h"

/* Returns the number of the symbol that holds a call, or NO_SYMBOL. A call may be a function's last
 * instruction: then it returns to the end of the function. */
static uint32_t find_caller(const struct symtab *symtab, uint64_t pc)
{
    uint32_t found;

    if (symtab->external && pc == symtab->external_site)
        return symtab->external;
    found = sym_find(symtab, pc);
    return found == NO_SYMBOL && symtab->has_sizes && pc > 0 ? sym_find(symtab, pc - 1) : found;
}

/* Finds the ends of an arc whose callee's symbol is known. `continued` has (call site, group of
 * symbols) of functions that may continue in a part of themselves. */
static void find_ends(struct cg_ends *e, const struct symtab *symtab,
                      const struct pair_map *continued, uint64_t site)
{
    const struct symbol *s = e->child == NO_SYMBOL ? NULL : &symtab->symbols[e->child];

    e->parent = sym_find(symtab, site);
    if (e->parent == NO_SYMBOL || symtab->external)
        e->parent = find_caller(symtab, site);
    e->is_call = symtab_is_call(symtab, e->parent, e->child) &&
                 !(s && s->is_part && pair_map_find(continued, site, s->group) != PAIR_MAP_NONE);
    if (e->parent != NO_SYMBOL)
        e->parent = symtab_owner(symtab, e->parent);
    if (s)
        e->child = symtab->symbols[symtab_owner(symtab, e->child)].callee;
}

struct cg_ends *cg_find_ends(const struct symtab *symtab, const struct profile *profile,
                             struct diag *d)
{
    LOCAL_BY(pair_map_release) struct pair_map continued = {0};
    const struct pair_map *arcs = &profile->arcs;
    struct cg_ends *ends = mem_alloc(d, arcs->n, sizeof *ends);

    for (size_t i = 0; i < arcs->n; i++) {
        uint32_t child = ends[i].child = sym_find(symtab, arcs->keys[i].second);
        const struct symbol *s = NULL;

        if (symtab->n_groups > 0 && child != NO_SYMBOL)
            s = &symtab->symbols[child];
        if (s && s->group && !s->is_part)
            pair_map_add(&continued, arcs->keys[i].first, s->group, d);
    }
    for (size_t i = 0; i < arcs->n; i++)
        find_ends(&ends[i], symtab, &continued, arcs->keys[i].first);
    return ends;
}

/* Traces the arc of a call site. `left_out` is the reason if the site is not counted, or NULL. */
static void trace_site(const struct symtab *symtab, const struct pair_key *site, uint64_t count,
                       uint32_t parent, uint32_t child, const char *left_out, const struct diag *d)
{
    if (trace_on(d, TRACE_LOOKUP)) {
        sym_trace_lookup(symtab, site->first, find_caller(symtab, site->first), d);
        sym_trace_lookup(symtab, site->second, sym_find(symtab, site->second), d);
    }
    if (trace_on(d, TRACE_TALLY))
        trace_line(d, "call_graph_init",
                   "0x%" PRIx64 " calls 0x%" PRIx64 ": %" PRIu64 " from %s to %s, %s", site->first,
                   site->second, count, parent == NO_SYMBOL ? "?" : symtab->symbols[parent].name,
                   child == NO_SYMBOL ? "?" : symtab->symbols[child].name,
                   left_out ? left_out : "counted");
}

/* Finds the functions of all call sites. The parent is NO_SYMBOL if the site is not counted. */
static struct cg_ends *find_sites(struct call_graph *g, const struct profile *profile,
                                  const struct sym_filter *filter, struct diag *d)
{
    bool traced = trace_on(d, TRACE_TALLY) || trace_on(d, TRACE_LOOKUP);
    struct cg_ends *ends = cg_find_ends(g->symtab, profile, d);

    for (size_t i = 0; i < profile->arcs.n; i++) {
        uint64_t count = profile->arc_counts[i];
        uint32_t parent = ends[i].parent, child = ends[i].child;
        const char *left_out = NULL;

        if (!ends[i].is_call)
            left_out = "not counted, as it goes on in a part of a function";
        if (parent == NO_SYMBOL || child == NO_SYMBOL) {
            left_out = "not counted, for an end is in no function";
            g->unknown_calls = add_saturated(g->unknown_calls, count);
        } else if (!left_out && filter && !sym_arc_selected(filter, parent, child)) {
            left_out = "left out by -k, -q or -Q";
        }
        if (left_out)
            ends[i].parent = NO_SYMBOL;
        if (traced)
            trace_site(g->symtab, &profile->arcs.keys[i], count, parent, child, left_out, d);
    }
    return ends;
}

/* Sets g->site_arcs to the first site of the same arc: sites are sorted by caller, and of one
 * caller's callees each is marked when it is first met. A hash table would find the first site,
 * too, but a listing of 60,000 functions would take a fifth longer. */
static void match_sites(struct call_graph *g, const struct cg_ends *ends, size_t n, struct diag *d)
{
    LOCAL struct met {
        uint32_t caller, site; /* the last caller of a function, + 1, and its first site */
    } *met = mem_alloc(d, g->n_symbols, sizeof *met);
    LOCAL uint32_t *by_caller = mem_alloc(d, n, sizeof *by_caller);
    LOCAL uint32_t *start = mem_alloc(d, (size_t)g->n_symbols + 1, sizeof *start);

    radix_group(by_caller, start, g->n_symbols, n > 0 ? &ends->parent : NULL, n, sizeof *ends,
                false);
    for (uint32_t s = 0; s < g->n_symbols; s++)
        for (uint32_t k = start[s]; k < start[s + 1]; k++) {
            uint32_t site = by_caller[k];
            struct met *m = &met[ends[site].child];

            if (m->caller != s + 1)
                *m = (struct met){s + 1, site};
            g->site_arcs[site] = m->site;
        }
}

/* Adds up the call sites by caller and callee, into g->arcs, in the order of first appearance. */
static void tally(struct call_graph *g, const struct profile *profile,
                  const struct sym_filter *filter, struct diag *d)
{
    size_t n = profile->arcs.n, n_arcs = 0;
    LOCAL struct cg_ends *ends = find_sites(g, profile, filter, d);

    g->site_arcs = mem_alloc(d, n, sizeof *g->site_arcs);
    match_sites(g, ends, n, d);
    for (size_t i = 0; i < n; i++)
        n_arcs += ends[i].parent != NO_SYMBOL && g->site_arcs[i] == i;
    g->arcs = mem_alloc(d, n_arcs, sizeof *g->arcs);
    for (size_t i = 0; i < n; i++) {
        struct cg_arc *arc;

        if (ends[i].parent == NO_SYMBOL) {
            g->site_arcs[i] = NO_ARC;
            continue;
        }
        g->site_arcs[i] = g->site_arcs[i] == i ? g->n_arcs++ : g->site_arcs[g->site_arcs[i]];
        arc = &g->arcs[g->site_arcs[i]];
        arc->parent = ends[i].parent;
        arc->child = ends[i].child;
        arc->count = add_saturated(arc->count, profile->arc_counts[i]);
    }
    g->n_counted = g->n_arcs;
    for (uint32_t i = 0; trace_on(d, TRACE_TALLY) && i < g->n_arcs; i++)
        trace_line(d, "call_graph_init", "arc %" PRIu32 ": %s calls %s, %" PRIu64, i,
                   g->symtab->symbols[g->arcs[i].parent].name,
                   g->symtab->symbols[g->arcs[i].child].name, g->arcs[i].count);
}

/* Lists the arcs by one of their ends, the newest first. */
static void make_lists(struct cg_lists *lists, const struct call_graph *g, bool by_child,
                       struct diag *d)
{
    lists->first = mem_alloc(d, (size_t)g->n_symbols + 1, sizeof *lists->first);
    lists->item = mem_alloc(d, g->n_arcs, sizeof *lists->item);
    lists->other = mem_alloc(d, g->n_arcs, sizeof *lists->other);
    radix_group(lists->item, lists->first, g->n_symbols,
                by_child ? &g->arcs->child : &g->arcs->parent, g->n_arcs, sizeof *g->arcs, true);
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        const struct cg_arc *a = &g->arcs[lists->item[i]];

        lists->other[i] = by_child ? a->parent : a->child;
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
    tally(g, profile, filter, d);
    make_lists(&g->children, g, false, d);
    make_lists(&g->parents, g, true, d);
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
    LOCAL_BY(pair_map_release) struct pair_map map = {0};
    size_t cap = g->n_arcs;

    cg_map_arcs(&map, g, d);
    for (size_t i = 0; i < n; i++) {
        if (pair_map_add(&map, pairs[i].first, pairs[i].second, d) < g->n_arcs)
            continue;
        *mem_push(d, g->arcs, g->n_arcs, cap) =
            (struct cg_arc){.parent = (uint32_t)pairs[i].first, .child = (uint32_t)pairs[i].second};
    }
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
    free(g->order);
    free(g->members);
    free(g->member_first);
    *g = (struct call_graph){0};
}
