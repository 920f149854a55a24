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
#include "base/text_map.h"
#include "base/utf8_put.h"
#include "names/name_forms.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAP = 2,          /* columns in front of a text; in front of a number it is 1 */
    NAME_WANTS = 20,  /* columns that a name may take before other columns get any */
    NAME_LEAST = 8,   /* columns that a name always has */
    PLACE_LEAVES = 4, /* columns of a name that the text behind it must leave */
    TEXT_WANTS = 14,  /* columns that a text may need; with fewer it is left out */
    BETWEEN = 3,      /* columns between two tables */
    READABLE = 72     /* columns of a readable table, for two side by side */
};

/* Large percentages, with their colours on a terminal. */
static const double hot = 10, warm = 3;
static const char bold[] = "\033[1m", red[] = "\033[31m", yellow[] = "\033[33m", dim[] = "\033[2m",
                  plain[] = "\033[m";

/* How clearly a row tells its function. */
enum clearness {
    NAME_IS_CLEAR,
    NAME_IS_CUT,   /* the cut name equals that of another row */
    NAME_IS_SHARED /* two functions have the same name */
};

static size_t at_most(size_t n, size_t most)
{
    return n < most ? n : most;
}

static size_t less(size_t from, size_t n)
{
    return from > n ? from - n : 0;
}

/* ---- cells ---- */

static bool has(const struct top_table *t, size_t column)
{
    const struct top_column *c = &top_columns[column];

    return (!c->is_in || c->is_in(t)) &&
           (c->dropped == 0 || c->dropped > t->dropped || c->key == t->rows->key);
}

static size_t name_column(void)
{
    size_t c = 0;

    while (top_columns[c].kind != TOP_ROW)
        c++;
    return c;
}

static const char *title_of(const struct top_table *t, size_t column)
{
    const struct top_column *c = &top_columns[column];
    size_t width = t->widths[column];

    if (c->is_time && !t->is_only)
        return t->p->r->figures.unit == FIGURES_TICKS ? "ticks" : t->p->r->facts.hist.dimension;
    return c->narrow_title && width > 0 && width < strlen(c->title) ? c->narrow_title : c->title;
}

/* Returns the cell of a function, or, for NO_SYMBOL, of the title. */
static const struct top_cell *cell_of(struct top_table *t, size_t column, uint32_t symbol)
{
    t->cell.function = NO_SYMBOL;
    sink_clear(&t->cell.text);
    if (symbol == NO_SYMBOL)
        sink_string(&t->cell.text, title_of(t, column));
    else
        top_columns[column].put(t, symbol, &t->cell);
    sink_char(&t->cell.text, '\0');
    return &t->cell;
}

/* Prints a cell at the width of its column. A name is cut. The text behind it is not, if that
 * leaves some columns for the name. `padded` adds blanks behind a name or a text. */
static void print_cell(struct top_table *t, size_t column, uint32_t symbol, bool padded,
                       struct sink *out)
{
    const struct top_cell *cell = cell_of(t, column, symbol);
    size_t width = t->widths[column], place = name_columns(cell->text.buf), used;
    bool is_number = top_columns[column].kind == TOP_NUMBER;
    char name[NAME_FIT_BYTES(MOST_COLUMNS)];

    sink_repeat(out, ' ', is_number ? less(width, place) : 0);
    if (cell->function == NO_SYMBOL) {
        table_print_text(out, cell->text.buf, width, padded && !is_number);
        return;
    }
    if (place + PLACE_LEAVES > width &&
        place + name_columns(names_shown(&t->p->r->program.names, cell->function)) > width)
        place = 0;
    used = names_fit(&t->p->r->program.names, cell->function, width - place, name) + place;
    sink_string(out, name);
    if (place > 0)
        sink_string(out, cell->text.buf);
    if (padded)
        sink_repeat(out, ' ', width - used);
}

/* ---- how wide ---- */

/* Returns the columns of a line in which the name has at most `name` columns, and each text at most
 * `text`. */
static size_t columns_of(const struct top_table *t, size_t name, size_t text)
{
    size_t sum = 0;

    for (size_t c = 0; c < n_top_columns; c++) {
        enum top_kind kind = top_columns[c].kind;

        if (has(t, c) && kind == TOP_NUMBER)
            sum += (sum > 0) + t->widths[c];
        else if (has(t, c))
            sum += GAP + at_most(t->widths[c], kind == TOP_ROW ? name : text);
    }
    return sum;
}

/* Makes a table with all its columns, each as wide as its widest cell. */
static void widen(struct top_table *t)
{
    t->dropped = 0;
    for (size_t c = 0; c < n_top_columns; c++) {
        if (!has(t, c))
            continue;
        t->widths[c] = name_columns(title_of(t, c));
        for (uint32_t i = 0; i < t->rows->n; i++) {
            const struct top_cell *cell = cell_of(t, c, t->rows->at[i]);
            size_t width = name_columns(cell->text.buf);

            if (cell->function != NO_SYMBOL)
                width += name_columns(names_shown(&t->p->r->program.names, cell->function));
            if (width > t->widths[c])
                t->widths[c] = width;
        }
    }
    t->all = columns_of(t, SIZE_MAX, SIZE_MAX);
}

