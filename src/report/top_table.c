/* top_table - prints the tables of --top, with columns as wide as the terminal allows
 *
 * Each column is as wide as its widest cell. If the line is too short, columns are left out, the
 * least useful first, and names are cut. Two tables are side by side if both fit, or if there is
 * room for two readable ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/table.h"
#include "report/top.h"

#include "base/mem.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "symbols/name_forms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Columns that are left out if a line is too short, the first one first. */
static const enum top_column dispensable[] = {FILE_NAME,     CALLER,        SELF_ERROR,
                                              TOTAL_ERROR,   CALLS_PERCENT, CALLS,
                                              TOTAL_PERCENT, SELF_TIME,     TOTAL_TIME};

enum {
    GAP = 2,           /* columns in front of a text; in front of a number it is 1 */
    NAME_WANTS = 20,   /* columns that a name may take before other columns get any */
    NAME_LEAST = 8,    /* columns that a name always has */
    CALLER_WANTS = 14, /* columns that callers may need; with fewer they are left out */
    BETWEEN = 3,       /* columns between two tables */
    READABLE = 72      /* columns of a readable table, for two side by side */
};

/* Large percentages, with their colours on a terminal. */
static const double hot = 10, warm = 3;
static const char bold[] = "\033[1m", red[] = "\033[31m", yellow[] = "\033[33m", dim[] = "\033[2m",
                  plain[] = "\033[m";

/* ---- how wide ---- */

static enum top_column first_column(const struct top_table *t)
{
    enum top_column c = 0;

    while (!t->has[c])
        c++;
    return c;
}

/* Returns the columns that a column takes with the gap in front of it. */
static unsigned gap(const struct top_table *t, enum top_column column)
{
    return column == first_column(t) ? 0 : top_is_text(column) ? GAP : 1;
}

/* Returns the columns that all numbers, or all texts, take. */
static unsigned columns_of(const struct top_table *t, bool texts)
{
    unsigned sum = 0;

    for (enum top_column c = 0; c < TOP_COLUMNS; c++)
        if (t->has[c] && top_is_text(c) == texts)
            sum += gap(t, c) + t->widths[c];
    return sum;
}

static void add_up(struct top_table *t)
{
    t->all = columns_of(t, false) + columns_of(t, true);
}

/* Makes each column as wide as its widest cell. */
static void widen(struct top_table *t)
{
    for (enum top_column c = 0; c < TOP_COLUMNS; c++) {
        if (!t->has[c])
            continue;
        t->widths[c] = (unsigned)name_columns(top_cell_title(t, c));
        for (uint32_t i = 0; i < t->rows->n; i++) {
            unsigned columns = top_cell_columns(t, c, t->rows->at[i]);

            if (columns > t->widths[c])
                t->widths[c] = columns;
        }
    }
    add_up(t);
}

/* Returns the column of texts beside the functions, or TOP_COLUMNS. */
static enum top_column second_text(const struct top_table *t)
{
    return t->has[CALLER] ? CALLER : t->has[FILE_NAME] ? FILE_NAME : TOP_COLUMNS;
}

static unsigned at_most(unsigned n, unsigned most)
{
    return n < most ? n : most;
}

/* Returns the least columns that texts of a readable table need. */
static unsigned texts_want(const struct top_table *t)
{
    enum top_column second = second_text(t);
    unsigned want = GAP + at_most(t->widths[FUNCTION], NAME_WANTS);

    return second == TOP_COLUMNS ? want : want + GAP + at_most(t->widths[second], CALLER_WANTS);
}

/* Returns true if the rows were chosen by the column. */
static bool is_key(const struct top_table *t, enum top_column column)
{
    return (column == CALLS && t->rows->key == SORT_BY_CALLS) ||
           (column == TOTAL_PERCENT && t->rows->key == SORT_BY_TOTAL) ||
           (column == FILE_NAME && t->rows->key == SORT_BY_FILE);
}

