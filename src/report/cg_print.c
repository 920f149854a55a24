/* cg_print - the call graph
 *
 * Each function has an entry: its callers, itself, its callees. So has each cycle: itself and its
 * members. Measured times stand in the same columns; then arcs inside a cycle have times, too, and
 * what few samples are behind is marked in front of its name, so that columns stay where programs
 * look for them.
 * Formats and orders: tests/compat compares them with GNU gprof 2.40, byte for byte.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/report.h"

#include "analysis/stack_error.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

static const char dashes[] = "-----------------------------------------------\n";

enum { NUMBER_WIDTH = 7, TRADITIONAL_WIDTH = 11 }; /* columns of times and calls */

struct printer {
    const struct report *r;
    const struct call_graph *g;
    const struct cg_view *view;
    struct sink *out;
    int child_width;         /* columns of the children's time */
    bool is_measured;        /* the times come from stacks */
    struct sort_arc *arcs;   /* room for the longest list */
    const struct diag *diag; /* for tracing */
};

/* An arc, or a member of a cycle, with what it is sorted by. */
struct sort_arc {
    unsigned rank;   /* 0: calls itself, 1: inside a cycle and without a time, 2: ordinary */
    double time;     /* ticks that flow */
    uint64_t count;  /* calls */
    uint32_t number; /* of the arc: creation order decides what is equal */
};

/* Ascending: calls of itself, then calls within the cycle, then the others by time; those alike in
 * that by calls. */
static int compare_arcs(const struct sort_arc *l, const struct sort_arc *r)
{
    if (l->rank != r->rank)
        return l->rank < r->rank ? -1 : 1;
    if (l->rank == 2 && l->time != r->time)
        return l->time < r->time ? -1 : 1;
    if (l->count != r->count)
        return l->count < r->count ? -1 : 1;
    return 0;
}

static int ascending(const void *left, const void *right)
{
    const struct sort_arc *l = left, *r = right;
    int order = compare_arcs(l, r);

    return order ? order : l->number < r->number ? -1 : 1;
}

static int descending(const void *left, const void *right)
{
    const struct sort_arc *l = left, *r = right;
    int order = compare_arcs(r, l);

    return order ? order : l->number < r->number ? -1 : 1;
}

/* What decides between two arcs that follow each other. */
static const char *decided_by(const struct sort_arc *l, const struct sort_arc *r)
{
    if (l->rank != r->rank)
        return "by kind (of itself, within a cycle, others)";
    if (l->rank == 2 && l->time != r->time)
        return "by time";
    return l->count != r->count ? "by calls" : "by age, all else being equal";
}

static void trace_order(const struct printer *p, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct sort_arc *at = &p->arcs[i];
        const struct cg_arc *a = &p->g->arcs[at->number];

        trace_line(p->diag, "cg_print", "%s calls %s: %.2f ticks, %" PRIu64 " calls%s%s",
                   p->g->symtab->symbols[a->parent].name, p->g->symtab->symbols[a->child].name,
                   at->time, at->count, i > 0 ? "; after the one before it " : "",
                   i > 0 ? decided_by(at - 1, at) : "");
    }
}

/* Fill p->arcs from a symbol's list, in printing order; returns how many there are. What only
 * stacks tell of is listed as far as their samples are. */
static uint32_t sort_list(const struct printer *p, const struct cg_lists *lists, uint32_t s,
                          int (*order)(const void *, const void *))
{
    const struct call_graph *g = p->g;
    uint32_t n = 0;

    for (uint32_t i = lists->first[s]; i < lists->first[s + 1]; i++) {
        uint32_t number = lists->item[i];
        const struct cg_arc *a = &g->arcs[number];
        const struct cg_time *time = &p->view->times.arcs[number];

        if (number >= g->n_counted && p->view->stacks.arc_inclusive[number].signals == 0)
            continue;
        p->arcs[n++] = (struct sort_arc){
            .rank = a->parent == a->child                     ? 0
                    : cg_is_internal(g, a) && !p->is_measured ? 1
                                                              : 2,
            .time = time->self + time->children,
            .count = a->count,
            .number = number,
        };
    }
    qsort(p->arcs, n, sizeof *p->arcs, order);
    if (trace_on(p->diag, TRACE_ARC_ORDER))
        trace_order(p, n);
    return n;
}

static double units(const struct printer *p, double ticks)
{
    return hist_units(p->r->hist, ticks);
}

static void print_times(const struct printer *p, const struct cg_time *time)
{
    sink_char(p->out, ' ');
    sink_fixed(p->out, units(p, time->self), NUMBER_WIDTH, 2);
    sink_char(p->out, ' ');
    sink_fixed(p->out, units(p, time->children), p->child_width, 2);
    sink_char(p->out, ' ');
}

