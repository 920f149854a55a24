/* top_heading - prints the lines above and below the tables of --top
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TOP_HEADING_H
#define REPORT_TOP_HEADING_H

#include "report/top_figures.h"

/* Prints the lines above the `n` tables. */
void top_heading(const struct top_page *p, const struct top_rows *rows, size_t n, struct sink *out,
                 struct diag *d);

/* Prints the line below the tables, with the next command to try. `hottest` is the function of the
 * first row, or NO_SYMBOL. */
void top_next(const struct top_page *p, uint32_t hottest, struct sink *out, struct diag *d);

#endif
