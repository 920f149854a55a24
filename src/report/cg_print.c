/* cg_print - prints the call graph
 *
 * Each function has an entry: its callers, itself, its callees. Each cycle has one, too: itself and
 * its members. Measured times are in the same columns. Then arcs inside a cycle have times, too,
 * and figures of few samples are marked in front of the name, so that columns stay where programs
 * expect them. Formats and orders: tests/compat compares them with GNU gprof 2.44, byte for byte.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "analysis/error_bars.h"
#include "base/mem.h"
#include "base/trace.h"

/* Columns in front of the times, except in an entry's own line. */
#define INDENT "             "

static const char dashes[] = "-----------------------------------------------\n";

enum {
    NUMBER_WIDTH = 7, /* columns of times and calls */
    TRADITIONAL_WIDTH = 11
};

/* Labels of nodes: shown names with the ends of their lines. A name is in the line of each arc from
 * and to its function. It is made from five tables that fit into no cache, so it is made only
 * once. */
struct labels {
    struct sink text; /* all labels, without gaps */
    size_t *start;    /* start of each label, by node, and the end; owned */
};

/* The line of an arc, or of a member of a cycle. */
struct row {
    struct cg_time time;
    double flow;       /* sort key: ticks that flow along the arc; or WITHIN, OF_ITSELF */
    uint64_t count;    /* calls */
    uint64_t of_calls; /* for an arc: calls of its callee, as a function or cycle; looked up with
                        * the arc, to wait for memory once */
    uint32_t number;   /* number of the arc, or of the member; decides between equal rows */
    uint32_t symbol;   /* the other end of the arc, or the member */
};

/* Values in place of ticks: the arc is inside a cycle and has no time; the arc is a call of the
 * function by itself. */
static const double WITHIN = -1, OF_ITSELF = -2;

struct printer {
    const struct results *r;
    const struct call_graph *g;
    const struct cg_view *view;
    struct sink *out;
    int child_width;  /* columns of the children's time */
    bool is_measured; /* the times come from stacks */
    struct labels labels;
    /* lines of the current entry: callers, then callees; for a cycle, its members */
    struct row *rows; /* owned */
    size_t n_parents, n_rows, cap;
    struct diag *diag;
};

/* Returns true if a line may show the node: it has an entry, or arcs. If little of a program ran,
 * hardly any node does. */
static bool has_label(const struct results *r, uint32_t node)
{
    const struct call_graph *g = r->views.calls;

    return r->views.graph.entries[node].is_listed || node >= g->n_symbols ||
           g->children.first[node] != g->children.first[node + 1] ||
           g->parents.first[node] != g->parents.first[node + 1];
}

static void labels_init(struct labels *l, const struct results *r, struct diag *d)
{
    uint32_t n = cg_n_nodes(r->views.calls);

    *l = (struct labels){.text = sink_in_memory(d),
                         .start = mem_alloc(d, (size_t)n + 1, sizeof *l->start)};
    for (uint32_t i = 0; i < n; i++) {
        l->start[i] = l->text.used;
        if (!has_label(r, i))
            continue;
        report_full_name(r, &l->text, i);
        sink_char(&l->text, '\n');
    }
    l->start[n] = l->text.used;
}

static void put_label(const struct printer *p, uint32_t node)
{
    const size_t *start = p->labels.start + node;

    sink_bytes(p->out, p->labels.text.buf + start[0], start[1] - start[0]);
}

/* ---- the rows of an entry, in order ---- */

/* Compares rows, ascending: calls by itself, then calls within the cycle, then the others by time,
 * then by calls. */
static int compare_rows(const struct row *l, const struct row *r)
{
    if (l->flow != r->flow)
        return l->flow < r->flow ? -1 : 1;
    if (l->count != r->count)
        return l->count < r->count ? -1 : 1;
    return 0;
}

static int ascending(const void *left, const void *right)
{
    const struct row *l = left, *r = right;
    int order = compare_rows(l, r);

    return order ? order : l->number < r->number ? -1 : 1;
}