/* Makes a line fit into `columns` columns, if names can be cut that far. */
static void shrink(struct top_table *t, unsigned columns)
{
    enum top_column second;
    unsigned room;

    if (t->all <= columns)
        return;
    for (size_t i = 0; i < sizeof dispensable / sizeof *dispensable &&
                       columns_of(t, false) + texts_want(t) > columns;
         i++)
        if (!is_key(t, dispensable[i]))
            t->has[dispensable[i]] = false;
    second = second_text(t);
    room = columns_of(t, false) + GAP;
    room = room < columns ? columns - room : 0;
    if (second != TOP_COLUMNS) {
        unsigned names = t->widths[FUNCTION], least = 2 * room / 5;

        room = room > GAP ? room - GAP : 0;
        t->widths[second] = at_most(t->widths[second], names + least < room ? room - names : least);
        room = room > t->widths[second] ? room - t->widths[second] : 0;
    }
    t->widths[FUNCTION] = at_most(t->widths[FUNCTION], room > NAME_LEAST ? room : NAME_LEAST);
    add_up(t);
}

/* ---- what it has ---- */

static void choose_columns(struct top_table *t)
{
    const struct top_page *p = t->p;
    enum sort_key key = t->rows->key;
    bool times = p->has_times, both = t->is_only && p->has_inclusive;

    t->has[SELF_PERCENT] = t->has[SELF_ERROR] = t->has[SELF_TIME] =
        times && (key != SORT_BY_TOTAL || t->is_only);
    t->has[TOTAL_PERCENT] = t->has[TOTAL_TIME] = both || key == SORT_BY_TOTAL;
    t->has[TOTAL_ERROR] = t->has[TOTAL_TIME] && p->is_measured && !t->is_only;
    t->has[CALLS] = p->has_calls;
    t->has[CALLS_PERCENT] = p->has_calls && (key == SORT_BY_CALLS || !times);
    t->has[FUNCTION] = true;
    t->has[FILE_NAME] = key == SORT_BY_FILE;
    t->has[CALLER] = p->has_arcs && !t->has[FILE_NAME];
}

/* Returns the decimals of percentages: one more if all are below 1, two more if all are below
 * 0.1. */
static unsigned decimals_of(const struct top_table *t)
{
    double most = 0;

    for (uint32_t i = 0; i < t->rows->n; i++)
        if (top_cell_share(t, t->rows->at[i]) > most)
            most = top_cell_share(t, t->rows->at[i]);
    return most < 0.001 ? 3 : most < 0.01 ? 2 : 1;
}

static void prepare(struct top_table *t, struct diag *d)
{
    sink_init(&t->cell, -1, d);
    t->name = mem_alloc(d, NAME_FIT_BYTES(MOST_COLUMNS), 1);
    t->clearness = mem_alloc(d, t->rows->n, sizeof *t->clearness);
    choose_columns(t);
    t->decimals = decimals_of(t);
    widen(t);
}

/* ---- lines ---- */

static void put_colour(const struct top_table *t, const char *code, struct sink *out)
{
    if (t->r->style.colour)
        sink_string(out, code);
}

/* Returns the colour of a cell, or NULL. */
static const char *colour_of(const struct top_table *t, enum top_column column, uint32_t symbol)
{
    double percent = 100 * top_cell_share(t, symbol);

    if (column == CALLER || column == FILE_NAME)
        return dim;
    if (column != first_column(t) && column != FUNCTION)
        return NULL;
    return percent >= hot ? red : percent >= warm ? yellow : NULL;
}

/* Returns the last column of a row that is not empty: blanks are not printed at the end of a line.
 */
static enum top_column last_column(const struct top_table *t, uint32_t symbol)
{
    unsigned line;
    bool is_empty = t->has[CALLER]      ? top_caller(t->r, symbol) == NO_SYMBOL
                    : t->has[FILE_NAME] ? !names_file(&t->r->names, symbol, &line)
                                        : true;

    return is_empty ? FUNCTION : second_text(t);
}

/* A row with hashes of its shown text and of the function's name. */
struct shown_row {
    uint64_t text, name;
    uint32_t row;
};

static int by_text(const void *left, const void *right)
{
    const struct shown_row *l = left, *r = right;

    if (l->text != r->text)
        return l->text < r->text ? -1 : 1;
    return l->name < r->name ? -1 : l->name > r->name;
}

