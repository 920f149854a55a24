/* table - cells in columns that are as wide as their widest cell, within the width of a terminal
 *
 * Role: a report puts the cells of its rows one after the other, and the table prints all of them.
 * Nothing is printed before the last row is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "base/diag.h"
#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>

enum { TABLE_COLUMNS = 8, TABLE_TEXT_LEAST = 8 /* columns of a text that is cut */ };

enum table_kind {
    TABLE_NUMBER, /* to the right */
    TABLE_WORD,   /* to the left */
    TABLE_NAME    /* to the left, and cut if the lines would be too long */
};

struct table_column {
    enum table_kind kind;
    const char *gap;   /* what stands in front of it; the first one's, too */
    const char *title; /* NULL: the title of the column before stands above both */
    size_t width;      /* at first the least; it grows to that of the widest cell */
    size_t most;       /* cells that are wider do not count; 0: all do */
};

/* Zero-initialised but for `text`, a sink in memory. */
struct table {
    struct table_column columns[TABLE_COLUMNS];
    size_t n_columns;
    struct sink text; /* the cells, row by row, each with a NUL behind it; a report adds to it */
    size_t start;     /* where the cell begins that is being put */
    size_t n_cells;   /* cells before it */
};

/* Adds a column, before the first cell. */
void table_add(struct table *t, enum table_kind kind, const char *gap, const char *title,
               size_t least);

/* Ends the cell that was put into t->text, which holds nothing that must not reach a terminal. */
void table_end_cell(struct table *t);

/* Prints the titles and the rows; `columns`: how wide a line may be, 0: as wide as it wants. Then
 * releases the table. */
void table_print(struct table *t, size_t columns, struct sink *out);

/* Prints a text in at most `columns` columns, cut with `...'; `padded`: with blanks behind it, in
 * exactly as many. What must not reach a terminal is `?'. */
void table_print_text(struct sink *out, const char *text, size_t columns, bool padded);

#endif
