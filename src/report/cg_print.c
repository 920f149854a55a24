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
#include "base/row.h"
#include "base/trace.h"
#include "report/cg_rows.h"
#include "report/labels.h"
#include "report/sections.h"

#include <stdlib.h>

static const char dashes[] = "-----------------------------------------------\n";

enum {
    NUMBER_WIDTH = 7, /* columns of times and calls */
    TRADITIONAL_WIDTH = 11,
    ROW_BYTES = 6 * ROW_NUMBER_BYTES, /* room for a line without its name */
    LINES_A_PIECE = 1024
};

/* The call graph, ready to be printed. */
struct graph {
    const struct report *r;
    struct labels labels;
    uint32_t *ends; /* by piece: the place in the listing where it ends; owned */
    size_t n_pieces, cap;
};

/* The printer of a piece. */
struct printer {
    const struct report *r;
    const struct call_graph *g;
    const struct cg_view *view;
    struct sink *out;
    int child_width;  /* columns of the children's time */
    bool is_measured; /* the times come from stacks */
    const struct labels *labels;
    struct cg_rows block;    /* the entries that are being printed */
    const struct diag *diag; /* for tracing */
};

static double units(const struct printer *p, double ticks)
{
    return hist_units(p->r->hist, ticks);
}

static char *put_times(const struct printer *p, char *at, const struct cg_time *time)
{
    at = row_char(at, ' ');
    at = row_fixed(at, units(p, time->self), NUMBER_WIDTH, 2);
    at = row_char(at, ' ');
    at = row_fixed(at, units(p, time->children), p->child_width, 2);
    return row_char(at, ' ');
}

/* How many of the child's calls these are, or blanks where only stacks tell of them; 15 columns. */
static char *put_share_of_calls(const struct printer *p, char *at, const struct cg_row *row)
{
    if (row->number >= p->g->n_counted)
        return row_blanks(at, 1 + 2 * NUMBER_WIDTH);
    at = row_u64(at, row->count, NUMBER_WIDTH);
    /* of estimated times, the row tells whether it is of an arc inside a cycle */
    if (p->is_measured ? cg_is_internal(p->g, &p->g->arcs[row->number]) : row->flow < 0)
        return row_blanks(at, 1 + NUMBER_WIDTH);
    at = row_char(at, '/');
    return row_u64(at, row->of_calls, -NUMBER_WIDTH);
}

/* A caller's or callee's line. */
static void print_arc(const struct printer *p, const struct cg_row *row)
{
    char *at = sink_room(p->out, ROW_BYTES);

    if (!at)
        return;
    at = row_blanks(at, 12);
    if (row->flow < 0 && !p->is_measured)
        at = row_blanks(at, (size_t)(NUMBER_WIDTH + p->child_width + 3));
    else
        at = put_times(p, at, &row->time);
    at = put_share_of_calls(p, at, row);
    sink_end_at(p->out, row_blanks(at, 5));
    if (p->is_measured)
        measured_mark(p->out, &p->view->stacks.arc_inclusive[row->number]);
    sink_bytes(p->out, label_text(p->labels, row->shown), label_bytes(p->labels, row->shown));
}

static void trace_order(const struct printer *p, size_t first, size_t end)
{
    if (trace_on(p->diag, TRACE_ARC_ORDER))
        cg_rows_trace(&p->block, first, end, p->diag);
}

static void print_parents(const struct printer *p, const struct cg_entry_rows *e)
{
    trace_order(p, e->first, e->entry);
    if (e->first == e->entry) {
        sink_field(p->out, "", 3 * NUMBER_WIDTH + p->child_width + 21, 0);
        sink_string(p->out, "<spontaneous>\n");
    }
    for (size_t i = e->first; i < e->entry; i++)
        print_arc(p, &p->block.rows[i]);
}

static void print_children(const struct printer *p, const struct cg_entry_rows *e)
{
    trace_order(p, e->entry, e->end);
    for (size_t i = e->entry; i < e->end; i++)
        print_arc(p, &p->block.rows[i]);
}

/* Calls from others, and from within as `+N`; 15 columns. */
static char *put_calls(char *at, const struct cg_node *n)
{
    at = row_u64(at, n->calls, NUMBER_WIDTH);
    if (!n->self_calls)
        return row_blanks(at, 1 + NUMBER_WIDTH);
    at = row_char(at, '+');
    return row_u64(at, n->self_calls, -NUMBER_WIDTH);
}

/* `[index]`, share of the total, own and descendants' time. The index is never cut: beyond 9999 the
 * field widens. */
static char *put_entry_start(const struct printer *p, char *at, const struct cg_entry *e)
{
    char *start = at;
    double share = 0;

    if (p->view->total > 0)
        share = 100.0 * (e->shown.self + e->shown.children) / p->view->total;
    at = row_char(at, '[');
    at = row_u64(at, e->index, 0);
    at = row_char(at, ']');
    while (at < start + 6)
        at = row_char(at, ' ');
    at = row_char(at, ' ');
    at = row_fixed(at, share, 5, 1);
    return put_times(p, at, &e->shown);
}

/* The end of a line about a node. The full name of a cycle begins with a blank, which stands behind
 * its mark. */
