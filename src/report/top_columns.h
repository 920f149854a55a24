/* top_columns - lists the columns of --top, and fills their cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TOP_COLUMNS_H
#define REPORT_TOP_COLUMNS_H

#include "report/table.h"
#include "report/top_figures.h"

struct top_table {
    const struct top_page *p;
    const struct top_rows *rows;
    bool is_only;       /* the table replaces several, and has the columns of all */
    unsigned decimals;  /* decimals of percentages */
    struct table cells; /* owned */
    const struct top_column *column; /* column of the cell that is being written */
};

struct top_column {
    const char *title;
    const char *narrow; /* title if the column is narrower than `title`; NULL: none */
    enum sort_key of;   /* key of the figure that percentages, errors and times are of */
    bool is_time;       /* cells are times; a unit other than seconds replaces the title */
    enum column_kind kind;
    enum sort_key key; /* a table in the order of this key always keeps the column; if it is not
                        * set, no table does */
    unsigned dropped;  /* as in struct table_column */
    bool (*is_in)(const struct top_table *t); /* returns true if a table has the column; NULL: all
                                               * have it */
    void (*put)(struct top_table *t,
                uint32_t symbol); /* writes the cell of a function, but does not end it */
};

/* Columns in their order from left to right. */
extern const struct top_column top_columns[];
extern const size_t n_top_columns; /* at most TABLE_COLUMNS */

#endif