/* Makes a line fit into `columns` columns, if names can be cut that far. */
static void shrink(struct top_table *t, size_t columns)
{
    size_t *name = &t->widths[name_column()], room;

    if (t->all <= columns)
        return;
    while (t->dropped < TOP_COLUMNS_MAX && columns_of(t, NAME_WANTS, TEXT_WANTS) > columns)
        t->dropped++;
    room = less(columns, columns_of(t, 0, 0));
    for (size_t c = 0; c < n_top_columns; c++) {
        size_t least = 2 * (room + GAP) / 5;

        if (!has(t, c) || top_columns[c].kind != TOP_TEXT)
            continue;
        t->widths[c] = at_most(t->widths[c], *name + least < room ? room - *name : least);
        room = less(room, t->widths[c]);
    }
    *name = at_most(*name, room > NAME_LEAST ? room : NAME_LEAST);
    t->all = columns_of(t, SIZE_MAX, SIZE_MAX);
}

/* Returns a function's share, of 1, by the key of its table. */
static double share_of(const struct top_table *t, uint32_t symbol)
{
    return top_share(t->p, t->rows->chosen_by, symbol);
}

/* ---- lines ---- */

/* Begins a colour; NULL: none. */
static void put_colour(const struct top_table *t, const char *code, struct sink *out)
{
    if (code && t->p->r->style.colour)
        sink_string(out, code);
}

/* Returns the last column of a line that is not empty: blanks are not printed at the end of a line.
 */
static size_t last_column(struct top_table *t, uint32_t symbol)
{
    for (size_t c = n_top_columns; c-- > 0;)
        if (has(t, c) && (cell_of(t, c, symbol)->function != NO_SYMBOL || t->cell.text.used > 1))
            return c;
    return 0;
}

/* Prints the row of a function, or, for NO_SYMBOL, the titles. A padded line has the width of the
 * table. */
static void print_line(struct top_table *t, uint32_t symbol, bool padded, struct sink *out)
{
    double percent = symbol == NO_SYMBOL ? 0 : 100 * share_of(t, symbol);
    const char *heat = percent >= hot ? red : percent >= warm ? yellow : NULL;
    size_t last = padded ? n_top_columns : last_column(t, symbol);
    bool is_first = true;

    for (size_t c = 0; c < n_top_columns && c <= last; c++) {
        enum top_kind kind = top_columns[c].kind;
        const char *colour = is_first || kind == TOP_ROW ? heat : NULL;

        if (!has(t, c))
            continue;
        if (kind == TOP_TEXT && symbol != NO_SYMBOL)
            colour = dim;
        sink_repeat(out, ' ', is_first ? 0 : kind == TOP_NUMBER ? 1 : GAP);
        put_colour(t, colour, out);
        print_cell(t, c, symbol, c != last, out);
        put_colour(t, colour ? plain : NULL, out);
        is_first = false;
    }
}

/* Finds the rows that look like others. Returns false if there are any: a pair of tables has no
 * room for further lines. */
static bool find_unclear(struct top_table *t, struct diag *d)
{
    uint32_t n = t->rows->n;
    struct {
        uint32_t text, both;     /* numbers of the row's text, and of its text and name */
        uint32_t n_text, n_both; /* rows that have the text, or both, of this number */
    } *at = mem_alloc(d, n, sizeof *at);
    struct text_map texts = {0};
    struct pair_map both = {0};
    bool is_clear;

    for (uint32_t i = 0; i < n; i++) {
        const char *name = names_shown(&t->p->r->program.names, t->rows->at[i]);
        struct sink text;

        sink_init(&text, -1, d);
        print_cell(t, name_column(), t->rows->at[i], false, &text);
        sink_char(&text, '\0');
        at[i].text = text_map_add(&texts, text.buf, d);
        at[i].both = pair_map_add(&both, at[i].text, name_identity(name), d);
        at[at[i].text].n_text++;
        at[at[i].both].n_both++;
        sink_release(&text);
    }
    for (uint32_t i = 0; i < n; i++)
        t->clearness[i] = at[at[i].both].n_both > 1   ? NAME_IS_SHARED
                          : at[at[i].text].n_text > 1 ? NAME_IS_CUT
                                                      : NAME_IS_CLEAR;
    is_clear = texts.n == n;
    text_map_release(&texts);
    pair_map_release(&both);
    free(at);
    return is_clear;
}

