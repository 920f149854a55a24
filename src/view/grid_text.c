/* grid_text - prints tables in columns as wide as their widest cell, within a terminal's width
 *
 * Names that do not fit are cut, and columns are dropped, by one rule: a wider line never shows
 * less of a name. So what a name gets at least depends on the width of the line alone. Other
 * columns appear if they fit into the rest, the most useful first. Only when all of them are there,
 * what is left is divided. If cut names are equal, lines below the rows tell the full names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "base/text_map.h"
#include "base/utf8_put.h"
#include "base/words.h"
#include "names/name_fit.h"
#include "view/grid.h"

enum {
    NAME_WANTS = 20, /* columns that a name gets before columns that may be dropped get any */
    NAME_KEEPS = 28, /* columns of a name that are not given to the text behind it */
    TEXT_WANTS = 14, /* likewise a text; with fewer columns it is left out if it may be dropped */
    LEAST = 8,       /* columns that a name or a text always has */
    FULL_NAME = 60,  /* columns for names that are not cut; longer ones move the rest of the line */
    INDENT = 4,      /* blanks in front of a line that continues a row */
    BETWEEN = 3      /* columns between two tables side by side */
};

enum { TITLES = -1 }; /* row number of the titles */

/* Large percentages, with their colours. */
static const double hot = 10, warm = 3;
static const char bold[] = "\033[1m", red[] = "\033[31m", yellow[] = "\033[33m", dim[] = "\033[2m",
                  plain[] = "\033[m";

/* How clearly a row tells its function. */
enum clearness {
    NAME_IS_CLEAR,
    NAME_IS_CUT,   /* the cut name equals that of another row */
    NAME_IS_SHARED /* two functions have the same name */
};

struct column {
    const struct grid_column *of; /* as the report describes it */
    size_t number;                /* number of its cell in a row */
    const char *gap;              /* text in front of the column */
    size_t whole;                 /* columns of the widest cell that counts, and of the title */
    size_t width;                 /* columns that it gets */
};

struct cell {
    size_t start;            /* offset of the text in table.text */
    const char *name;        /* name of a function, in front of the text; NULL: none; not owned */
    enum name_syntax syntax; /* syntax of the name */
    unsigned indent;         /* blanks in front of the name */
};

struct row {
    size_t number; /* number in the grid */
    double heat;
    uint8_t clearness; /* how clearly it tells its function; made by tell_apart */
};

/* A table whose rows are made. */
struct table {
    const struct grid *grid;
    const struct grid_document *document;
    struct column columns[GRID_COLUMNS];
    size_t n_columns;
    struct sink text;   /* texts of cells, each with a NUL behind it; owned */
    struct cell *cells; /* row by row; owned */
    size_t n_cells, cells_cap;
    struct row *rows; /* owned */
    size_t n_rows, rows_cap;
    unsigned dropped; /* columns whose `dropped` is at most this number are left out */
    size_t line;      /* columns of a line */
    bool cuts;        /* a line has a limit */
};

static size_t at_most(size_t n, size_t most)
{
    return n < most ? n : most;
}

static size_t at_least(size_t n, size_t least)
{
    return n > least ? n : least;
}

static size_t less(size_t from, size_t n)
{
    return from > n ? from - n : 0;
}

/* ---- cells ---- */

static void add_columns(struct table *t)
{
    for (size_t i = 0; i < t->grid->n_columns; i++) {
        const struct grid_column *c = &t->grid->columns[i];
        const char *gap = c->gap ? c->gap : t->n_columns > 0 ? "  " : "";

        if (c->title)
            t->columns[t->n_columns++] =
                (struct column){.of = c, .number = i, .gap = gap, .whole = c->least};
    }
}

static void add_row(struct table *t, const struct grid_row *row, size_t number)
{
    struct diag *d = t->text.diag;

    *mem_push(d, t->rows, t->n_rows, t->rows_cap) = (struct row){number, row->heat, NAME_IS_CLEAR};
    for (size_t i = 0; i < t->n_columns; i++) {
        struct column *c = &t->columns[i];
        const struct grid_cell *from = &row->cells[c->number];
        size_t start = c->number > 0 ? from[-1].end : 0, width;
        struct cell cell = {t->text.used, from->name, from->syntax, from->indent};

        sink_bytes(&t->text, row->text.buf + start, from->end - start);
        sink_char(&t->text, '\0');
        width = name_columns(t->text.buf + cell.start) +
                (cell.name ? name_columns(cell.name) + cell.indent : 0);
        if (!c->of->most || width <= c->of->most)
            c->whole = at_least(width, c->whole);
        *mem_push(d, t->cells, t->n_cells, t->cells_cap) = cell;
    }
}

/* Returns true if the title of a column is for the next one, too. */
static bool is_double(const struct table *t, size_t column)
{
    return column + 1 < t->n_columns && t->columns[column + 1].of->is_joined;
}

