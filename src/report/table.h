/* table - prints cells in columns as wide as their widest cell, within a terminal's width
 *
 * Role: a report adds columns, then the cells of its rows one after the other. If the lines are too
 * long, columns are left out, the least useful first, and names are cut. If cut names are equal,
 * lines below the rows tell the full names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "base/sink.h"
#include "names/name_parts.h"

enum { TABLE_COLUMNS = 16 };

enum column_kind {
    COLUMN_NUMBER, /* to the right */
    COLUMN_WORD,   /* to the left */
    COLUMN_TEXT,   /* to the left, and cut if the lines would be too long */
    COLUMN_NAME    /* likewise; takes the room that other columns leave; a table has one */
};

struct table_column {
    enum column_kind kind;
    const char *gap;    /* text in front of the column, even of the first one */
    const char *title;  /* title; NULL: the title of the column before is for both */
    const char *narrow; /* title if the column is narrower than `title`; NULL: the title is cut */
    unsigned dropped;   /* if lines are too long, columns are dropped in the order of these numbers,
                         * equal ones together; below TABLE_COLUMNS; 0: never */
    size_t widest;      /* columns of the widest cell; at first the least width */
    size_t most;        /* widest cell that counts for the width; 0: all count */
    size_t width;       /* columns that table_fit gives */
};

struct table_cell {
    size_t start;            /* offset of the text in table.text */
    const char *name;        /* name of a function, in front of the text; NULL: none; not owned */
    enum name_syntax syntax; /* syntax of the name */
    const char *colour;      /* code that begins a colour; NULL: none */
};

struct table {
    struct table_column columns[TABLE_COLUMNS];
    size_t n_columns;
    struct sink text;         /* texts of cells, each with a NUL behind it; reports write into it */
    struct table_cell *cells; /* row by row; owned */
    size_t n_cells, cells_cap;
    struct table_cell next; /* the cell that is being written; reports may set the last members */
    unsigned dropped;       /* columns whose `dropped` is at most this number are left out */
    size_t line;            /* columns of a line */
    bool cuts;              /* a line has a limit */
    uint8_t *clearness;     /* how clearly a row tells its function, by row; made by
                             * table_tell_apart; owned */
    size_t page;            /* columns of the lines below rows */
    /* Prints what tells the function of a row, behind its full name; NULL: nothing is known.
     * `is_shared` means that another row has the same name. */
    void (*tell)(const void *context, size_t row, bool is_shared, struct sink *out);
    const void *context; /* argument of tell */
};

/* Makes a table without columns. */
void table_init(struct table *t, struct diag *d);

/* Adds a column, and returns it for further properties. To be called before the first cell is
 * written, and at most TABLE_COLUMNS times. */
struct table_column *table_add(struct table *t, enum column_kind kind, const char *gap,
                               const char *title, size_t least);

/* Ends the cell that was written into t->text. The caller must not write unsafe characters
 * there. */
void table_end_cell(struct table *t);

/* Writes a cell as printf would, and ends it. */
#define table_printf(t, ...) (sink_printf(&(t)->text, __VA_ARGS__), table_end_cell(t))

/* Makes lines fit into `columns` columns, if names can be cut that far; 0: no limit. */
void table_fit(struct table *t, size_t columns);

enum { TABLE_TITLES = -1 }; /* row number of the titles */

/* Prints a row, after table_fit. A padded line has t->line columns. */
void table_print_row(const struct table *t, int64_t row, bool padded, struct sink *out);

/* Finds the rows whose cells of COLUMN_NAME look like those of others, to be called after
 * table_fit. Lines below them have at most `columns` columns. Returns true if there are none. */
bool table_tell_apart(struct table *t, size_t columns);

/* Prints the titles and the rows, with the lines that tell them apart. */
void table_print_rows(const struct table *t, struct sink *out);

/* Fits the table, prints the titles and the rows, and releases the table. */
void table_print(struct table *t, size_t columns, struct sink *out);

void table_release(struct table *t);

/* Prints a text in at most `columns` columns, cut with `...'. Unsafe characters become `?'. Returns
 * the columns that it takes. */
size_t table_print_text(struct sink *out, const char *text, size_t columns);

#endif
