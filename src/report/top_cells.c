/* top_cells - prints the cells of --top
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top.h"

#include "analysis/statistics.h"
#include "base/arith.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "report/table.h"
#include "report/texts.h"
#include "symbols/name_forms.h"

#include <inttypes.h>
#include <math.h>

enum { NAME_LEAST = 4 /* columns */ };

/* ---- figures of a function ---- */

uint64_t top_calls(const struct report *r, uint32_t symbol)
{
    const struct cg_node *node = &r->graph.nodes[symbol];

    return add_saturated(node->calls, node->self_calls);
}

enum sort_key top_chosen_by(const struct top_page *p, enum sort_key key)
{
    if (key != SORT_BY_NAME && key != SORT_BY_FILE)
        return key;
    return p->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
}

double top_share(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct figures *f = &p->r->figures;
    const struct figure *at = &p->figures[symbol];

    if (key == SORT_BY_CALLS)
        return p->calls ? (double)top_calls(p->r, symbol) / (double)p->calls : 0;
    if (f->total == 0)
        return 0;
    return (double)(key == SORT_BY_TOTAL ? at->inclusive : at->self) / (double)f->total;
}

/* Returns the error of a share, with a confidence of 95 %, or a negative number if it is not
 * known. */
static double error_of(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct stack_times *stacks = &p->r->view.stacks;
    double share = top_share(p, key, symbol);
    struct share_interval range;

    if (p->self)
        return stack_half_width(
            key == SORT_BY_TOTAL ? &stacks->inclusive[symbol] : &p->self[symbol], &stacks->total);
    if (key == SORT_BY_TOTAL) /* the errors of estimates do not depend on the number of samples */
        return -1;
    range = share_interval(share, (double)p->r->figures.total_samples);
    return share > 0 ? (range.high - range.low) / 2 : range.high;
}

bool top_self_is_open(const struct top_page *p, uint32_t symbol)
{
    const struct figures *f = &p->r->figures;
    const struct figure *at = &p->figures[symbol];

    return f->total > 0 && (double)(at->self_high - at->self) / (double)f->total >
                               2 * error_of(p, SORT_BY_SELF, symbol);
}

/* Returns the least and the greatest share that the self time may be without profiling. For the
 * least share, all time of profiling counts for other functions. */
static struct share_interval self_share(const struct top_page *p, uint32_t symbol)
{
    const struct figures *f = &p->r->figures;
    const struct figure *at = &p->figures[symbol];
    double total = (double)f->total, self = (double)at->self, high = (double)at->self_high;
    double all = total + (double)figures_units(f, &p->r->hist, p->parts.profiler);

    if (f->total == 0)
        return (struct share_interval){0, 0};
    return (struct share_interval){self / all, high > 0 ? high / (total + high - self) : 0};
}

bool top_share_is_open(const struct top_page *p, uint32_t symbol)
{
    struct share_interval share = self_share(p, symbol);

    return share.high - share.low > 2 * error_of(p, SORT_BY_SELF, symbol);
}

uint32_t top_caller(const struct report *r, uint32_t symbol)
{
    const struct call_graph *g = &r->graph;
    uint32_t best = NO_SYMBOL, best_arc = 0;

    if (g->n_arcs == 0)
        return NO_SYMBOL;
    for (uint32_t i = g->parents.first[symbol]; i < g->parents.first[symbol + 1]; i++) {
        uint32_t a = g->parents.item[i];
        const struct cg_arc *arc = &g->arcs[a];
        bool more;

        if (arc->parent == symbol || !figures_has_arc(&r->figures, arc))
            continue;
        if (best == NO_SYMBOL || r->figures.arcs[a] != r->figures.arcs[best_arc])
            more = best == NO_SYMBOL || r->figures.arcs[a] > r->figures.arcs[best_arc];
        else if (arc->count != g->arcs[best_arc].count)
            more = arc->count > g->arcs[best_arc].count;
        else
            more = arc->parent < best;
        if (!more)
            continue;
        best = arc->parent;
        best_arc = a;
    }
    return best;
}

/* ---- cells ---- */

/* Writes the parts behind a name that are not cut: the place in the source, ` (FILE:LINE)', and, if
 * an estimated inclusive time excludes part of a cycle, ` <cycle N>'. */