static int descending(const void *left, const void *right)
{
    const struct row *l = left, *r = right;
    int order = compare_rows(r, l);

    return order ? order : l->number < r->number ? -1 : 1;
}

/* Sorts rows. Most lists are short, and insertion is faster: qsort would add 6 % to the time of the
 * listing. */
static inline void sort_rows(struct row *rows, size_t n, int (*order)(const void *, const void *))
{
    enum { FEW = 12 };

    if (n > FEW)
        qsort(rows, n, sizeof *rows, order);
    for (size_t i = 1; i < n && n <= FEW; i++) {
        struct row row = rows[i];
        size_t at = i;

        for (; at > 0 && order(&row, &rows[at - 1]) < 0; at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
}

/* Returns the name of the key that decides between two neighbouring arcs. */
static const char *decided_by(const struct row *l, const struct row *r)
{
    if (l->flow != r->flow)
        return l->flow < 0 || r->flow < 0 ? "by kind (of itself, within a cycle, others)"
                                          : "by time";
    return l->count != r->count ? "by calls" : "by age, all else being equal";
}

/* Traces the reasons for the order of rows, which are of arcs. */
static void trace_rows(const struct printer *p, size_t first, size_t end)
{
    for (size_t i = first; trace_on(p->diag, TRACE_ARC_ORDER) && i < end; i++) {
        const struct row *at = &p->rows[i];
        const struct cg_arc *a = &p->g->arcs[at->number];

        trace_line(p->diag, "cg_print", "%s calls %s: %.2f ticks, %" PRIu64 " calls%s%s",
                   p->g->symtab->symbols[a->parent].name, p->g->symtab->symbols[a->child].name,
                   at->time.self + at->time.children, at->count,
                   i > first ? "; after the one before it " : "",
                   i > first ? decided_by(at - 1, at) : "");
    }
}

/* Adds the rows of a symbol's list. An arc known from stacks alone is listed if it has samples. */
static void gather_list(struct printer *p, const struct cg_lists *lists, uint32_t s,
                        bool of_parents)
{
    const struct cg_node *nodes = p->g->nodes;
    const uint32_t outer = nodes[s].outer, end = lists->first[s + 1];
    const bool has_within = outer != s && !p->is_measured;

    for (uint32_t i = lists->first[s]; i < end; i++) {
        uint32_t number = lists->item[i], other = lists->other[i];
        const struct cg_time *time = &p->view->times.arcs[number];

        if (number >= p->g->n_counted && p->view->stacks.arc_inclusive[number].signals == 0)
            continue;
        p->rows[p->n_rows++] = (struct row){
            .time = *time,
            .flow = other == s                                  ? OF_ITSELF
                    : has_within && nodes[other].outer == outer ? WITHIN
                                                                : time->self + time->children,
            .count = p->g->arcs[number].count,
            .of_calls = nodes[of_parents ? outer : nodes[other].outer].calls,
            .number = number,
            .symbol = other,
        };
    }
}

static void gather_members(struct printer *p, uint32_t cycle)
{
    const uint32_t *first = p->g->member_first + cycle;

    for (uint32_t i = first[0]; i < first[1]; i++) {
        uint32_t s = p->g->members[i];
        const struct cg_time *time = &p->view->entries[s].time;

        p->rows[p->n_rows++] = (struct row){
            .time = *time,
            .flow = time->self + time->children,
            .count = p->g->nodes[s].calls + p->g->nodes[s].self_calls,
            .number = i - first[0],
            .symbol = s,
        };
    }
}

/* Makes the rows of a node's entry. */
static void gather_rows(struct printer *p, uint32_t node)
{
    const struct call_graph *g = p->g;
    bool is_function = node < g->n_symbols;
    uint32_t cycle = is_function ? 0 : node - g->n_symbols;
    size_t most = is_function ? (size_t)(g->parents.first[node + 1] - g->parents.first[node]) +
                                    (g->children.first[node + 1] - g->children.first[node])
                              : g->member_first[cycle + 1] - g->member_first[cycle];

    p->rows = mem_grow(p->diag, p->rows, &p->cap, most, sizeof *p->rows);
    p->n_rows = 0;
    if (is_function)
        gather_list(p, &g->parents, node, true);
    p->n_parents = p->n_rows;
    if (is_function)
        gather_list(p, &g->children, node, false);
    else
        gather_members(p, cycle);
    sort_rows(p->rows, p->n_parents, ascending);
    sort_rows(p->rows + p->n_parents, p->n_rows - p->n_parents, descending);
}

/* ---- lines ---- */

static double units(const struct printer *p, double ticks)
{
    return hist_units(&p->r->facts.hist, ticks);
}

static void print_times(const struct printer *p, const struct cg_time *time)
{
    sink_fixed(p->out, units(p, time->self), NUMBER_WIDTH, 2);
    sink_literal(p->out, " ");
    sink_fixed(p->out, units(p, time->children), p->child_width, 2);
    sink_literal(p->out, " ");
}

/* Prints the arc's share of the child's calls, or blanks if only stacks tell of the arc; 15
 * columns. */
static void print_share_of_calls(const struct printer *p, const struct row *row)
{
    if (row->number >= p->g->n_counted) {
        sink_repeat(p->out, ' ', 1 + 2 * NUMBER_WIDTH);
        return;
    }
    sink_u64(p->out, row->count, NUMBER_WIDTH);
    /* with estimated times, the row tells if the arc is inside a cycle */
    if (p->is_measured ? cg_is_internal(p->g, &p->g->arcs[row->number]) : row->flow < 0) {
        sink_repeat(p->out, ' ', 1 + NUMBER_WIDTH);
        return;
    }
    sink_literal(p->out, "/");
    sink_u64(p->out, row->of_calls, -NUMBER_WIDTH);
}

/* Prints a caller's or callee's line. */
static void print_arc(const struct printer *p, const struct row *row)
{
    sink_literal(p->out, INDENT);
    if (row->flow < 0 && !p->is_measured)
        sink_repeat(p->out, ' ', (size_t)(NUMBER_WIDTH + p->child_width + 2));
    else
        print_times(p, &row->time);
    print_share_of_calls(p, row);
    sink_literal(p->out, "     ");
    if (p->is_measured)
        measured_mark(p->out, &p->view->stacks.arc_inclusive[row->number]);
    put_label(p, row->symbol);
}

/* Prints calls from others, and from within as `+N`; 15 columns. */
static void print_calls(const struct printer *p, const struct cg_node *n)
{
    sink_u64(p->out, n->calls, NUMBER_WIDTH);
    if (!n->self_calls) {
        sink_repeat(p->out, ' ', 1 + NUMBER_WIDTH);
        return;
    }
    sink_char(p->out, '+');
    sink_u64(p->out, n->self_calls, -NUMBER_WIDTH);
}

/* Prints the end of a line about a node. The full name of a cycle begins with a blank, which
 * follows its mark. */
static void print_name(const struct printer *p, uint32_t node)
{
    if (p->is_measured && node >= p->g->n_symbols)
        sink_string(p->out, p->view->stacks.inclusive[node].signals < FEW_SIGNALS ? " ~" : "");
    else if (p->is_measured)
        measured_mark(p->out, &p->view->stacks.inclusive[node]);
    put_label(p, node);
}

/* Prints the line of the entry itself: `[index]', share of the total, times, calls and name. The
 * index is never cut: beyond 9999 the field widens. */
static void print_self(const struct printer *p, uint32_t node)
{
    const struct cg_node *n = &p->g->nodes[node];
    const struct cg_entry *e = &p->view->entries[node];
    bool is_function = node < p->g->n_symbols;
    uint64_t start = p->out->written;
    double share = 0;

    if (p->view->total > 0)
        share = 100.0 * (e->time.self + e->time.children) / p->view->total;
    sink_char(p->out, '[');
    sink_u64(p->out, e->index, 0);
    sink_char(p->out, ']');
    while (p->out->written < start + 6)
        sink_char(p->out, ' ');
    sink_char(p->out, ' ');
    sink_fixed(p->out, share, 5, 1);
    sink_literal(p->out, " ");
    print_times(p, &e->time);
    if (n->calls || n->self_calls || !is_function)
        print_calls(p, n);
    else
        sink_repeat(p->out, ' ', 1 + 2 * NUMBER_WIDTH);
    if (is_function)
        sink_char(p->out, ' ');
    print_name(p, node);
}

static void print_member(const struct printer *p, uint32_t s)
{
    sink_literal(p->out, INDENT);
    print_times(p, &p->view->entries[s].time);
    print_calls(p, &p->g->nodes[s]);
    sink_literal(p->out, "     ");
    print_name(p, s);
}

static void print_entry(struct printer *p, uint32_t node)
{
    bool is_function = node < p->g->n_symbols;

    gather_rows(p, node);
    if (is_function && p->n_parents == 0) {
        sink_repeat(p->out, ' ', (size_t)(3 * NUMBER_WIDTH + p->child_width + 21));
        sink_string(p->out, "<spontaneous>\n");
    }
    trace_rows(p, 0, p->n_parents);
    for (size_t i = 0; i < p->n_parents; i++)
        print_arc(p, &p->rows[i]);
    print_self(p, node);
    if (is_function)
        trace_rows(p, p->n_parents, p->n_rows);
    for (size_t i = p->n_parents; i < p->n_rows; i++)
        if (is_function)
            print_arc(p, &p->rows[i]);
        else
            print_member(p, p->rows[i].symbol);
    if (p->r->style.traditional)
        sink_char(p->out, '\n');
    sink_bytes(p->out, dashes, sizeof dashes - 1);
    if (p->r->style.traditional)
        sink_char(p->out, '\n');
}

static void print_header(const struct results *r, struct sink *out)
{
    bool is_measured = results_are_measured(r);

    if (r->style.traditional)
        sink_char(out, '\n');
    else
        sink_string(out, r->style.brief ? "\t\t\tCall graph\n\n\n"
                                        : "\t\t     Call graph (explanation follows)\n\n\n");
    if (is_measured)
        measured_heading(r, out);
    report_granularity(out, is_measured ? 1 : r->facts.hist.granularity);
    if (r->views.graph.total > 0)
        sink_printf(out, " for %.2f%% of %.2f seconds\n\n",
                    100.0 / (is_measured ? (double)r->views.graph.stacks.total.signals
                                         : r->views.graph.total),
                    hist_units(&r->facts.hist, r->views.graph.total));
    else
        sink_string(out, " no time propagated\n\n");
    if (!r->style.traditional)
        sink_string(out, "index % time    self  children    called     name\n");
    else
        sink_string(out, "                                  called/total       parents \n"
                         "index  %time    self descendants  called+self    name    \tindex\n"
                         "                                  called/total       children\n\n");
}

/* Returns true if an entry is listed. An entry without calls and time is listed only with -z. */
static bool has_entry(const struct results *r, uint32_t node)
{
    const struct cg_node *n = &r->views.calls->nodes[node];
    const struct cg_entry *e = &r->views.graph.entries[node];

    if (r->style.functions_only &&
        (node >= r->views.calls->n_symbols || !r->program.symtab.symbols[node].is_function))
        return false;
    return e->is_listed && (r->style.show_unused || n->calls || n->self_calls ||
                            e->time.self != 0 || e->time.children != 0);
}

bool cg_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct printer p = {.r = r,
                        .g = r->views.calls,
                        .view = &r->views.graph,
                        .out = out,
                        .is_measured = results_are_measured(r),
                        .child_width = r->style.traditional ? TRADITIONAL_WIDTH : NUMBER_WIDTH,
                        .diag = d};

    labels_init(&p.labels, r, d);
    explain(r, out, p.is_measured ? EXPLAIN_MEASURED : EXPLAIN_GRAPH, true);
    print_header(r, out);
    for (uint32_t i = 0; i < cg_n_nodes(r->views.calls); i++)
        if (has_entry(r, r->views.graph.listing[i]))
            print_entry(&p, r->views.graph.listing[i]);
    explain(r, out, p.is_measured ? EXPLAIN_MEASURED : EXPLAIN_GRAPH, false);
    free(p.rows);
    sink_release(&p.labels.text);
    free(p.labels.start);
    return true;
}
