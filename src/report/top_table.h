/* top_table - prints the tables of --top
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TOP_TABLE_H
#define REPORT_TOP_TABLE_H

#include "report/top_figures.h"

enum { MOST_TOP_TABLES = 2 };

/* Prints tables of these rows, at most MOST_TOP_TABLES: one below the other, or two side by side if
 * they fit. If the user chose the sort key, there is one table, with all columns. */
void top_tables_print(const struct top_page *p, const struct top_rows *rows, size_t n,
                      struct sink *out, struct diag *d);

#endif