static void table_init(struct table *t, const struct grid *g, const struct grid_document *document,
                       struct diag *d)
{
    LOCAL_BY(grid_row_release) struct grid_row row = {.text = sink_in_memory(d)};

    *t = (struct table){.grid = g, .document = document, .text = sink_in_memory(d)};
    add_columns(t);
    for (size_t i = 0; t->n_columns > 0 && i < g->n_rows; i++)
        if (grid_fill(g, i, true, &row))
            add_row(t, &row, i);
    for (size_t i = 0; i < t->n_columns; i++)
        if (!t->columns[i].of->is_joined && !is_double(t, i))
            t->columns[i].whole =
                at_least(name_columns(t->columns[i].of->title), t->columns[i].whole);
}

static void table_release(struct table *t)
{
    sink_release(&t->text);
    free(t->cells);
    free(t->rows);
}

/* Returns a cell, or NULL for a title. */
static const struct cell *cell_at(const struct table *t, int64_t row, size_t column)
{
    return row == TITLES ? NULL : &t->cells[(size_t)row * t->n_columns + column];
}

static bool is_empty(const struct table *t, const struct cell *cell)
{
    return cell && !cell->name && !t->text.buf[cell->start];
}

/* ---- how wide ---- */

static bool has(const struct table *t, size_t column)
{
    unsigned dropped = t->columns[column].of->dropped;

    return dropped == 0 || dropped > t->dropped;
}

static bool is_cut(const struct column *c)
{
    return c->of->kind == COLUMN_TEXT || c->of->kind == COLUMN_NAME;
}

/* Returns the columns of a line, in which names and texts have their least. */
static size_t least_line(const struct table *t)
{
    size_t sum = 0;

    for (size_t i = 0; i < t->n_columns; i++)
        if (has(t, i))
            sum += name_columns(t->columns[i].gap) + t->columns[i].width;
    return sum;
}

/* Gives names and texts what depends on the width of the line alone: a text two fifths of the room
 * that numbers leave, up to TEXT_WANTS; a name 28 of 80 columns of the line, if the texts that are
 * never dropped leave so much. */
static void give_least(struct table *t, size_t columns)
{
    size_t room = columns;

    t->dropped = GRID_COLUMNS;
    for (size_t i = 0; i < t->n_columns; i++)
        if (has(t, i))
            room = less(room, name_columns(t->columns[i].gap) +
                                  (is_cut(&t->columns[i]) ? 0 : t->columns[i].width));
    for (size_t i = 0; i < t->n_columns; i++) {
        struct column *c = &t->columns[i];

        if (c->of->kind != COLUMN_TEXT)
            continue;
        c->width =
            at_most(c->whole, c->of->dropped ? TEXT_WANTS
                                             : at_least(at_most(2 * room / 5, TEXT_WANTS), LEAST));
        room = less(room, has(t, i) ? c->width : 0);
    }
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].of->kind == COLUMN_NAME)
            t->columns[i].width =
                at_most(t->columns[i].whole,
                        at_least(at_most(at_least(columns * 7 / 20, NAME_WANTS), room), LEAST));
}

/* Divides the rest among names and texts: of two, a name gets three fifths, or what the text does
 * not need. */
static void give_rest(struct table *t, size_t rest)
{
    size_t texts_need = 0;

    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].of->kind == COLUMN_TEXT)
            texts_need += t->columns[i].whole - t->columns[i].width;
    for (size_t pass = 0; pass < 2; pass++) /* the name comes first */
        for (size_t i = 0; i < t->n_columns; i++) {
            struct column *c = &t->columns[i];
            size_t more = at_most(rest, c->whole - c->width);

            if (!is_cut(c) || (c->of->kind == COLUMN_NAME) != (pass == 0))
                continue;
            if (pass == 0)
                more = at_most(more, at_least(less(rest, texts_need), (3 * rest + 4) / 5));
            c->width += more;
            rest -= more;
        }
}

/* Makes lines fit into `columns` columns, if names can be cut that far; 0: no limit. */
static void fit(struct table *t, size_t columns)
{
    unsigned last = 0; /* greatest number of a column that may be dropped */

    t->dropped = 0;
    t->cuts = columns > 0;
    for (size_t i = 0; i < t->n_columns; i++) {
        struct column *c = &t->columns[i];

        c->width = t->cuts || c->of->kind != COLUMN_NAME ? c->whole : at_most(c->whole, FULL_NAME);
        last = c->of->dropped > last ? c->of->dropped : last;
    }
    if (t->cuts && least_line(t) > columns) {
        give_least(t, columns);
        for (t->dropped = 0; least_line(t) > columns && t->dropped < last;)
            t->dropped++;
        if (t->dropped == 0)
            give_rest(t, less(columns, least_line(t)));
    }
    t->line = least_line(t);
}