static void put_place(const struct top_table *t, uint32_t symbol, struct sink *out)
{
    unsigned line;
    const char *file =
        t->r->names.style.with_lines ? names_file(&t->r->names, symbol, &line) : NULL;
    uint32_t cycle = t->r->graph.nodes[symbol].cycle;

    if (file) {
        sink_string(out, " (");
        utf8_put(out, file, SIZE_MAX, utf8_put_safe);
        sink_printf(out, ":%u)", line);
    }
    if (cycle && t->has[TOTAL_TIME] && !t->p->is_measured)
        sink_printf(out, " <cycle %" PRIu32 ">", cycle);
}

static void put_percent(struct top_table *t, enum sort_key key, uint32_t symbol)
{
    sink_printf(&t->cell, "%.*f", (int)t->decimals, 100 * top_share(t->p, key, symbol));
}

static void put_self_percent(struct top_table *t, uint32_t symbol)
{
    struct share_interval share = self_share(t->p, symbol);

    if (t->rows->is_open[symbol])
        sink_char(&t->cell, '?');
    if (top_share_is_open(t->p, symbol))
        sink_printf(&t->cell, "%.0f-%.0f", floor(100 * share.low), ceil(100 * share.high));
    else
        put_percent(t, SORT_BY_SELF, symbol);
}

static void put_self_time(struct top_table *t, uint32_t symbol)
{
    const struct figure *figure = &t->p->figures[symbol];

    figures_print_time(&t->r->figures, &t->cell, figure->self, 0);
    if (!top_self_is_open(t->p, symbol))
        return;
    sink_char(&t->cell, '-');
    figures_print_time(&t->r->figures, &t->cell, figure->self_high, 0);
}

static void put_error(struct top_table *t, enum sort_key key, uint32_t symbol)
{
    double error = error_of(t->p, key, symbol);

    if (error >= 0)
        measured_digits(&t->cell, error, 0);
}

/* Writes calls as in the call graph: calls by others, and calls by the function itself. */
static void put_calls(struct top_table *t, uint32_t symbol)
{
    const struct cg_node *node = &t->r->graph.nodes[symbol];

    if (node->calls > 0 || node->self_calls > 0)
        sink_printf(&t->cell, "%" PRIu64, node->calls);
    if (node->self_calls > 0)
        sink_printf(&t->cell, "+%" PRIu64, node->self_calls);
}

/* Sets t->cell to the text of a number column. */
static void make_number(struct top_table *t, enum top_column column, uint32_t symbol)
{
    const struct figure *figure = &t->p->figures[symbol];

    sink_clear(&t->cell);
    switch (column) {
    case SELF_PERCENT:
        put_self_percent(t, symbol);
        break;
    case TOTAL_PERCENT:
        put_percent(t, SORT_BY_TOTAL, symbol);
        break;
    case CALLS_PERCENT:
        put_percent(t, SORT_BY_CALLS, symbol);
        break;
    case SELF_ERROR:
        if (!top_share_is_open(t->p, symbol))
            put_error(t, SORT_BY_SELF, symbol);
        break;
    case TOTAL_ERROR:
        put_error(t, SORT_BY_TOTAL, symbol);
        break;
    case SELF_TIME:
        put_self_time(t, symbol);
        break;
    case TOTAL_TIME:
        figures_print_time(&t->r->figures, &t->cell, figure->inclusive, 0);
        break;
    default:
        put_calls(t, symbol);
        break;
    }
    sink_char(&t->cell, '\0');
}

/* Returns the blanks in front of a name: functions of a library are indented. */
static unsigned indent_of(const struct top_table *t, enum top_column column, uint32_t symbol)
{
    enum { INDENT = 2 };

    return column == FUNCTION && symtab_library(&t->r->symtab, symbol) != NO_SYMBOL ? INDENT : 0;
}

/* Returns the function that a text column shows, or NO_SYMBOL. */
static uint32_t function_in(const struct top_table *t, enum top_column column, uint32_t symbol)
{
    return column == CALLER ? top_caller(t->r, symbol) : symbol;
}

static const char *file_of(const struct top_table *t, uint32_t symbol)
{
    unsigned line;
    const char *file = names_file(&t->r->names, symbol, &line);

    return file ? file : "";
}

