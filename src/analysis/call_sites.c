/* call_sites - the calls of each arc by call site, with its source line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/call_sites.h"

#include "base/arith.h"
#include "base/mem.h"

#include <stdlib.h>

struct gatherer {
    const struct call_graph *graph;
    const struct profile *profile;
    uint32_t *arc; /* by arc of the profile: that of the graph, or NO_ARC; owned */
};

#define NO_ARC UINT32_MAX

/* What numbering needs for a while; owned. */
struct scratch {
    uint32_t *parent, *child; /* by arc of the profile */
    size_t *first;            /* by parent: its arcs of the profile in `item` */
    uint32_t *item;
    uint32_t *arc_to; /* by callee: the arc that leads there, of the parent that is at hand */
};

static bool scratch_init(struct scratch *w, const struct gatherer *g, struct diag *d)
{
    size_t n = g->profile->arcs.n, symbols = g->graph->n_symbols;

    w->parent = mem_alloc(d, n, sizeof *w->parent);
    w->child = mem_alloc(d, n, sizeof *w->child);
    w->item = mem_alloc(d, n, sizeof *w->item);
    w->first = mem_alloc(d, symbols + 2, sizeof *w->first);
    w->arc_to = mem_alloc(d, symbols, sizeof *w->arc_to);
    return w->parent && w->child && w->item && w->first && w->arc_to;
}

static void scratch_release(struct scratch *w)
{
    free(w->parent);
    free(w->child);
    free(w->item);
    free(w->first);
    free(w->arc_to);
}

/* Put the profile's arcs with two known ends into lists by caller: a counting sort. */
static void sort_by_parent(struct scratch *w, const struct gatherer *g)
{
    const struct profile *p = g->profile;
    size_t *fill = w->first + 1; /* fill[s] is moved to the end of s, which starts s + 1 */

    for (size_t i = 0; i < p->arcs.n; i++) {
        cg_find_ends(g->graph->symtab, &p->arcs.keys[i], &w->parent[i], &w->child[i]);
        if (w->parent[i] != NO_SYMBOL && w->child[i] != NO_SYMBOL)
            fill[w->parent[i] + 1]++;
    }
    for (uint32_t s = 1; s <= g->graph->n_symbols; s++)
        fill[s] += fill[s - 1];
    for (size_t i = 0; i < p->arcs.n; i++)
        if (w->parent[i] != NO_SYMBOL && w->child[i] != NO_SYMBOL)
            w->item[fill[w->parent[i]]++] = (uint32_t)i;
}

/* The arcs of the graph are noted by callee, caller by caller; what is there from the caller before
 * is told by its own ends. */
static void number_arcs_of(const struct gatherer *g, struct scratch *w, uint32_t parent)
{
    const struct call_graph *graph = g->graph;

    for (uint32_t i = graph->children.first[parent]; i < graph->children.first[parent + 1]; i++)
        w->arc_to[graph->arcs[graph->children.item[i]].child] = graph->children.item[i];
    for (size_t i = w->first[parent]; i < w->first[parent + 1]; i++) {
        uint32_t child = w->child[w->item[i]], arc = w->arc_to[child];
        bool is_it = arc < graph->n_counted && graph->arcs[arc].parent == parent &&
                     graph->arcs[arc].child == child;

        if (is_it)
            g->arc[w->item[i]] = arc;
    }
}

static bool number_arcs(struct gatherer *g, struct diag *d)
{
    struct scratch w = {0};
    bool ok;

    g->arc = mem_alloc(d, g->profile->arcs.n, sizeof *g->arc);
    ok = g->arc && scratch_init(&w, g, d);
    for (size_t i = 0; ok && i < g->profile->arcs.n; i++)
        g->arc[i] = NO_ARC;
    if (ok)
        sort_by_parent(&w, g);
    for (uint32_t s = 0; ok && s < g->graph->n_symbols; s++)
        if (w.first[s] < w.first[s + 1])
            number_arcs_of(g, &w, s);
    scratch_release(&w);
    return ok;
}

/* Put the profile's arcs into lists by arc of the graph: a counting sort. */
static bool sort_sites(struct call_sites *c, const struct gatherer *g, struct diag *d)
{
    const struct profile *p = g->profile;
    size_t arcs = g->graph->n_counted;

    c->first = mem_alloc(d, arcs + 2, sizeof *c->first);
    c->at = mem_alloc(d, p->arcs.n, sizeof *c->at);
    if (!c->first || !c->at)
        return false;
    size_t *fill = c->first + 1; /* fill[a] is moved to the end of a, which starts a + 1 */
    for (size_t i = 0; i < p->arcs.n; i++)
        if (g->arc[i] != NO_ARC)
            fill[g->arc[i] + 1]++;
    for (size_t a = 1; a <= arcs; a++)
        fill[a] += fill[a - 1];
    for (size_t i = 0; i < p->arcs.n; i++)
        if (g->arc[i] != NO_ARC)
            c->at[fill[g->arc[i]]++] =
                (struct call_site){.address = p->arcs.keys[i].first, .count = p->arc_counts[i]};
    return true;
}

static int by_address(const void *left, const void *right)
{
    const struct call_site *l = left, *r = right;

    return l->address < r->address ? -1 : l->address > r->address;
}

/* A call site may call a function at several addresses, which are one function here. */
static void add_up(struct call_sites *c, size_t arcs)
{
    for (size_t a = 0, begin = 0; a < arcs; a++) {
        size_t end = c->first[a + 1], first = c->n;

        if (end - begin > 1)
            qsort(c->at + begin, end - begin, sizeof *c->at, by_address);
        for (size_t i = begin; i < end; i++) {
            struct call_site *last = c->n > first ? &c->at[c->n - 1] : NULL;

            if (last && last->address == c->at[i].address)
                last->count = add_saturated(last->count, c->at[i].count);
            else
                c->at[c->n++] = c->at[i];
        }
        c->first[a] = first;
        begin = end;
    }
    c->first[arcs] = c->n;
}

/* The byte in front of the return address is the call's, or, on machines that run an instruction
 * behind the call before they jump, that instruction's, which is of the same line. */
static void find_lines(struct call_sites *c, const struct line_rows *rows)
{
    for (size_t i = 0; i < c->n; i++) {
        uint64_t address = c->at[i].address;
        const struct line_row *row = line_rows_at(rows, address > 0 ? address - 1 : 0);

        if (row) {
            c->at[i].file = row->file;
            c->at[i].line = row->line;
        }
    }
}

bool call_sites_init(struct call_sites *c, const struct call_graph *graph,
                     const struct profile *profile, const struct line_rows *rows, struct diag *d)
{
    struct gatherer g = {.graph = graph, .profile = profile};
    bool ok;

    *c = (struct call_sites){0};
    ok = number_arcs(&g, d) && sort_sites(c, &g, d);
    if (ok) {
        add_up(c, graph->n_counted);
        find_lines(c, rows);
    }
    free(g.arc);
    return ok;
}

void call_sites_release(struct call_sites *c)
{
    free(c->at);
    free(c->first);
    *c = (struct call_sites){0};
}
