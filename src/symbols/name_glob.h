/* name_glob - shell patterns for names
 *
 * Role: for sym_search. What fnmatch does, but in any locale alike, and never slower than the
 * product of both lengths.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NAME_GLOB_H
#define SYMBOLS_NAME_GLOB_H

#include <stdbool.h>

/* Whether a text holds what makes it a pattern: `*', `?' or `['. */
bool name_is_glob(const char *text);

/* Whether `pattern` fits all of `name`: `*' stands for any characters, `/' and dots among them, `?'
 * for one, [a-z] for one of these, [!a-z] or [^a-z] for one that is none of them, and a backslash
 * takes from the next character what it means. A `[' without its `]' is just that. A character is
 * one of UTF-8; a damaged byte is one, too. */
bool name_glob(const char *pattern, const char *name);

#endif
