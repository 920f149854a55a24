/* cg_rows - the lines of the call graph's entries: callers, callees and members, in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/cg_rows.h"

#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- order ---- */

/* Orders rows, ascending: calls of itself, then calls within the cycle, then the others by time;
 * those alike in that by calls. */
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

/* Sorts rows. Most lists have a few, which are in place sooner than qsort has begun. */
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

/* Returns what decides between two arcs that follow each other. */
static const char *decided_by(const struct cg_row *l, const struct cg_row *r)
{
    if (l->flow != r->flow)
        return l->flow < 0 || r->flow < 0 ? "by kind (of itself, within a cycle, others)"
                                          : "by time";
    return l->count != r->count ? "by calls" : "by age, all else being equal";
}

void cg_rows_trace(const struct cg_rows *b, size_t first, size_t end, const struct diag *d)
{
    const struct call_graph *g = &b->r->graph;

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

/* Makes the rows of a symbol's list. What only stacks tell of is listed as far as their samples
 * are. There is room. */
static void gather_list(struct cg_rows *b, const struct cg_lists *lists, uint32_t s,
                        bool of_parents)
{
    const struct call_graph *g = &b->r->graph;
    const struct cg_view *view = &b->r->view;
    const struct cg_node *nodes = g->nodes;
    const uint32_t outer = nodes[s].outer, end = lists->first[s + 1];
    const bool has_within = outer != s && !cg_view_is_measured(view);
    struct cg_row *row = b->rows + b->n;

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
    b->n = (size_t)(row - b->rows);
}

static void gather_members(struct cg_rows *b, uint32_t cycle)
{
    const struct call_graph *g = &b->r->graph;
    uint32_t first = g->member_first[cycle];

    for (uint32_t i = first; i < g->member_first[cycle + 1]; i++) {
        const struct cg_node *m = &g->nodes[g->members[i]];
        const struct cg_time *time = &b->r->view.entries[g->members[i]].shown;

        b->rows[b->n++] = (struct cg_row){
            .time = *time,
            .flow = time->self + time->children,
            .count = m->calls + m->self_calls,
            .number = i - first,
            .shown = g->members[i],
        };
    }
}

void cg_rows_gather(struct cg_rows *b, uint32_t node, struct diag *d)
{
    const struct call_graph *g = &b->r->graph;
    bool is_function = node < g->n_symbols;
    uint32_t cycle = is_function ? 0 : node - g->n_symbols;
    size_t most = is_function ? (size_t)(g->parents.first[node + 1] - g->parents.first[node]) +
                                    (g->children.first[node + 1] - g->children.first[node])
                              : g->member_first[cycle + 1] - g->member_first[cycle];

    b->rows = mem_grow(d, b->rows, &b->cap, most, sizeof *b->rows);
    b->n = 0;
    if (is_function)
        gather_list(b, &g->parents, node, true);
    b->n_parents = b->n;
    if (is_function)
        gather_list(b, &g->children, node, false);
    else
        gather_members(b, cycle);
    sort_rows(b->rows, b->n_parents, ascending);
    sort_rows(b->rows + b->n_parents, b->n - b->n_parents, descending);
}

void cg_rows_release(struct cg_rows *b)
{
    free(b->rows);
}