/* Prints the lines below a row that tell which function it is, as wide as the page. */
static void spell_out(struct top_table *t, uint32_t row, struct sink *out)
{
    const struct report *r = t->p->r;
    uint32_t symbol = t->rows->at[row], library = symtab_library(&r->program.symtab, symbol);
    const char *file = r->program.lines.at[symbol].file, *text;
    size_t columns = t->p->columns, used = columns;
    struct sink *s = &t->cell.text;

    if (t->clearness[row] == NAME_IS_CLEAR)
        return;
    sink_clear(s);
    sink_string(s, names_shown(&r->program.names, symbol));
    if (library != NO_SYMBOL)
        sink_printf(s, " (%s)", r->program.symtab.symbols[library].name);
    else if (t->clearness[row] == NAME_IS_SHARED)
        sink_printf(s, " (%s%s0x%" PRIx64 ")", file ? file : "", file ? ", " : "",
                    r->program.symtab.symbols[symbol].address);
    sink_char(s, '\0');
    text = s->buf;
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

/* Prints the caption of the table: its key, and the part that is left out. */
static void print_caption(struct top_table *t, bool padded, struct sink *out)
{
    static const char *const what[] = {[SORT_BY_SELF] = "Most self time",
                                       [SORT_BY_TOTAL] = "Most inclusive time",
                                       [SORT_BY_CALLS] = "Most calls"};
    const struct top_rows *rows = t->rows;
    struct sink *s = &t->cell.text;

    sink_clear(s);
    sink_string(s, what[rows->chosen_by]);
    if (rows->chosen_by != rows->key)
        sink_string(s, rows->key == SORT_BY_NAME ? ", by name" : ", by file");
    sink_printf(s, ": %s%" PRIu32 " function%s", rows->more == 0 && rows->n > 1 ? "all " : "",
                rows->n, rows->n == 1 ? "" : "s");
    if (rows->more > 0)
        sink_printf(s, ", %" PRIu32 " more", rows->more);
    if (rows->more_share > 0)
        sink_printf(s, " with %.1f %%", rows->more_share < 0.999 ? 100 * rows->more_share : 99.9);
    sink_char(s, '\0');
    put_colour(t, bold, out);
    table_print_text(out, s->buf, padded ? t->all : t->p->columns, padded);
    put_colour(t, plain, out);
}

static void print_table(struct top_table *t, struct sink *out)
{
    sink_char(out, '\n');
    print_caption(t, false, out);
    sink_char(out, '\n');
    if (t->rows->n > 0) {
        print_line(t, NO_SYMBOL, false, out);
        sink_char(out, '\n');
    }
    for (uint32_t i = 0; i < t->rows->n; i++) {
        print_line(t, t->rows->at[i], false, out);
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
    print_line(left, NO_SYMBOL, true, out);
    sink_repeat(out, ' ', BETWEEN);
    print_line(right, NO_SYMBOL, false, out);
    for (uint32_t i = 0; i < n; i++) {
        sink_char(out, '\n');
        if (i < left->rows->n)
            print_line(left, left->rows->at[i], true, out);
        else
            sink_repeat(out, ' ', left->all);
        if (i >= right->rows->n)
            continue;
        sink_repeat(out, ' ', BETWEEN);
        print_line(right, right->rows->at[i], false, out);
    }
    sink_char(out, '\n');
}

/* Returns true if two tables can be side by side, and makes them fit. */
static bool fit_pair(struct top_table *left, struct top_table *right, size_t columns)
{
    size_t half = less(columns, BETWEEN) / 2;

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
    struct top_table tables[MOST_TOP_TABLES];

    for (size_t i = 0; i < n; i++) {
        struct top_table *t = &tables[i];
        double most = 0;

        *t = (struct top_table){
            .p = p, .rows = &rows[i], .is_only = p->r->style.sort != SORT_BY_REPORT};
        sink_init(&t->cell.text, -1, d);
        t->clearness = mem_alloc(d, t->rows->n, sizeof *t->clearness);
        for (uint32_t k = 0; k < t->rows->n; k++)
            most = fmax(most, share_of(t, t->rows->at[k]));
        /* one more if all are below 1 %, two more if all are below 0.1 % */
        t->decimals = most < 0.001 ? 3 : most < 0.01 ? 2 : 1;
        widen(t);
    }
    if (n == 2 && fit_pair(&tables[0], &tables[1], p->columns) && find_unclear(&tables[0], d) &&
        find_unclear(&tables[1], d)) {
        print_pair(&tables[0], &tables[1], out);
    } else {
        for (size_t i = 0; i < n; i++) {
            widen(&tables[i]); /* a pair may have no room for all columns */
            shrink(&tables[i], p->columns);
            find_unclear(&tables[i], d);
            print_table(&tables[i], out);
        }
    }
    for (size_t i = 0; i < n; i++) {
        sink_release(&tables[i].cell.text);
        free(tables[i].clearness);
    }
}
