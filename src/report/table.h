/* table - prints cells in columns as wide as their widest cell, within a terminal's width
 *
 * Role: a report adds the cells of its rows one after the other, and the table prints all of them
 * at the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "base/diag.h"
#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>

enum { TABLE_COLUMNS = 8, TABLE_TEXT_LEAST = 8 /* least columns of a text that is cut */ };

enum table_kind {
    TABLE_NUMBER, /* to the right */
    TABLE_WORD,   /* to the left */
    TABLE_NAME    /* to the left, and cut if the lines would be too long */
};

struct table_column {
    enum table_kind kind;
    const char *gap;   /* text in front of the column, even of the first one */
    const char *title; /* title; NULL: the title of the column before is for both */
    size_t width;      /* columns of the widest cell; at first the least width */
    size_t most;       /* widest cell that counts for the width; 0: all count */
};

/* A table; zero-initialised except for `text`, a sink in memory. */
struct table {
    struct table_column columns[TABLE_COLUMNS];
    size_t n_columns;
    struct sink text; /* cells, row by row, each with a NUL behind it; reports write into it */
    size_t start;     /* offset of the cell that is being written */
    size_t n_cells;   /* number of complete cells */
};

/* Adds a column. To be called before the first cell is written. */
void table_add(struct table *t, enum table_kind kind, const char *gap, const char *title,
               size_t least);

/* Ends the cell that was written into t->text. The caller must not write unsafe characters
 * there. */
void table_end_cell(struct table *t);

/* Prints the titles and the rows, and releases the table. `columns` is the width of lines; 0: no
 * limit. */
void table_print(struct table *t, size_t columns, struct sink *out);

/* Prints a text in at most `columns` columns, cut with `...'. If `padded`, blanks fill the columns.
 * Unsafe characters become `?'. */
void table_print_text(struct sink *out, const char *text, size_t columns, bool padded);

#endif