/* How many of the child's calls these are, or blanks where only stacks tell of them; 15 columns. */
static void print_share_of_calls(const struct printer *p, uint32_t number)
{
    const struct cg_arc *a = &p->g->arcs[number];

    if (number >= p->g->n_counted) {
        sink_repeat(p->out, ' ', 1 + 2 * NUMBER_WIDTH);
        return;
    }
    sink_u64(p->out, a->count, NUMBER_WIDTH);
    if (cg_is_internal(p->g, a)) {
        sink_repeat(p->out, ' ', 1 + NUMBER_WIDTH);
        return;
    }
    sink_char(p->out, '/');
    sink_u64(p->out, p->g->nodes[p->g->nodes[a->child].outer].calls, -NUMBER_WIDTH);
}

/* A caller's or callee's line; `shown` is the end of the arc that the line is about. */
static void print_arc(const struct printer *p, uint32_t number, uint32_t shown)
{
    const struct cg_arc *a = &p->g->arcs[number];
    struct sink *out = p->out;

    sink_repeat(out, ' ', 12);
    if (cg_is_internal(p->g, a) && !p->is_measured)
        sink_field(out, "", NUMBER_WIDTH + p->child_width + 3, 0);
    else
        print_times(p, &p->view->times.arcs[number]);
    print_share_of_calls(p, number);
    sink_repeat(out, ' ', 5);
    if (p->is_measured)
        measured_mark(out, &p->view->stacks.arc_inclusive[number]);
    report_full_name(p->r, out, shown);
    sink_char(out, '\n');
}

static void print_parents(const struct printer *p, uint32_t s)
{
    uint32_t n = sort_list(p, &p->g->parents, s, ascending);

    if (n == 0) {
        sink_field(p->out, "", 3 * NUMBER_WIDTH + p->child_width + 21, 0);
        sink_string(p->out, "<spontaneous>\n");
    }
    for (uint32_t i = 0; i < n; i++)
        print_arc(p, p->arcs[i].number, p->g->arcs[p->arcs[i].number].parent);
}

static void print_children(const struct printer *p, uint32_t s)
{
    uint32_t n = sort_list(p, &p->g->children, s, descending);

    for (uint32_t i = 0; i < n; i++)
        print_arc(p, p->arcs[i].number, p->g->arcs[p->arcs[i].number].child);
}

/* Calls from others, and from within as `+N`; 15 columns. */
static void print_calls(const struct printer *p, const struct cg_node *n)
{
    sink_u64(p->out, n->calls, NUMBER_WIDTH);
    if (n->self_calls) {
        sink_char(p->out, '+');
        sink_u64(p->out, n->self_calls, -NUMBER_WIDTH);
    } else {
        sink_repeat(p->out, ' ', 1 + NUMBER_WIDTH);
    }
}

/* `[index]`, share of the total, own and descendants' time. The index is never cut: beyond 9999 the
 * field widens. */
static void print_entry_start(const struct printer *p, const struct cg_entry *e)
{
    double share = 0;
    int digits = 1;

    if (p->view->total > 0)
        share = 100.0 * (e->shown.self + e->shown.children) / p->view->total;
    for (uint32_t rest = e->index; rest >= 10; rest /= 10)
        digits++;
    sink_char(p->out, '[');
    sink_u64(p->out, e->index, 0);
    sink_char(p->out, ']');
    sink_repeat(p->out, ' ', digits < 4 ? (size_t)(4 - digits) : 0);
    sink_char(p->out, ' ');
    sink_fixed(p->out, share, 5, 1);
    print_times(p, &e->shown);
}

/* The end of a line about a node. The full name of a cycle begins with a blank, which stands behind
 * its mark. */
static void print_name(const struct printer *p, uint32_t node)
{
    if (p->is_measured && node >= p->g->n_symbols)
        sink_string(p->out, stack_is_few(&p->view->stacks.inclusive[node]) ? " ~" : "");
    else if (p->is_measured)
        measured_mark(p->out, &p->view->stacks.inclusive[node]);
    report_full_name(p->r, p->out, node);
    sink_char(p->out, '\n');
}

static void print_function(const struct printer *p, uint32_t s)
{
    const struct cg_node *n = &p->g->nodes[s];

    print_parents(p, s);
    print_entry_start(p, &p->view->entries[s]);
    if (n->calls || n->self_calls)
        print_calls(p, n);
    else
        sink_repeat(p->out, ' ', 1 + 2 * NUMBER_WIDTH);
    sink_char(p->out, ' ');
    print_name(p, s);
    print_children(p, s);
}

static void print_member(const struct printer *p, uint32_t s)
{
    sink_repeat(p->out, ' ', 12);
    print_times(p, &p->view->entries[s].shown);
    print_calls(p, &p->g->nodes[s]);
    sink_repeat(p->out, ' ', 5);
    print_name(p, s);
}

