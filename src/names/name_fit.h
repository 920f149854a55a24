/* name_fit - shortens a name to fit a column
 *
 * Role: for tables on a terminal. The least important part is cut first: parameters, template
 * arguments, qualifiers, leading scopes, and at last the middle.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_NAME_FIT_H
#define NAMES_NAME_FIT_H

#include "names/name_forms.h"

/* Most bytes that name_fit writes for `columns` columns. */
#define NAME_FIT_BYTES(columns) (4 * (size_t)(columns) + 1)

/* Writes `name`, a result of names_shown, into `out`, cut to at most `columns` columns of a
 * terminal. Returns its number of columns. `out` has room for NAME_FIT_BYTES(columns) bytes.
 * Control characters and damaged UTF-8 become `?'. Parts that are left out become `...'. O(length
 * of the name). */
size_t name_fit(const char *name, enum name_syntax syntax, size_t columns, char *out);

/* Returns the columns that name_fit needs for the whole name. */
size_t name_columns(const char *name);

#endif