const char *top_cell_title(const struct top_table *t, enum top_column column)
{
    static const char hottest[] = "hottest caller";
    const char *unit = t->r->figures.unit == FIGURES_TICKS ? "ticks" : t->r->hist.dimension;

    switch (column) {
    case SELF_ERROR:
    case TOTAL_ERROR:
        return PLUS_MINUS;
    case SELF_TIME:
        return t->is_only ? "self" : unit;
    case TOTAL_TIME:
        return t->is_only ? "total" : unit;
    case CALLS:
        return "calls";
    case FUNCTION:
        return "function";
    case CALLER:
        return t->widths[CALLER] > 0 && t->widths[CALLER] < sizeof hottest - 1 ? "caller" : hottest;
    case FILE_NAME:
        return "file";
    default:
        return "%";
    }
}

unsigned top_cell_columns(struct top_table *t, enum top_column column, uint32_t symbol)
{
    uint32_t function;
    size_t columns;

    if (!top_is_text(column)) {
        make_number(t, column, symbol);
        return (unsigned)name_columns(t->cell.buf);
    }
    if (column == FILE_NAME)
        return (unsigned)name_columns(file_of(t, symbol));
    function = function_in(t, column, symbol);
    if (function == NO_SYMBOL)
        return 0;
    sink_clear(&t->cell);
    put_place(t, function, &t->cell);
    sink_char(&t->cell, '\0');
    columns = name_columns(names_shown(&t->r->names, function)) + name_columns(t->cell.buf) +
              indent_of(t, column, symbol);
    return columns < MOST_COLUMNS ? (unsigned)columns : MOST_COLUMNS;
}

static void print_right(struct sink *out, const char *text, unsigned width)
{
    size_t columns = name_columns(text);

    sink_repeat(out, ' ', columns < width ? width - columns : 0);
    sink_string(out, text);
}

/* Prints a name, cut to fit. The place behind the name is not cut if that leaves some columns for
 * the name. */
static void print_function(struct top_table *t, uint32_t function, unsigned width, bool padded,
                           struct sink *out)
{
    size_t place, used;

    sink_clear(&t->cell);
    put_place(t, function, &t->cell);
    sink_char(&t->cell, '\0');
    place = name_columns(t->cell.buf);
    if (place + NAME_LEAST > width)
        place = 0;
    used = names_fit(&t->r->names, function, width - place, t->name) + place;
    sink_string(out, t->name);
    if (place)
        sink_string(out, t->cell.buf);
    if (padded)
        sink_repeat(out, ' ', width - used);
}

void top_cell_print(struct top_table *t, enum top_column column, uint32_t symbol, bool padded,
                    struct sink *out)
{
    unsigned width = t->widths[column], indent;
    uint32_t function;

    if (!top_is_text(column)) {
        make_number(t, column, symbol);
        print_right(out, t->cell.buf, width);
        return;
    }
    if (column == FILE_NAME) {
        table_print_text(out, file_of(t, symbol), width, padded);
        return;
    }
    function = function_in(t, column, symbol);
    indent = indent_of(t, column, symbol);
    sink_repeat(out, ' ', indent);
    if (function != NO_SYMBOL)
        print_function(t, function, width - indent, padded, out);
    else if (padded)
        sink_repeat(out, ' ', width);
}

void top_cell_spell_out(struct top_table *t, uint32_t symbol, bool with_place)
{
    const char *file = t->r->lines.at[symbol].file;
    uint32_t library = symtab_library(&t->r->symtab, symbol);

    sink_clear(&t->cell);
    sink_string(&t->cell, names_shown(&t->r->names, symbol));
    if (library != NO_SYMBOL)
        sink_printf(&t->cell, " (%s)", t->r->symtab.symbols[library].name);
    else if (with_place)
        sink_printf(&t->cell, " (%s%s0x%" PRIx64 ")", file ? file : "", file ? ", " : "",
                    t->r->symtab.symbols[symbol].address);
    sink_char(&t->cell, '\0');
}

double top_cell_share(const struct top_table *t, uint32_t symbol)
{
    return top_share(t->p, top_chosen_by(t->p, t->rows->key), symbol);
}
