/* name_near - which functions a word could mean that names none
 *
 * Role: for the messages of sym_search.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NAME_NEAR_H
#define SYMBOLS_NAME_NEAR_H

#include "base/diag.h"
#include "symbols/names.h"
#include "symbols/sym_lookup.h"

#include <stdbool.h>
#include <stddef.h>

enum { NAMES_NEAR = 3 }; /* at most as many are told */

/* A name that is near a word. */
struct near_name {
    char *name;      /* with scopes, without parameters; owned; NULL: none */
    size_t distance; /* the least is nearest */
};

struct near_word {
    size_t spec;                        /* number of the specification that it is in */
    const struct sym_lookup *lookup;    /* the word, which has named nothing; not owned */
    struct near_name names[NAMES_NEAR]; /* the nearest first */
    char *text;                         /* `did you mean ...?', or NULL; owned */
};

struct name_near {
    struct near_word *at; /* owned */
    size_t n, cap;
};

/* Takes in a word, unless there are many. Zero-initialise `near` first. */
void name_near_add(struct name_near *near, size_t spec, const struct sym_lookup *lookup,
                   struct diag *d);

/* Sets the text of each word that some name is near: of those that are told apart by one slip in
 * three letters, three at most, or that hold the word, the nearest ones; of a word that several
 * functions have as their name without scope, these. O(symbols * words * length of word * length of
 * names). */
void name_near_find(struct name_near *near, const struct names *names,
                    const struct sym_lookups *lookups, struct diag *d);

void name_near_release(struct name_near *near);

#endif