/* ---- lines ---- */

/* Prints a title or a caption in at most `columns` columns, cut with dots. Returns the columns that
 * it takes. */
static size_t print_words(struct sink *out, const char *text, size_t columns)
{
    enum { DOTS = 3 };
    bool has_dots = name_columns(text) > columns && columns > DOTS;
    size_t used = name_put_start(out, text, has_dots ? columns - DOTS : columns);

    sink_string(out, has_dots ? "..." : "");
    return has_dots ? used + DOTS : used;
}

/* Prints a name and the text behind it. If they do not fit, the name is cut down to LEAST, then the
 * text, and then its indent. A text that begins with two blanks is a library, which is cut or left
 * out before a name loses one of NAME_KEEPS columns. Returns the columns that all take. */
static size_t print_name(const struct table *t, const struct cell *cell, size_t width,
                         struct sink *out)
{
    const char *text = t->text.buf + cell->start;
    size_t indent = t->cuts ? at_most(cell->indent, less(width, LEAST)) : cell->indent;
    bool is_library = strncmp(text, "  ", 2) == 0;
    size_t behind = name_columns(text), keeps = is_library ? NAME_KEEPS : LEAST, used;

    sink_repeat(out, ' ', indent);
    if (!t->cuts) {
        utf8_put_text(out, cell->name);
        sink_string(out, text);
        return indent + name_columns(cell->name) + behind;
    }
    width -= indent;
    used = name_fit(out, cell->name, cell->syntax,
                    at_least(less(width, behind), at_most(width, keeps)));
    if (!is_library)
        return indent + used + name_fit_text(out, text, width - used);
    if (used + at_most(behind, LEAST) > width)
        return indent + used;
    sink_string(out, "  ");
    return indent + used + 2 + name_fit_text(out, text + 2, width - used - 2);
}

/* Prints the cell of a row in one column, after `fit`. */
static void print_cell(const struct table *t, int64_t row, size_t column, bool padded,
                       struct sink *out)
{
    const struct column *c = &t->columns[column];
    const struct cell *cell = cell_at(t, row, column);
    const char *text = cell ? t->text.buf + cell->start : c->of->title;
    bool is_right = c->of->kind == COLUMN_NUMBER;
    size_t width = c->width, used = 0;

    if (!cell && is_double(t, column)) {
        width += name_columns(c[1].gap) + c[1].width;
        is_right = false;
    } else if (!cell && c->of->narrow && width < name_columns(text)) {
        text = c->of->narrow;
    }
    if (is_right)
        sink_repeat(out, ' ', less(width, used = name_columns(text)));
    if (cell && cell->name)
        used = print_name(t, cell, width, out);
    else if (cell && is_right && used <= width)
        sink_string(out, text); /* nearly all cells: not read a second time */
    else if (cell)
        used = name_fit_text(out, text, t->cuts ? width : SIZE_MAX);
    else
        used = print_words(out, text, t->cuts ? width : SIZE_MAX);
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

/* Returns the colour of a cell, or NULL: large percentages have one, and texts that say more of a
 * function. */
static const char *colour_of(const struct table *t, int64_t row, size_t column)
{
    enum column_kind kind = t->columns[column].of->kind;
    double heat = row == TITLES ? 0 : t->rows[row].heat;

    if (!t->document->has_colour || row == TITLES)
        return NULL;
    if (kind == COLUMN_TEXT)
        return dim;
    return column > 0 && kind != COLUMN_NAME ? NULL
           : heat >= hot                     ? red
           : heat >= warm                    ? yellow
                                             : NULL;
}

/* Prints a row. A padded line has t->line columns. */
static void print_row(const struct table *t, int64_t row, bool padded, struct sink *out)
{
    size_t last = padded ? t->n_columns : last_column(t, row);

    for (size_t i = 0; i < t->n_columns && i <= last; i++) {
        const char *colour = colour_of(t, row, i);

        if (!has(t, i) || (row == TITLES && t->columns[i].of->is_joined))
            continue;
        sink_string(out, t->columns[i].gap);
        sink_string(out, colour ? colour : "");
        print_cell(t, row, i, i != last, out);
        sink_string(out, colour ? plain : "");
    }
}

/* ---- rows that look alike ---- */

/* Returns the number of the column of names, or n_columns. */
static size_t name_column(const struct table *t)
{
    size_t column = 0;

    while (column < t->n_columns && t->columns[column].of->kind != COLUMN_NAME)
        column++;
    return column;
}

/* Finds the rows whose names look like those of others, after `fit`. Returns true if there are
 * none. */
static bool tell_apart(struct table *t)
{
    struct diag *d = t->text.diag;
    size_t n = t->n_rows, column = name_column(t);
    LOCAL struct {
        uint32_t text, both;     /* numbers of the row's text, and of its text and name */
        uint32_t n_text, n_both; /* rows that have the text, or both, of this number */
    } *at = mem_alloc(d, n, sizeof *at);
    LOCAL_BY(text_map_release) struct text_map texts = {0};
    LOCAL_BY(pair_map_release) struct pair_map both = {0};

    if (column == t->n_columns)
        return true;
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
            t->rows[i].clearness = at[at[i].both].n_both > 1   ? NAME_IS_SHARED
                                   : at[at[i].text].n_text > 1 ? NAME_IS_CUT
                                                               : NAME_IS_CLEAR;
    return texts.n == n;
}

/* Prints the lines below a row that tell which function it is. */
static void spell_out(const struct table *t, size_t row, struct sink *out)
{
    const struct grid *g = t->grid;
    bool is_shared = t->rows[row].clearness == NAME_IS_SHARED;
    size_t page = t->document->page, used = page;
    LOCAL_BY(sink_release) struct sink name = sink_in_memory(out->diag);
    const char *text;

    if (t->rows[row].clearness == NAME_IS_CLEAR || (is_shared && !g->tell))
        return;
    sink_string(&name, cell_at(t, (int64_t)row, name_column(t))->name);
    if (g->tell)
        g->tell(g->context, t->rows[row].number, is_shared, &name);
    text = sink_text(&name);
    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code), wide = utf8_columns(code);