/* Finds the rows that look like others. Returns false if there are any: a pair of tables has no
 * room for further lines. */
static bool find_unclear(struct top_table *t, struct diag *d)
{
    uint32_t n = t->rows->n;
    struct shown_row *at = mem_alloc(d, n, sizeof *at);
    struct sink text;
    bool is_clear = true;

    sink_init(&text, -1, d);
    for (uint32_t i = 0; i < n; i++) {
        sink_clear(&text);
        top_cell_print(t, FUNCTION, t->rows->at[i], false, &text);
        sink_char(&text, '\0');
        at[i] = (struct shown_row){name_identity(text.buf),
                                   name_identity(names_shown(&t->r->names, t->rows->at[i])), i};
    }
    sink_release(&text);
    if (n > 0)
        qsort(at, n, sizeof *at, by_text);
    for (uint32_t i = 1; i < n; i++)
        if (at[i].text == at[i - 1].text) {
            uint8_t clearness = at[i].name == at[i - 1].name ? NAME_IS_SHARED : NAME_IS_CUT;

            is_clear = false;
            t->clearness[at[i].row] = clearness;
            if (t->clearness[at[i - 1].row] != NAME_IS_SHARED)
                t->clearness[at[i - 1].row] = clearness;
        }
    free(at);
    return is_clear;
}

/* Prints the lines below a row that tell which function it is, as wide as the page. */
static void spell_out(struct top_table *t, uint32_t row, struct sink *out)
{
    size_t columns = t->p->columns, used = columns;
    const char *text;

    if (t->clearness[row] == NAME_IS_CLEAR)
        return;
    top_cell_spell_out(t, t->rows->at[row], t->clearness[row] == NAME_IS_SHARED);
    text = t->cell.buf;
    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code), wide = utf8_columns(code);

        if (used + wide > columns) {
            sink_char(out, '\n');
            sink_repeat(out, ' ', 2 * GAP);
            used = 2 * GAP;
        }
        utf8_put_safe(out, code, text, bytes);
        used += wide;
        text += bytes;
    }
}

static void print_row(struct top_table *t, uint32_t symbol, bool padded, struct sink *out)
{
    enum top_column last = padded ? TOP_COLUMNS : last_column(t, symbol);

    for (enum top_column c = 0; c < TOP_COLUMNS && c <= last; c++) {
        const char *colour = t->has[c] ? colour_of(t, c, symbol) : NULL;

        if (!t->has[c])
            continue;
        sink_repeat(out, ' ', gap(t, c));
        if (colour)
            put_colour(t, colour, out);
        top_cell_print(t, c, symbol, c != last, out);
        if (colour)
            put_colour(t, plain, out);
    }
}

static void print_titles(struct top_table *t, bool padded, struct sink *out)
{
    enum top_column last = second_text(t) == TOP_COLUMNS ? FUNCTION : second_text(t);

    for (enum top_column c = 0; c < TOP_COLUMNS; c++) {
        const char *title = top_cell_title(t, c);
        size_t columns = name_columns(title), blanks;

        if (!t->has[c])
            continue;
        blanks = columns < t->widths[c] ? t->widths[c] - columns : 0;
        sink_repeat(out, ' ', gap(t, c) + (top_is_text(c) ? 0 : blanks));
        table_print_text(out, title, at_most((unsigned)columns, t->widths[c]), false);
        if (top_is_text(c) && (padded || c != last))
            sink_repeat(out, ' ', blanks);
    }
}

/* Sets t->cell to the caption of the table: its key, and the part that is left out. */
static void make_caption(struct top_table *t)
{
    static const char *const what[] = {[SORT_BY_SELF] = "Most self time",
                                       [SORT_BY_TOTAL] = "Most inclusive time",
                                       [SORT_BY_CALLS] = "Most calls"};
    enum sort_key key = t->rows->key, chosen_by = top_chosen_by(t->p, key);
    const struct top_rows *rows = t->rows;
    struct sink *s = &t->cell;

    sink_clear(s);
    sink_string(s, what[chosen_by]);
    if (chosen_by != key)
        sink_string(s, key == SORT_BY_NAME ? ", by name" : ", by file");
    sink_string(s, ": ");
    if (rows->more == 0 && rows->n > 1)
        sink_string(s, "all ");
    sink_printf(s, "%" PRIu32 " function%s", rows->n, rows->n == 1 ? "" : "s");
    if (rows->more > 0)
        sink_printf(s, ", %" PRIu32 " more", rows->more);
    if (rows->more_share > 0)
        sink_printf(s, " with %.1f %%", rows->more_share < 0.999 ? 100 * rows->more_share : 99.9);
    sink_char(s, '\0');
}

