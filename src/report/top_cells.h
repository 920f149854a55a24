/* top_cells - the columns of --top, and what stands in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TOP_CELLS_H
#define REPORT_TOP_CELLS_H

#include "base/sink.h"
#include "report/top.h"

#include <stdbool.h>
#include <stdint.h>

/* In their order from left to right: numbers, then texts. */
enum top_column {
    SELF_PERCENT,
    SELF_ERROR,
    SELF_TIME,
    TOTAL_PERCENT,
    TOTAL_ERROR,
    TOTAL_TIME,
    CALLS,
    CALLS_PERCENT,
    FUNCTION,
    CALLER,
    FILE_NAME,
    TOP_COLUMNS
};

struct top_table {
    const struct report *r;
    const struct top_facts *facts;
    const struct top_rows *rows;
    bool is_only;          /* it stands for several, and has the columns of all */
    bool has[TOP_COLUMNS]; /* which columns there are */
    unsigned widths[TOP_COLUMNS];
    unsigned all;      /* columns of a line */
    unsigned decimals; /* of percentages */
    struct sink cell;  /* the text of a cell */
    char *name;        /* room for a name of MOST_COLUMNS columns; owned */
};

static inline bool top_is_text(enum top_column column)
{
    return column >= FUNCTION;
}

/* What stands above a column. */
const char *top_cell_title(const struct top_table *t, enum top_column column);

/* The columns that the cell would take, if nothing was cut. */
unsigned top_cell_columns(struct top_table *t, enum top_column column, uint32_t symbol);

/* Print the cell, as wide as the column is: numbers to the right, texts to the left. `padded`: with
 * blanks behind a text. */
void top_cell_print(struct top_table *t, enum top_column column, uint32_t symbol, bool padded,
                    struct sink *out);

/* How large a function is by what it is listed for: a share of 1. */
double top_cell_share(const struct top_table *t, uint32_t symbol);

#endif
