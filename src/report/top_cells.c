/* top_cells - the columns of --top, and what stands in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top_cells.h"

#include "base/terminal.h"
#include "report/texts.h"
#include "report/top_text.h"

#include <inttypes.h>

enum { NAME_LEAST = 4 /* columns */ };

#define PLUS_MINUS "\302\261"

/* What is part of a name and is not cut with it: where it is in the source, ` (FILE:LINE)', and of
 * which cycle an estimated inclusive time is not the whole, ` <cycle N>'. */
static void put_place(const struct top_table *t, uint32_t symbol, struct sink *out)
{
    unsigned line;
    const char *file =
        t->r->names.style.with_lines ? names_file(&t->r->names, symbol, &line) : NULL;
    uint32_t cycle = t->r->graph.nodes[symbol].cycle;

    if (file) {
        sink_string(out, " (");
        top_text_clean(out, file);
        sink_printf(out, ":%u)", line);
    }
    if (cycle && t->has[TOTAL_TIME] && !t->facts->is_measured)
        sink_printf(out, " <cycle %" PRIu32 ">", cycle);
}

/* How large a function is in the columns of a table: a share of 1. */
static double share_of(const struct top_table *t, enum sort_key key, uint32_t symbol)
{
    return top_share(t->r, t->facts, key, symbol);
}

static void put_percent(struct top_table *t, enum sort_key key, uint32_t symbol)
{
    sink_printf(&t->cell, "%.*f", (int)t->decimals, 100 * share_of(t, key, symbol));
}

static void put_error(struct top_table *t, enum sort_key key, uint32_t symbol)
{
    double error = top_error(t->r, t->facts, key, symbol);

    if (error >= 0)
        measured_digits(&t->cell, error, 0);
}

/* As in the call graph: calls by others, and how often it called itself. */
static void put_calls(struct top_table *t, uint32_t symbol)
{
    const struct cg_node *node = &t->r->graph.nodes[symbol];

    if (node->calls > 0 || node->self_calls > 0)
        sink_printf(&t->cell, "%" PRIu64, node->calls);
    if (node->self_calls > 0)
        sink_printf(&t->cell, "+%" PRIu64, node->self_calls);
}

/* The number that stands in a column, as text in t->cell. */
static void make_number(struct top_table *t, enum top_column column, uint32_t symbol)
{
    const struct figure *figure = &t->r->figures.functions[symbol];

    sink_clear(&t->cell);
    switch (column) {
    case SELF_PERCENT:
        put_percent(t, SORT_BY_SELF, symbol);
        break;
    case TOTAL_PERCENT:
        put_percent(t, SORT_BY_TOTAL, symbol);
        break;
    case CALLS_PERCENT:
        put_percent(t, SORT_BY_CALLS, symbol);
        break;
    case SELF_ERROR:
        put_error(t, SORT_BY_SELF, symbol);
        break;
    case TOTAL_ERROR:
        put_error(t, SORT_BY_TOTAL, symbol);
        break;
    case SELF_TIME:
        figures_print_time(&t->r->figures, &t->cell, figure->self, 0);
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

/* The text of t->cell, "" without memory. */
static const char *cell_text(const struct top_table *t)
{
    return t->cell.error == 0 && t->cell.used > 0 ? t->cell.buf : "";
}

/* The function that stands in a column of texts; NO_SYMBOL: none. */
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
        return (unsigned)name_columns(cell_text(t));
    }
    if (column == FILE_NAME)
        return (unsigned)name_columns(file_of(t, symbol));
    function = function_in(t, column, symbol);
    if (function == NO_SYMBOL)
        return 0;
    sink_clear(&t->cell);
    put_place(t, function, &t->cell);
    sink_char(&t->cell, '\0');
    columns = name_columns(names_shown(&t->r->names, function)) + name_columns(cell_text(t));
    return columns < MOST_COLUMNS ? (unsigned)columns : MOST_COLUMNS;
}

static void print_right(struct sink *out, const char *text, unsigned width)
{
    size_t columns = name_columns(text);

    sink_repeat(out, ' ', columns < width ? width - columns : 0);
    sink_string(out, text);
}

/* A name, cut as names are; what belongs to it is not cut as long as that leaves some columns for
 * the name. */
static void print_function(struct top_table *t, uint32_t function, unsigned width, bool padded,
                           struct sink *out)
{
    size_t place, used;

    sink_clear(&t->cell);
    put_place(t, function, &t->cell);
    sink_char(&t->cell, '\0');
    place = name_columns(cell_text(t));
    if (place + NAME_LEAST > width)
        place = 0;
    used = names_fit(&t->r->names, function, width - place, t->name) + place;
    sink_string(out, t->name);
    if (place)
        sink_string(out, cell_text(t));
    if (padded)
        sink_repeat(out, ' ', width - used);
}

void top_cell_print(struct top_table *t, enum top_column column, uint32_t symbol, bool padded,
                    struct sink *out)
{
    unsigned width = t->widths[column];
    uint32_t function;

    if (!top_is_text(column)) {
        make_number(t, column, symbol);
        print_right(out, cell_text(t), width);
        return;
    }
    if (column == FILE_NAME) {
        top_text_cell(out, file_of(t, symbol), width, padded);
        return;
    }
    function = function_in(t, column, symbol);
    if (function != NO_SYMBOL)
        print_function(t, function, width, padded, out);
    else if (padded)
        sink_repeat(out, ' ', width);
}

double top_cell_share(const struct top_table *t, uint32_t symbol)
{
    return share_of(t, top_chosen_by(t->facts, t->rows->key), symbol);
}