static void print_caption(struct top_table *t, bool padded, struct sink *out)
{
    make_caption(t);
    put_colour(t, bold, out);
    table_print_text(out, t->cell.buf, padded ? t->all : t->p->columns, padded);
    put_colour(t, plain, out);
}

static void print_table(struct top_table *t, struct sink *out)
{
    sink_char(out, '\n');
    print_caption(t, false, out);
    sink_char(out, '\n');
    if (t->rows->n > 0) {
        print_titles(t, false, out);
        sink_char(out, '\n');
    }
    for (uint32_t i = 0; i < t->rows->n; i++) {
        print_row(t, t->rows->at[i], false, out);
        spell_out(t, i, out);
        sink_char(out, '\n');
    }
}

/* Prints two tables side by side. */
static void print_pair(struct top_table *left, struct top_table *right, struct sink *out)
{
    uint32_t n = left->rows->n > right->rows->n ? left->rows->n : right->rows->n;

    sink_char(out, '\n');
    print_caption(left, true, out);
    sink_repeat(out, ' ', BETWEEN);
    print_caption(right, false, out);
    sink_char(out, '\n');
    print_titles(left, true, out);
    sink_repeat(out, ' ', BETWEEN);
    print_titles(right, false, out);
    for (uint32_t i = 0; i < n; i++) {
        sink_char(out, '\n');
        if (i < left->rows->n)
            print_row(left, left->rows->at[i], true, out);
        else
            sink_repeat(out, ' ', left->all);
        if (i >= right->rows->n)
            continue;
        sink_repeat(out, ' ', BETWEEN);
        print_row(right, right->rows->at[i], false, out);
    }
    sink_char(out, '\n');
}

/* Returns true if two tables can be side by side, and makes them fit. */
static bool fit_pair(struct top_table *left, struct top_table *right, unsigned columns)
{
    unsigned half = (columns > BETWEEN ? columns - BETWEEN : 0) / 2;

    if (left->rows->n == 0 || right->rows->n == 0)
        return false;
    if (left->all + BETWEEN + right->all <= columns)
        return true;
    if (half < READABLE)
        return false;
    shrink(left, right->all < half ? columns - BETWEEN - right->all : half);
    shrink(right, columns - BETWEEN - left->all);
    return true;
}

void top_tables_print(const struct top_page *p, const struct top_rows *rows, size_t n,
                      struct sink *out, struct diag *d)
{
    unsigned columns = p->columns;
    struct top_table tables[MOST_TOP_TABLES];

    for (size_t i = 0; i < n; i++) {
        tables[i] = (struct top_table){
            .p = p, .r = p->r, .rows = &rows[i], .is_only = p->r->style.sort != SORT_BY_REPORT};
        prepare(&tables[i], d);
    }
    if (n == 2 && fit_pair(&tables[0], &tables[1], columns) && find_unclear(&tables[0], d) &&
        find_unclear(&tables[1], d)) {
        print_pair(&tables[0], &tables[1], out);
    } else {
        for (size_t i = 0; i < n; i++) {
            choose_columns(&tables[i]); /* all columns; a pair may have no room for them */
            widen(&tables[i]);
            shrink(&tables[i], columns);
            memset(tables[i].clearness, NAME_IS_CLEAR, tables[i].rows->n);
            find_unclear(&tables[i], d);
            print_table(&tables[i], out);
        }
    }
    for (size_t i = 0; i < n; i++) {
        sink_release(&tables[i].cell);
        free(tables[i].name);
        free(tables[i].clearness);
    }
}