static void print_cycle(const struct printer *p, uint32_t node)
{
    const struct call_graph *g = p->g;
    uint32_t cycle = node - g->n_symbols;
    uint32_t first = g->member_first[cycle], n = g->member_first[cycle + 1] - first;

    print_entry_start(p, &p->view->entries[node]);
    print_calls(p, &g->nodes[node]);
    print_name(p, node);
    for (uint32_t i = 0; i < n; i++) {
        const struct cg_node *m = &g->nodes[g->members[first + i]];
        const struct cg_time *time = &p->view->entries[g->members[first + i]].shown;
        p->arcs[i] = (struct sort_arc){
            .rank = 2,
            .time = time->self + time->children,
            .count = m->calls + m->self_calls,
            .number = i,
        };
    }
    qsort(p->arcs, n, sizeof *p->arcs, descending);
    for (uint32_t i = 0; i < n; i++)
        print_member(p, g->members[first + p->arcs[i].number]);
}

static void print_modern_header(const struct report *r, struct sink *out)
{
    sink_string(out, r->style.brief ? "\t\t\tCall graph\n"
                                    : "\t\t     Call graph (explanation follows)\n");
    sink_string(out, "\n\n");
}

static void print_column_titles(const struct report *r, struct sink *out)
{
    if (!r->style.traditional) {
        sink_string(out, "index % time    self  children    called     name\n");
        return;
    }
    sink_printf(out, "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s     %-8.8s\n", "", "", "", "",
                "called", "total", "parents");
    sink_printf(out, "%-6.6s %5.5s %7.7s %11.11s %7.7s+%-7.7s %-8.8s\t%5.5s\n", "index", "%time",
                "self", "descendants", "called", "self", "name", "index");
    sink_printf(out, "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s     %-8.8s\n\n", "", "", "", "",
                "called", "total", "children");
}

static void print_header(const struct report *r, struct sink *out)
{
    bool is_measured = cg_view_is_measured(r->view);

    if (r->style.traditional)
        sink_char(out, '\n');
    else
        print_modern_header(r, out);
    if (is_measured)
        measured_heading(r, out);
    report_granularity(out, is_measured ? 1 : r->hist->granularity);
    if (r->view->total > 0)
        sink_printf(out, " for %.2f%% of %.2f seconds\n\n",
                    100.0 / (is_measured ? (double)r->view->stacks.total.signals : r->view->total),
                    hist_units(r->hist, r->view->total));
    else
        sink_string(out, " no time propagated\n\n");
    print_column_titles(r, out);
}

/* Of the entries that the view shows, those without calls and time are listed with -z only. */
static bool is_listed(const struct report *r, uint32_t node)
{
    const struct cg_node *n = &r->graph->nodes[node];
    const struct cg_entry *e = &r->view->entries[node];

    return e->is_shown && (r->style.show_unused || n->calls || n->self_calls ||
                           e->shown.self != 0 || e->shown.children != 0);
}

static bool is_function(const struct report *r, uint32_t node)
{
    return node < r->graph->n_symbols && r->symtab->symbols[node].is_function;
}

/* The most arcs or members that one entry lists. */
static size_t longest_list(const struct call_graph *g)
{
    uint32_t most = 0;

    for (uint32_t s = 0; s < g->n_symbols; s++) {
        if (g->children.first[s + 1] - g->children.first[s] > most)
            most = g->children.first[s + 1] - g->children.first[s];
        if (g->parents.first[s + 1] - g->parents.first[s] > most)
            most = g->parents.first[s + 1] - g->parents.first[s];
    }
    for (uint32_t c = 0; c < g->n_cycles; c++)
        if (g->member_first[c + 1] - g->member_first[c] > most)
            most = g->member_first[c + 1] - g->member_first[c];
    return most;
}

static void explain(const struct printer *p, bool before)
{
    if (p->is_measured)
        blurb_measured(p->out, before);
    else
        blurb_graph(p->out, before);
}

bool cg_print(const struct report *r, struct sink *out, struct diag *d)
{
    const struct call_graph *g = r->graph;
    struct printer p = {.r = r,
                        .g = g,
                        .view = r->view,
                        .out = out,
                        .is_measured = cg_view_is_measured(r->view),
                        .diag = d};

    p.child_width = r->style.traditional ? TRADITIONAL_WIDTH : NUMBER_WIDTH;
    p.arcs = mem_alloc(d, longest_list(g), sizeof *p.arcs);
    if (!p.arcs)
        return false;
    if (r->style.traditional && !r->style.brief)
        explain(&p, true);
    print_header(r, out);
    for (uint32_t i = 0; i < cg_n_nodes(g); i++) {
        uint32_t node = r->view->listing[i];
        if (!is_listed(r, node) || (r->style.functions_only && !is_function(r, node)))
            continue;
        if (node < g->n_symbols)
            print_function(&p, node);
        else
            print_cycle(&p, node);
        if (r->style.traditional)
            sink_char(out, '\n');
        sink_string(out, dashes);
        if (r->style.traditional)
            sink_char(out, '\n');
    }
    free(p.arcs);
    if (!r->style.traditional && !r->style.brief)
        explain(&p, false);
    return true;
}
