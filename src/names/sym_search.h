/* sym_search - resolves specifications that use names as in the source
 *
 * Role: between the command line and sym_filter. A specification that names symbols by their
 * linker names keeps that meaning. Any other is looked for among the names that users see: all of
 * its text, or each side of FROM/TO at any slash, as `operator/' has one. In FILE:FUNCTION, the
 * function is behind the first single colon. If nothing is found, near names are the hint
 * (name_near.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_SYM_SEARCH_H
#define NAMES_SYM_SEARCH_H

#include "image/core_demangle.h"
#include "names/names.h"
#include "symbols/sym_ids.h"

/* Copies `ids`, which must outlive the copy, to `found`, and completes its specifications with
 * found symbols and hints. O(symbols log(specifications)) if all name something. If u of them do
 * not, O(symbols * (log(u) + patterns) * length of names). `lines` has the lines of all symbols
 * if ids->need_lines. If the symbols are too many for the patterns, some are left out, with a
 * warning. To be released with sym_ids_release. */
void sym_search(struct sym_ids *found, const struct sym_ids *ids, const struct image *image,
                const struct symtab *symtab, const struct sym_lines *lines,
                enum demangle_style demangle, struct diag *d);

/* Copies `bytes` bytes at `from` to `to`, which has room for one more, and leaves out blanks that
 * are not between two words. */
void sym_query_squeeze(char *to, const char *from, size_t bytes);

#endif
