/* sym_search - specifications in the words of the source
 *
 * Role: between the command line and sym_filter. What a specification names as the linker has it
 * stays what it means. One that names nothing so is looked for among the names that users see
 * (sym_lookup.h): all of its text, or each side of FROM/TO, whichever of its slashes that is, as
 * `operator/' has one; behind the first colon of FILE:FUNCTION that is not one of two. For what is
 * not found either, it says which names are near.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_SEARCH_H
#define SYMBOLS_SYM_SEARCH_H

#include "base/diag.h"
#include "symbols/names.h"
#include "symbols/sym_ids.h"

/* Where to look. */
struct sym_search_in {
    const struct image *image;
    const struct symtab *symtab;
    const struct sym_lines *lines; /* of all symbols if ids->need_lines */
    enum demangle_style demangle;
};

/* Copies `ids`, which must outlive the copy, to `found`, and completes its specifications with what
 * was found and with hints. O(symbols log(specifications)) where all name something; else, for u
 * that do not, O(symbols * (log(u) + patterns) * length of names). To be released with
 * sym_ids_release. */
void sym_search(struct sym_ids *found, const struct sym_ids *ids, const struct sym_search_in *in,
                struct diag *d);

/* Does the same from what was found in `symtab`, for `other`, which has the same code, but may have
 * other symbols behind it. `ids` must outlive the copy. */
void sym_search_again(struct sym_ids *found, const struct sym_ids *ids, const struct symtab *symtab,
                      const struct symtab *other, struct diag *d);

#endif
