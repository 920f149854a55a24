/* table - prints cells in columns as wide as their widest cell, within a terminal's width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/table.h"

#include "base/mem.h"
#include "base/text_map.h"
#include "base/utf8_put.h"
#include "base/words.h"
#include "names/name_fit.h"

enum {
    NAME_WANTS = 20,  /* columns that a name may take before other columns get any */
    LEAST = 8,        /* columns that a name or a text always has */
    PLACE_LEAVES = 4, /* columns of a name that the text behind it must leave */
    TEXT_WANTS = 14,  /* columns that a text may need; with fewer it is left out */
    TEXT_GAP = 2,     /* columns in front of a text */
    FULL_NAME = 60, /* columns for names that are not cut; longer ones move the rest of the line */
    INDENT = 4      /* blanks in front of a line that continues a row */
};

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

void table_init(struct table *t, struct diag *d)
{
    *t = (struct table){.text = sink_in_memory(d)};
}

struct table_column *table_add(struct table *t, enum column_kind kind, const char *gap,
                               const char *title, size_t least)
{
    struct table_column *c = &t->columns[t->n_columns++];

    *c = (struct table_column){.kind = kind, .gap = gap, .title = title, .widest = least};
    return c;
}

void table_end_cell(struct table *t)
{
    struct table_column *c = &t->columns[t->n_cells % t->n_columns];
    size_t width;

    sink_char(&t->text, '\0');
    width = name_columns(t->text.buf + t->next.start);
    if (t->next.name)
        width += name_columns(t->next.name);
    if (width > c->widest && (!c->most || width <= c->most))
        c->widest = width;
    *mem_push(t->text.diag, t->cells, t->n_cells, t->cells_cap) = t->next;
    t->next = (struct table_cell){.start = t->text.used};
}

/* Returns a cell, or NULL for a title. */
static const struct table_cell *cell_at(const struct table *t, int64_t row, size_t column)
{
    return row == TABLE_TITLES ? NULL : &t->cells[(size_t)row * t->n_columns + column];
}

static bool is_empty(const struct table *t, const struct table_cell *cell)
{
    return cell && !cell->name && !t->text.buf[cell->start];
}

/* ---- how wide ---- */

static bool has(const struct table *t, size_t column)
{
    const struct table_column *c = &t->columns[column];

    return c->dropped == 0 || c->dropped > t->dropped;
}

/* Returns true if the title of a column is for the next one, too. */
static bool is_double(const struct table *t, size_t column)
{
    return column + 1 < t->n_columns && !t->columns[column + 1].title;
}

/* Returns the columns of a line in which the name has at most `name` columns, and each text at most
 * `text`. */
static size_t line_columns(const struct table *t, size_t name, size_t text)
{
    size_t sum = 0;

    for (size_t i = 0; i < t->n_columns; i++) {
        const struct table_column *c = &t->columns[i];

        if (has(t, i))
            sum += name_columns(c->gap) + at_most(c->width, c->kind == COLUMN_NAME   ? name
                                                            : c->kind == COLUMN_TEXT ? text
                                                                                     : SIZE_MAX);
    }
    return sum;
}

/* Returns the number of the column of names. */
static size_t name_column(const struct table *t)
{
    size_t column = 0;

    while (t->columns[column].kind != COLUMN_NAME)
        column++;
    return column;
}

/* Drops columns, and divides the room that numbers leave: of two columns, a text has at most two
 * fifths. */
static void shrink(struct table *t, size_t columns)
{
    struct table_column *name = &t->columns[name_column(t)];
    size_t room;

    while (t->dropped < TABLE_COLUMNS && line_columns(t, NAME_WANTS, TEXT_WANTS) > columns)
        t->dropped++;
    room = less(columns, line_columns(t, 0, 0));
    for (size_t i = 0; i < t->n_columns; i++) {
        struct table_column *c = &t->columns[i];
        size_t least = 2 * (room + TEXT_GAP) / 5;

        if (!has(t, i) || c->kind != COLUMN_TEXT)
            continue;
        least = name->width + least < room ? room - name->width : least;
        c->width = at_most(c->width, least > LEAST ? least : LEAST);
        room = less(room, c->width);
    }
    name->width = at_most(name->width, room > LEAST ? room : LEAST);
}

void table_fit(struct table *t, size_t columns)
{
    t->dropped = 0;
    t->cuts = columns > 0;
    for (size_t i = 0; i < t->n_columns; i++) {
        struct table_column *c = &t->columns[i];

        c->width = t->cuts || c->kind != COLUMN_NAME ? c->widest : at_most(c->widest, FULL_NAME);
        if (c->title && c->width < name_columns(c->title) && !is_double(t, i))
            c->width = name_columns(c->title);
    }
    if (t->cuts && line_columns(t, SIZE_MAX, SIZE_MAX) > columns)
        shrink(t, columns);
    t->line = line_columns(t, SIZE_MAX, SIZE_MAX);
}

/* ---- lines ---- */

size_t table_print_text(struct sink *out, const char *text, size_t columns)
{
    enum { DOTS = 3 };
    bool has_dots = name_columns(text) > columns && columns > DOTS;
    size_t used = name_put_start(out, text, has_dots ? columns - DOTS : columns);

    sink_string(out, has_dots ? "..." : "");
    return has_dots ? used + DOTS : used;
}

/* Prints the name of a function, cut, and the text behind it, if that leaves some columns for the
 * name. Returns the columns that both take. */
static size_t print_name(const struct table *t, const struct table_cell *cell, size_t width,
                         struct sink *out)
{
    const char *text = t->text.buf + cell->start;
    size_t place = name_columns(text), used;

