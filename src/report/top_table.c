/* top_table - prints the tables of --top
 *
 * Two tables are side by side if both fit, or if there is room for two readable ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top_table.h"

#include "base/words.h"
#include "report/top_columns.h"

#include <math.h>

enum {
    BETWEEN = 3,  /* columns between two tables */
    READABLE = 72 /* columns of a readable table, for two side by side */
};

/* Large percentages, with their colours on a terminal. */
static const double hot = 10, warm = 3;
static const char bold[] = "\033[1m", red[] = "\033[31m", yellow[] = "\033[33m", dim[] = "\033[2m",
                  plain[] = "\033[m";

/* ---- cells ---- */

/* Returns a function's share, of 1, by the key of its table. */
static double share_of(const struct top_table *t, uint32_t symbol)
{
    return top_share(t->p, t->rows->chosen_by, symbol);
}

/* Returns the unit of times if it is the title of their columns, or NULL for seconds. */
static const char *other_unit(const struct report *r)
{
    const char *dimension = r->facts.hist.dimension;

    if (r->figures.unit == FIGURES_TICKS)
        return "ticks";
    return strcmp(dimension, "seconds") == 0 ? NULL : dimension;
}

/* Adds the columns that the table has. */
static void add_columns(struct top_table *t, const struct top_column *has[])
{
    const char *unit = other_unit(t->p->r);

    for (size_t i = 0; i < n_top_columns; i++) {
        const struct top_column *c = &top_columns[i];
        size_t n = t->cells.n_columns;
        struct table_column *to;

        if (c->is_in && !c->is_in(t))
            continue;
        to = table_add(&t->cells, c->kind, n > 0 ? "  " : "", c->is_time && unit ? unit : c->title,
                       0);
        to->narrow = c->narrow;
        to->dropped = n == 0 || c->key == t->rows->key ? 0 : c->dropped;
        has[n] = c;
    }
}

/* Writes all cells. Large percentages, and texts that say more of a function, have colours. */
static void fill(struct top_table *t)
{
    const struct top_column *has[TABLE_COLUMNS];

    add_columns(t, has);
    for (uint32_t i = 0; i < t->rows->n; i++) {
        uint32_t symbol = t->rows->at[i];
        double percent = 100 * share_of(t, symbol);
        const char *heat = percent >= hot ? red : percent >= warm ? yellow : NULL;

        for (size_t c = 0; c < t->cells.n_columns; c++) {
            t->column = has[c];
            t->column->put(t, symbol);
            if (t->p->r->style.colour)
                t->cells.next.colour = t->column->kind == COLUMN_TEXT             ? dim
                                       : c == 0 || t->column->kind == COLUMN_NAME ? heat
                                                                                  : NULL;
            table_end_cell(&t->cells);
        }
    }
}

/* ---- lines ---- */

/* Prints what tells the function of a row: its library, or its file and address. */
static void tell(const void *context, size_t row, bool is_shared, struct sink *out)
{
    const struct top_table *t = context;
    const struct program *program = &t->p->r->program;
    uint32_t symbol = t->rows->at[row], library = symtab_library(&program->symtab, symbol);
    const char *file = program->lines.at[symbol].file;

    if (library != NO_SYMBOL)
        sink_printf(out, " (%s)", program->symtab.symbols[library].name);
    else if (is_shared)
        sink_printf(out, " (%s%s0x%" PRIx64 ")", file ? file : "", file ? ", " : "",
                    program->symtab.symbols[symbol].address);
}

