/* cg_rows - the lines of the call graph's entries: callers, callees and members, in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/cg_rows.h"

#include "analysis/cg_ahead.h"
#include "base/mem.h"
#include "base/prefetch.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- order ---- */

/* Ascending: calls of itself, then calls within the cycle, then the others by time; those alike in
 * that by calls. */
static inline int compare_rows(const struct cg_row *l, const struct cg_row *r)
{
    if (l->flow != r->flow)
        return l->flow < r->flow ? -1 : 1;
    if (l->count != r->count)
        return l->count < r->count ? -1 : 1;
    return 0;
}

static int ascending(const void *left, const void *right)
{
    const struct cg_row *l = left, *r = right;
    int order = compare_rows(l, r);

    return order ? order : l->number < r->number ? -1 : 1;
}

static int descending(const void *left, const void *right)
{
    const struct cg_row *l = left, *r = right;
    int order = compare_rows(r, l);

    return order ? order : l->number < r->number ? -1 : 1;
}

/* Most lists have a few rows, which are in place sooner than qsort has begun. */
static inline void sort_rows(struct cg_row *rows, size_t n,
                             int (*order)(const void *, const void *))
{
    enum { FEW = 12 };

    if (n > FEW) {
        qsort(rows, n, sizeof *rows, order);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        struct cg_row row = rows[i];
        size_t at = i;

        for (; at > 0 && order(&row, &rows[at - 1]) < 0; at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
}

/* What decides between two arcs that follow each other. */
static const char *decided_by(const struct cg_row *l, const struct cg_row *r)
{
    if (l->flow != r->flow)
        return l->flow < 0 || r->flow < 0 ? "by kind (of itself, within a cycle, others)"
                                          : "by time";
    return l->count != r->count ? "by calls" : "by age, all else being equal";
}

void cg_rows_trace(const struct cg_rows *b, size_t first, size_t end, const struct diag *d)
{
    const struct call_graph *g = b->r->graph;

    for (size_t i = first; i < end; i++) {
        const struct cg_row *at = &b->rows[i];
        const struct cg_arc *a = &g->arcs[at->number];

        trace_line(d, "cg_print", "%s calls %s: %.2f ticks, %" PRIu64 " calls%s%s",
                   g->symtab->symbols[a->parent].name, g->symtab->symbols[a->child].name,
                   at->time.self + at->time.children, at->count,
                   i > first ? "; after the one before it " : "",
                   i > first ? decided_by(at - 1, at) : "");
    }
}

/* ---- rows ---- */

/* Of the entries that the view shows, those without calls and time are listed with -z only. */
static bool is_listed(const struct report *r, uint32_t node)
{
    const struct cg_node *n = &r->graph->nodes[node];
    const struct cg_entry *e = &r->view->entries[node];

    if (r->style.functions_only &&
        (node >= r->graph->n_symbols || !r->symtab->symbols[node].is_function))
        return false;
    return e->is_shown && (r->style.show_unused || n->calls || n->self_calls ||
                           e->shown.self != 0 || e->shown.children != 0);
}

/* Make the rows of a symbol's list. What only stacks tell of is listed as far as their samples are.
 * There is room. */
static void gather_list(struct cg_rows *b, const struct cg_lists *lists, uint32_t s,
                        bool of_parents)
{
    const struct call_graph *g = b->r->graph;
    const struct cg_view *view = b->r->view;
    const struct cg_node *nodes = g->nodes;
    const uint32_t outer = nodes[s].outer, end = lists->first[s + 1];
    const bool has_within = outer != s && !cg_view_is_measured(view);
    struct cg_row *row = b->rows + b->n_rows;

    for (uint32_t i = lists->first[s]; i < end; i++) {
        uint32_t number = lists->item[i], other = lists->other[i];
        const struct cg_time *time = &view->times.arcs[number];

        if (number >= g->n_counted && view->stacks.arc_inclusive[number].signals == 0)
            continue;
        *row++ = (struct cg_row){
            .time = *time,
            .flow = other == s                                  ? CG_OF_ITSELF
                    : has_within && nodes[other].outer == outer ? CG_WITHIN
                                                                : time->self + time->children,
            .count = g->arcs[number].count,
            .of_calls = nodes[of_parents ? outer : nodes[other].outer].calls,
            .number = number,
            .shown = other,
        };
    }
    b->n_rows = (size_t)(row - b->rows);
}

static void gather_members(struct cg_rows *b, uint32_t node)
{
    const struct call_graph *g = b->r->graph;
    uint32_t cycle = node - g->n_symbols, first = g->member_first[cycle];

    for (uint32_t i = first; i < g->member_first[cycle + 1]; i++) {
        const struct cg_node *m = &g->nodes[g->members[i]];
        const struct cg_time *time = &b->r->view->entries[g->members[i]].shown;

        b->rows[b->n_rows++] = (struct cg_row){
            .time = *time,
            .flow = time->self + time->children,
            .count = m->calls + m->self_calls,
            .number = i - first,
            .shown = g->members[i],
        };
    }
}

size_t cg_rows_most(const struct call_graph *g, uint32_t node)
{
    if (node >= g->n_symbols)
        return g->member_first[node - g->n_symbols + 1] - g->member_first[node - g->n_symbols];
    return (size_t)(g->parents.first[node + 1] - g->parents.first[node]) +
           (g->children.first[node + 1] - g->children.first[node]);
}

static bool gather_entry(struct cg_rows *b, uint32_t node, struct diag *d)
{
    const struct call_graph *g = b->r->graph;
    struct cg_entry_rows *e = &b->entries[b->n_entries++];
    size_t need = b->n_rows + cg_rows_most(g, node);
    struct cg_row *rows = mem_grow(d, b->rows, &b->cap,
                                   need > CG_ROWS_A_BLOCK ? need : CG_ROWS_A_BLOCK, sizeof *rows);

    if (!rows)
        return false;
    b->rows = rows;
    *e = (struct cg_entry_rows){.node = node, .first = b->n_rows};
    if (node < g->n_symbols)
        gather_list(b, &g->parents, node, true);
    e->entry = b->n_rows;
    if (node < g->n_symbols)
        gather_list(b, &g->children, node, false);
    else
        gather_members(b, node);
    e->end = b->n_rows;
    return true;
}

static inline void ask(const void *context, uint32_t arc, uint32_t other)
{
    const struct cg_rows *b = context;

    prefetch(&b->r->graph->arcs[arc].count);
    prefetch(&b->r->view->times.arcs[arc]);
    prefetch(&b->r->graph->nodes[other]);
    prefetch(&b->labels->start[other]);
}

/* Ask for what the rows of entries some places further on are made of. */
static void look_ahead(const struct cg_rows *b, uint32_t at, uint32_t end)
{
    const struct call_graph *g = b->r->graph;
    const uint32_t *listing = b->r->view->listing + at;

    if (end - at > 2 * CG_AHEAD_STEP) {
        prefetch(&g->nodes[listing[2 * CG_AHEAD_STEP]]);
        prefetch(&b->r->view->entries[listing[2 * CG_AHEAD_STEP]]);
    }
    cg_ahead(g, &g->parents, listing, 1, end - at, ask, b);
    cg_ahead(g, &g->children, listing, 1, end - at, ask, b);
}

bool cg_rows_fill(struct cg_rows *b, uint32_t *next, uint32_t end, struct diag *d)
{
    const uint32_t *listing = b->r->view->listing;

    b->n_rows = b->n_entries = 0;
    for (; *next < end && b->n_entries < CG_ENTRIES_A_BLOCK && b->n_rows < CG_ROWS_A_BLOCK;
         ++*next) {
        look_ahead(b, *next, end);
        if (is_listed(b->r, listing[*next]) && !gather_entry(b, listing[*next], d))
            return false;
    }
    for (uint32_t i = 0; i < b->n_entries; i++) {
        const struct cg_entry_rows *e = &b->entries[i];

        sort_rows(b->rows + e->first, e->entry - e->first, ascending);
        sort_rows(b->rows + e->entry, e->end - e->entry, descending);
        prefetch(label_text(b->labels, e->node));
        for (size_t k = e->first; k < e->end; k++)
            prefetch(label_text(b->labels, b->rows[k].shown));
    }
    return true;
}

void cg_rows_release(struct cg_rows *b)
{
    free(b->rows);
}