static void print_name(const struct printer *p, uint32_t node)
{
    if (p->is_measured && node >= p->g->n_symbols)
        sink_string(p->out, stack_is_few(&p->view->stacks.inclusive[node]) ? " ~" : "");
    else if (p->is_measured)
        measured_mark(p->out, &p->view->stacks.inclusive[node]);
    sink_bytes(p->out, label_text(p->labels, node), label_bytes(p->labels, node));
}

/* The line of the entry itself. */
static void print_self(const struct printer *p, uint32_t node)
{
    const struct cg_node *n = &p->g->nodes[node];
    bool is_function = node < p->g->n_symbols;
    char *at = sink_room(p->out, ROW_BYTES);

    if (!at)
        return;
    at = put_entry_start(p, at, &p->view->entries[node]);
    if (n->calls || n->self_calls || !is_function)
        at = put_calls(at, n);
    else
        at = row_blanks(at, 1 + 2 * NUMBER_WIDTH);
    if (is_function)
        at = row_char(at, ' ');
    sink_end_at(p->out, at);
    print_name(p, node);
}

static void print_member(const struct printer *p, uint32_t s)
{
    char *at = sink_room(p->out, ROW_BYTES);

    if (!at)
        return;
    at = row_blanks(at, 12);
    at = put_times(p, at, &p->view->entries[s].shown);
    at = put_calls(at, &p->g->nodes[s]);
    sink_end_at(p->out, row_blanks(at, 5));
    print_name(p, s);
}

static void print_entry(const struct printer *p, const struct cg_entry_rows *e)
{
    bool is_function = e->node < p->g->n_symbols;

    if (is_function)
        print_parents(p, e);
    print_self(p, e->node);
    if (is_function)
        print_children(p, e);
    for (size_t i = e->entry; !is_function && i < e->end; i++)
        print_member(p, p->block.rows[i].shown);
    if (p->r->style.traditional)
        sink_char(p->out, '\n');
    sink_bytes(p->out, dashes, sizeof dashes - 1);
    if (p->r->style.traditional)
        sink_char(p->out, '\n');
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

static void explain(const struct printer *p, bool before)
{
    if (p->is_measured)
        blurb_measured(p->out, before);
    else
        blurb_graph(p->out, before);
}

static bool print_entries(struct printer *p, uint32_t next, uint32_t end, struct diag *d)
{
    while (next < end) {
        if (!cg_rows_fill(&p->block, &next, end, d))
            return false;
        for (uint32_t i = 0; i < p->block.n_entries; i++)
            print_entry(p, &p->block.entries[i]);
    }
    return true;
}

/* ---- pieces ---- */

static void release(void *prepared)
{
    struct graph *g = prepared;

    if (!g)
        return;
    labels_release(&g->labels);
    free(g->ends);
    free(g);
}

/* End a piece behind the entry at place `last`. */
static bool end_piece(struct graph *g, uint32_t last, struct diag *d)
{
    uint32_t *ends = mem_grow(d, g->ends, &g->cap, g->n_pieces + 1, sizeof *ends);

    if (!ends)
        return false;
    g->ends = ends;
    ends[g->n_pieces++] = last + 1;
    return true;
}

static bool divide(struct graph *g, struct diag *d)
{
    uint32_t end = cg_n_nodes(g->r->graph);
    size_t lines = 0;

    for (uint32_t i = 0; i < end; i++) {
        lines += 1 + cg_rows_most(g->r->graph, g->r->view->listing[i]);
        if (lines < LINES_A_PIECE && i + 1 < end)
            continue;
        if (!end_piece(g, i, d))
            return false;
        lines = 0;
    }
    return g->n_pieces > 0 || end_piece(g, UINT32_MAX, d); /* a piece without entries */
}

static void *prepare(const struct report *r, size_t *n_pieces, struct diag *d)
{
    struct graph *g = mem_alloc(d, 1, sizeof *g);

    if (!g)
        return NULL;
    g->r = r;
    if (!labels_init(&g->labels, r, d) || !divide(g, d)) {
        release(g);
        return NULL;
    }
    *n_pieces = g->n_pieces;
    return g;
}

static bool print(const void *prepared, size_t piece, struct sink *out, struct diag *d)
{
    const struct graph *g = prepared;
    const struct report *r = g->r;
    struct printer p = {.r = r,
                        .g = r->graph,
                        .view = r->view,
                        .out = out,
                        .is_measured = cg_view_is_measured(r->view),
                        .child_width = r->style.traditional ? TRADITIONAL_WIDTH : NUMBER_WIDTH,
                        .labels = &g->labels,
                        .block = {.r = r, .labels = &g->labels},
                        .diag = d};
    bool ok;

    if (piece == 0 && r->style.traditional && !r->style.brief)
        explain(&p, true);
    if (piece == 0)
        print_header(r, out);
    ok = print_entries(&p, piece > 0 ? g->ends[piece - 1] : 0, g->ends[piece], d);
    cg_rows_release(&p.block);
    if (ok && piece + 1 == g->n_pieces && !r->style.traditional && !r->style.brief)
        explain(&p, false);
    return ok;
}

const struct section_kind cg_section = {
    .prepare = prepare, .print = print, .release = release, .asks_for_names = true};

bool cg_print(const struct report *r, struct sink *out, struct diag *d)
{
    return sections_print((const struct section_kind *const[]){&cg_section}, 1, r, out, d);
}