/* Prints the caption of the table: its key, and the part that is left out. */
static void print_caption(const struct top_table *t, bool padded, struct sink *out)
{
    static const char *const what[] = {[SORT_BY_SELF] = "Most self time",
                                       [SORT_BY_TOTAL] = "Most inclusive time",
                                       [SORT_BY_CALLS] = "Most calls"};
    const struct top_rows *rows = t->rows;
    bool has_colour = t->p->r->style.colour;
    LOCAL_BY(sink_release) struct sink s = sink_in_memory(out->diag);
    size_t used;

    sink_string(&s, what[rows->chosen_by]);
    if (rows->chosen_by != rows->key)
        sink_string(&s, rows->key == SORT_BY_NAME ? ", by name" : ", by file");
    sink_printf(&s, ": %s%" PRIu32 " function%s", rows->more == 0 && rows->n > 1 ? "all " : "",
                rows->n, rows->n == 1 ? "" : "s");
    if (rows->more > 0)
        sink_printf(&s, ", %" PRIu32 " more", rows->more);
    if (rows->more_share > 0)
        sink_printf(&s, " with %.1f %%", rows->more_share < 0.999 ? 100 * rows->more_share : 99.9);
    sink_string(out, has_colour ? bold : "");
    used = table_print_text(out, sink_text(&s), padded ? t->cells.line : t->p->columns);
    sink_repeat(out, ' ', padded ? t->cells.line - used : 0);
    sink_string(out, has_colour ? plain : "");
}

static void print_table(const struct top_table *t, struct sink *out)
{
    sink_char(out, '\n');
    print_caption(t, false, out);
    sink_char(out, '\n');
    if (t->rows->n > 0)
        table_print_rows(&t->cells, out);
}

/* Prints two tables side by side. */
static void print_pair(const struct top_table *left, const struct top_table *right,
                       struct sink *out)
{
    int64_t n = left->rows->n > right->rows->n ? left->rows->n : right->rows->n;

    sink_char(out, '\n');
    print_caption(left, true, out);
    sink_repeat(out, ' ', BETWEEN);
    print_caption(right, false, out);
    for (int64_t i = TABLE_TITLES; i < n; i++) {
        sink_char(out, '\n');
        if (i < left->rows->n)
            table_print_row(&left->cells, i, true, out);
        else
            sink_repeat(out, ' ', left->cells.line);
        if (i >= right->rows->n)
            continue;
        sink_repeat(out, ' ', BETWEEN);
        table_print_row(&right->cells, i, false, out);
    }
    sink_char(out, '\n');
}

/* Returns true if two tables can be side by side, and makes them fit. */
static bool fit_pair(struct top_table *left, struct top_table *right, size_t columns)
{
    size_t half = (columns - BETWEEN) / 2;

    if (left->rows->n == 0 || right->rows->n == 0)
        return false;
    if (left->cells.line + BETWEEN + right->cells.line <= columns)
        return true;
    if (half < READABLE)
        return false;
    table_fit(&left->cells,
              right->cells.line < half ? columns - BETWEEN - right->cells.line : half);
    table_fit(&right->cells, columns - BETWEEN - left->cells.line);
    return true;
}

void top_tables_print(const struct top_page *p, const struct top_rows *rows, size_t n,
                      struct sink *out, struct diag *d)
{
    struct top_table tables[MOST_TOP_TABLES];
    size_t columns = p->r->program.names.style.wanted == WANT_FULL ? 0 : p->columns;

    for (size_t i = 0; i < n; i++) {
        struct top_table *t = &tables[i];
        double most = 0;

        *t = (struct top_table){
            .p = p, .rows = &rows[i], .is_only = p->r->style.sort != SORT_BY_REPORT};
        for (uint32_t k = 0; k < t->rows->n; k++)
            most = fmax(most, share_of(t, t->rows->at[k]));
        /* one more if all are below 1 %, two more if all are below 0.1 % */
        t->decimals = most < 0.001 ? 3 : most < 0.01 ? 2 : 1;
        table_init(&t->cells, d);
        t->cells.tell = tell;
        t->cells.context = t;
        fill(t);
        table_fit(&t->cells, SIZE_MAX);
    }
    if (n == 2 && columns > 0 && fit_pair(&tables[0], &tables[1], columns) &&
        table_tell_apart(&tables[0].cells, p->columns) &&
        table_tell_apart(&tables[1].cells, p->columns)) {
        print_pair(&tables[0], &tables[1], out);
    } else {
        for (size_t i = 0; i < n; i++) {
            table_fit(&tables[i].cells, columns); /* a pair may lack room for all columns */
            table_tell_apart(&tables[i].cells, p->columns);
            print_table(&tables[i], out);
        }
    }
    for (size_t i = 0; i < n; i++)
        table_release(&tables[i].cells);
}