    if (!t->cuts) {
        utf8_put_text(out, cell->name);
        sink_string(out, text);
        return name_columns(cell->name) + place;
    }
    if (place + PLACE_LEAVES > width && place + name_columns(cell->name) > width)
        place = 0;
    used = name_fit(out, cell->name, cell->syntax, width - place) + place;
    sink_string(out, place > 0 ? text : "");
    return used;
}

/* Prints the cell of a row in one column, after table_fit. */
static void print_cell(const struct table *t, int64_t row, size_t column, bool padded,
                       struct sink *out)
{
    const struct table_column *c = &t->columns[column];
    const struct table_cell *cell = cell_at(t, row, column);
    const char *text = cell ? t->text.buf + cell->start : c->title;
    bool is_right = c->kind == COLUMN_NUMBER;
    size_t width = c->width, used;

    if (!cell && is_double(t, column)) {
        width += name_columns(c[1].gap) + c[1].width;
        is_right = false;
    } else if (!cell && c->narrow && width < name_columns(text)) {
        text = c->narrow;
    }
    if (is_right)
        sink_repeat(out, ' ', less(width, name_columns(text)));
    if (cell && cell->name)
        used = print_name(t, cell, width, out);
    else
        used = table_print_text(out, text, t->cuts ? width : SIZE_MAX);
    if (padded && !is_right)
        sink_repeat(out, ' ', less(width, used));
}

/* Returns the last column of a line that is not empty: blanks are not printed at the end of a line.
 */
static size_t last_column(const struct table *t, int64_t row)
{
    size_t column = t->n_columns - 1;

    while (column > 0 && (!has(t, column) || is_empty(t, cell_at(t, row, column))))
        column--;
    return column;
}

void table_print_row(const struct table *t, int64_t row, bool padded, struct sink *out)
{
    size_t last = padded ? t->n_columns : last_column(t, row);

    for (size_t i = 0; i < t->n_columns && i <= last; i++) {
        const struct table_cell *cell = cell_at(t, row, i);

        if (!has(t, i) || (!cell && !t->columns[i].title))
            continue;
        sink_string(out, t->columns[i].gap);
        sink_string(out, cell && cell->colour ? cell->colour : "");
        print_cell(t, row, i, i != last, out);
        sink_string(out, cell && cell->colour ? "\033[m" : "");
    }
}

/* ---- rows that look alike ---- */

static size_t n_rows(const struct table *t)
{
    return t->n_cells / t->n_columns;
}

bool table_tell_apart(struct table *t, size_t columns)
{
    struct diag *d = t->text.diag;
    size_t n = n_rows(t), column = name_column(t);
    LOCAL struct {
        uint32_t text, both;     /* numbers of the row's text, and of its text and name */
        uint32_t n_text, n_both; /* rows that have the text, or both, of this number */
    } *at = mem_alloc(d, n, sizeof *at);
    LOCAL_BY(text_map_release) struct text_map texts = {0};
    LOCAL_BY(pair_map_release) struct pair_map both = {0};

    free(t->clearness);
    t->clearness = mem_alloc(d, n, sizeof *t->clearness);
    t->page = columns;
    for (size_t i = 0; i < n; i++) {
        const char *name = cell_at(t, (int64_t)i, column)->name;
        LOCAL_BY(sink_release) struct sink text = sink_in_memory(d);

        print_cell(t, (int64_t)i, column, false, &text);
        at[i].text = text_map_add(&texts, sink_text(&text), d);
        at[i].both = pair_map_add(&both, at[i].text, name ? text_hash(name, 0) : 0, d);
        at[at[i].text].n_text++;
        at[at[i].both].n_both++;
    }
    for (size_t i = 0; i < n; i++)
        if (cell_at(t, (int64_t)i, column)->name)
            t->clearness[i] = at[at[i].both].n_both > 1   ? NAME_IS_SHARED
                              : at[at[i].text].n_text > 1 ? NAME_IS_CUT
                                                          : NAME_IS_CLEAR;
    return texts.n == n;
}

/* Prints the lines below a row that tell which function it is. */
static void spell_out(const struct table *t, size_t row, struct sink *out)
{
    bool is_shared = t->clearness[row] == NAME_IS_SHARED;
    size_t used = t->page;
    LOCAL_BY(sink_release) struct sink name = sink_in_memory(out->diag);
    const char *text;

    if (t->clearness[row] == NAME_IS_CLEAR || (is_shared && !t->tell))
        return;
    sink_string(&name, cell_at(t, (int64_t)row, name_column(t))->name);
    if (t->tell)
        t->tell(t->context, row, is_shared, &name);
    text = sink_text(&name);
    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code), wide = utf8_columns(code);

        if (used + wide > t->page) {
            sink_char(out, '\n');
            sink_repeat(out, ' ', INDENT);
            used = INDENT;
        }
        utf8_put_safe(out, code, text, bytes);
        used += wide;
        text += bytes;
    }
}

void table_print_rows(const struct table *t, struct sink *out)
{
    table_print_row(t, TABLE_TITLES, false, out);
    sink_char(out, '\n');
    for (size_t row = 0; row < n_rows(t); row++) {
        table_print_row(t, (int64_t)row, false, out);
        spell_out(t, row, out);
        sink_char(out, '\n');
    }
}

void table_print(struct table *t, size_t columns, struct sink *out)
{
    table_fit(t, columns);
    table_tell_apart(t, columns);
    table_print_rows(t, out);
    table_release(t);
}

void table_release(struct table *t)
{
    sink_release(&t->text);
    free(t->cells);
    free(t->clearness);
}
