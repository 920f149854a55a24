/* grid_html - writes texts and tables as parts of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_GRID_HTML_H
#define VIEW_GRID_HTML_H

#include "view/grid.h"

/* Writes text, of any bytes, as a part of a page. */
void html_put_text(struct sink *out, const char *text);

/* Writes the rows that people see as a table. */
void grid_html(const struct grid *g, struct sink *out, struct diag *d);

#endif
