/* name_fit - a name that fits a column
 *
 * Role: for tables on a terminal. What tells least is cut first: parameters, template arguments,
 * qualifiers, leading scopes, and at last the middle.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NAME_FIT_H
#define SYMBOLS_NAME_FIT_H

#include "symbols/name_forms.h"

#include <stddef.h>

/* How many bytes name_fit writes at most, for `columns` columns. */
#define NAME_FIT_BYTES(columns) (4 * (size_t)(columns) + 1)

/* Writes `name`, as names_shown tells it, into `out`, which has room for NAME_FIT_BYTES(columns)
 * bytes, so that it takes at most `columns` columns of a terminal, and return how many it takes. A
 * name that fits stays as it is, but for control characters and damaged UTF-8, which become `?'.
 * What is left out shows as `...'. O(length of the name). */
size_t name_fit(const char *name, enum name_syntax syntax, size_t columns, char *out);

/* How many columns name_fit would need to leave the name as it is. */
size_t name_columns(const char *name);

#endif