        if (used + wide > page) {
            sink_char(out, '\n');
            sink_repeat(out, ' ', INDENT);
            used = INDENT;
        }
        utf8_put_safe(out, code, text, bytes);
        used += wide;
        text += bytes;
    }
}

/* ---- tables ---- */

/* Prints the caption, cut or padded to `columns` columns. */
static void print_caption(const struct table *t, size_t columns, bool padded, struct sink *out)
{
    LOCAL_BY(sink_release) struct sink words = sink_in_memory(out->diag);
    bool has_colour = t->document->has_colour;
    size_t used;

    t->grid->caption(t->grid->context, &words);
    sink_string(out, has_colour ? bold : "");
    used = print_words(out, sink_text(&words), columns);
    sink_repeat(out, ' ', padded ? columns - used : 0);
    sink_string(out, has_colour ? plain : "");
}

static void print_table(const struct table *t, struct sink *out)
{
    if (t->grid->caption) {
        sink_char(out, '\n');
        print_caption(t, t->document->page, false, out);
        sink_char(out, '\n');
    }
    for (int64_t i = TITLES; t->n_rows > 0 && i < (int64_t)t->n_rows; i++) {
        print_row(t, i, false, out);
        if (i != TITLES)
            spell_out(t, (size_t)i, out);
        sink_char(out, '\n');
    }
}

/* Prints two tables side by side. */
static void print_pair(const struct table *left, const struct table *right, struct sink *out)
{
    int64_t n_left = (int64_t)left->n_rows, n_right = (int64_t)right->n_rows;

    sink_char(out, '\n');
    print_caption(left, left->line, true, out);
    sink_repeat(out, ' ', BETWEEN);
    print_caption(right, right->line, false, out);
    for (int64_t i = TITLES; i < (n_left > n_right ? n_left : n_right); i++) {
        sink_char(out, '\n');
        if (i < n_left)
            print_row(left, i, true, out);
        else
            sink_repeat(out, ' ', left->line);
        if (i >= n_right)
            continue;
        sink_repeat(out, ' ', BETWEEN);
        print_row(right, i, false, out);
    }
    sink_char(out, '\n');
}

/* Returns true if two tables can be side by side: whole, as half the width would cut names that the
 * whole width does not. */
static bool is_pair(struct table *left, struct table *right, const struct grid_document *document)
{
    fit(left, document->columns ? SIZE_MAX : 0);
    fit(right, document->columns ? SIZE_MAX : 0);
    return document->columns > 0 && left->n_rows > 0 && right->n_rows > 0 &&
           left->line + BETWEEN + right->line <= document->columns && tell_apart(left) &&
           tell_apart(right);
}

void grid_text(const struct grid_document *document, struct sink *out, struct diag *d)
{
    for (size_t i = 0; i < document->n; i++) {
        const struct grid *g = &document->grids[i];
        LOCAL_BY(table_release) struct table t = {0}, next = {0};

        if (g->above)
            g->above(g->context, out);
        table_init(&t, g, document, d);
        if (document->pair > 0 && i == document->pair)
            table_init(&next, &g[1], document, d);
        if (next.grid && is_pair(&t, &next, document)) {
            print_pair(&t, &next, out);
            g = &document->grids[++i];
        } else {
            fit(&t, document->columns);
            tell_apart(&t);
            print_table(&t, out);
        }
        if (g->below)
            g->below(g->context, out);
    }
}
