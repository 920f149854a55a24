/* top_columns - lists the columns of --top, and fills their cells
 *
 * A column is a row of `top_columns`, a function that tells if a table has it, and a function that
 * fills a cell. top_table.c does the rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top_columns.h"

#include "report/texts.h"

#include <math.h>

/* ---- which tables have a column ---- */

static bool has_self(const struct top_table *t)
{
    return t->p->has_times && (t->rows->key != SORT_BY_TOTAL || t->is_only);
}

static bool has_total(const struct top_table *t)
{
    return t->rows->key == SORT_BY_TOTAL || (t->is_only && t->p->has_inclusive);
}

static bool has_total_error(const struct top_table *t)
{
    return t->rows->key == SORT_BY_TOTAL && t->p->is_measured && !t->is_only;
}

static bool has_calls(const struct top_table *t)
{
    return t->p->calls > 0;
}

static bool has_calls_percent(const struct top_table *t)
{
    return t->p->calls > 0 && (t->rows->key == SORT_BY_CALLS || !t->p->has_times);
}

static bool has_caller(const struct top_table *t)
{
    return t->p->has_arcs && t->rows->key != SORT_BY_SOURCE;
}

static bool has_file(const struct top_table *t)
{
    return t->rows->key == SORT_BY_SOURCE;
}

/* ---- cells ---- */

static void put_percent(struct top_table *t, uint32_t symbol)
{
    sink_printf(&t->cells.text, "%.*f", (int)t->decimals,
                100 * top_share(t->p, t->column->of, symbol));
}

static void put_self_percent(struct top_table *t, uint32_t symbol)
{
    struct share_interval share = self_range(t->p->r, symbol);

    if (t->rows->is_open[symbol])
        sink_char(&t->cells.text, '?');
    if (self_share_is_open(t->p->r, symbol))
        sink_printf(&t->cells.text, "%.0f-%.0f", floor(100 * share.low), ceil(100 * share.high));
    else
        put_percent(t, symbol);
}

/* Shows the error of a share, with a confidence of 95 %; nothing if a range is shown. */
static void put_error(struct top_table *t, uint32_t symbol)
{
    const struct stack_times *stacks = &t->p->r->views.graph.stacks;

    if (t->column->of == SORT_BY_TOTAL)
        measured_digits(&t->cells.text,
                        stack_half_width(&stacks->inclusive[symbol], &stacks->total));
    else if (!self_share_is_open(t->p->r, symbol))
        measured_digits(&t->cells.text, self_error(t->p->r, symbol));
}

static void put_time(struct top_table *t, uint32_t symbol)
{
    const struct figures *f = &t->p->r->figures;
    const struct figure *at = &f->functions[symbol];
    bool is_self = t->column->of == SORT_BY_SELF;

    figures_print_time(f, &t->cells.text, is_self ? at->self : at->inclusive);
    if (!is_self || !self_is_open(t->p->r, symbol))
        return;
    sink_char(&t->cells.text, '-');
    figures_print_time(f, &t->cells.text, at->self_high);
}

/* Writes calls as in the call graph: calls by others, and calls by the function itself. */
static void put_calls(struct top_table *t, uint32_t symbol)
{
    const struct cg_node *node = &t->p->r->facts.graph.nodes[symbol];

    if (node->calls > 0 || node->self_calls > 0)
        sink_printf(&t->cells.text, "%" PRIu64, node->calls);
    if (node->self_calls > 0)
        sink_printf(&t->cells.text, "+%" PRIu64, node->self_calls);
}

/* Shows a name, its place in the source, ` (FILE:LINE)', and, if an estimated inclusive time
 * excludes part of a cycle, ` <cycle N>'. */
static void put_name(struct top_table *t, uint32_t symbol)
{
    const struct names *names = &t->p->r->program.names;
    uint32_t cycle = t->p->r->facts.graph.nodes[symbol].cycle;

    t->cells.next.name = names_once_more(names, names_shown(names, symbol));
    t->cells.next.syntax = names_syntax(names, symbol);
    top_put_place(&t->cells.text, names, symbol);
    if (cycle && has_total(t) && !t->p->is_measured)
        sink_printf(&t->cells.text, " <cycle %" PRIu32 ">", cycle);
}

/* Shows the function of the row, and its library. */
static void put_function(struct top_table *t, uint32_t symbol)
{
    const struct symtab *symtab = &t->p->r->program.symtab;
    uint32_t library = symtab_library(symtab, symbol);

    put_name(t, symbol);
    if (library == NO_SYMBOL)
        return;
    sink_string(&t->cells.text, "  ");
    top_put_library(&t->cells.text, symtab, library);
}

/* Shows the function whose calls take most time, or, if calls have no time, the one that calls most
 * often. */
static void put_caller(struct top_table *t, uint32_t symbol)
{
    const struct report *r = t->p->r;
    const struct call_graph *g = &r->facts.graph;
    const struct cg_arc *best = NULL;

    for (uint32_t i = g->parents.first[symbol]; i < g->parents.first[symbol + 1]; i++) {
        const struct cg_arc *arc = &g->arcs[g->parents.item[i]];
        uint64_t time = r->figures.arcs[arc - g->arcs];
        uint64_t most = best ? r->figures.arcs[best - g->arcs] : 0;

        if (arc->parent == symbol || !figures_has_arc(&r->figures, arc))
            continue;
        if (!best || time > most ||
            (time == most && (arc->count > best->count ||
                              (arc->count == best->count && arc->parent < best->parent))))
            best = arc;
    }
    if (best)
        put_name(t, best->parent);
}

static void put_file(struct top_table *t, uint32_t symbol)
{
    unsigned line;
    const char *file = names_file(&t->p->r->program.names, symbol, &line);

    sink_string(&t->cells.text, file ? file : "");
}

const struct top_column top_columns[] = {
    {"self %", .of = SORT_BY_SELF, .is_in = has_self, .put = put_self_percent},
    {PLUS_MINUS, .of = SORT_BY_SELF, .dropped = 3, .is_in = has_self, .put = put_error},
    {"self s", .of = SORT_BY_SELF, .is_time = true, .dropped = 8, .is_in = has_self,
     .put = put_time},
    {"incl %", .of = SORT_BY_TOTAL, .key = SORT_BY_TOTAL, .dropped = 7, .is_in = has_total,
     .put = put_percent},
    {PLUS_MINUS, .of = SORT_BY_TOTAL, .dropped = 4, .is_in = has_total_error, .put = put_error},
    {"incl s", .of = SORT_BY_TOTAL, .is_time = true, .dropped = 9, .is_in = has_total,
     .put = put_time},
    {"calls", .key = SORT_BY_CALLS, .dropped = 6, .is_in = has_calls, .put = put_calls},
    {"calls %", .of = SORT_BY_CALLS, .dropped = 5, .is_in = has_calls_percent, .put = put_percent},
    {"function", .kind = COLUMN_NAME, .put = put_function},
    {"hottest caller", "caller", .kind = COLUMN_TEXT, .dropped = 2, .is_in = has_caller,
     .put = put_caller},
    {"file", .kind = COLUMN_TEXT, .key = SORT_BY_SOURCE, .is_in = has_file, .put = put_file},
};

const size_t n_top_columns = sizeof top_columns / sizeof *top_columns;

_Static_assert(sizeof top_columns / sizeof *top_columns <= TABLE_COLUMNS, "too many columns");
