/* name_fit - shortens a name to fit a column
 *
 * Role: for tables on a terminal. The least important part is cut first: parameters, template
 * arguments, qualifiers, leading scopes, and at last the middle. The end of the last component is
 * never cut, as it tells names apart that begin alike. More columns never show less of a name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_NAME_FIT_H
#define NAMES_NAME_FIT_H

#include "base/sink.h"
#include "names/name_forms.h"

/* Writes `name`, a result of names_shown, cut to at most `columns` columns of a terminal. Returns
 * the columns written. Control characters and damaged UTF-8 become `?'. Parts that are left out
 * become `...'. O(length of the name). */
size_t name_fit(struct sink *out, const char *name, enum name_syntax syntax, size_t columns);

/* Likewise for a text that is not the name of a function, such as a path: its beginning is cut. */
size_t name_fit_text(struct sink *out, const char *text, size_t columns);

/* Writes the beginning of any text, up to `columns` columns, with utf8_put_safe. Returns the
 * columns written. */
size_t name_put_start(struct sink *out, const char *text, size_t columns);

/* Returns the columns that name_fit needs for the whole name. */
size_t name_columns(const char *name);

#endif
