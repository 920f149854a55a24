/* name_near - finds which functions a word could mean that names none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_NAME_NEAR_H
#define NAMES_NAME_NEAR_H

#include "base/text_map.h"
#include "names/names.h"
#include "symbols/sym_ids.h"

/* A text to look for. */
struct sym_query {
    char *text;        /* text without insignificant blanks; owned */
    char *file;        /* only functions of this source file, or NULL: any; owned */
    size_t first, n;   /* range of `hits` that the text names, by ascending symbols */
    bool is_ambiguous; /* the text names no function, since it is the name without scope of
                        * several */
    uint32_t found;    /* 1 + number of its symbols in ids->found; 0: they are not there */
};

/* A form of a symbol's name that equals a text. */
struct sym_hit {
    uint64_t place; /* number of the query << 32 | rank of the form; the least rank is best */
    uint64_t symbol;
    uint64_t scope; /* hash of the name with its scopes */
};

struct sym_queries {
    struct sym_query *at; /* owned */
    size_t n, cap;
    struct text_map texts; /* text, and file, of each query: none stands twice */
    struct sym_hit *hits;  /* owned */
    size_t n_hits, hits_cap;
};

enum { NAMES_NEAR = 3, WORDS_NEAR = 8 }; /* most names in a hint, and most words with a hint */

/* A name that is near a word. */
struct near_name {
    char *name;      /* name with scopes, without parameters; owned; NULL: none */
    size_t distance; /* distance from the word */
};

struct near_word {
    size_t spec;                        /* number of the word's specification */
    const struct sym_query *query;      /* query for the word, which has named nothing; not owned */
    struct near_name names[NAMES_NEAR]; /* names, the nearest first; NULL at first and at the end */
};

/* Sets the hints, `did you mean ...?', of the specifications of `n` words. A name is near if it
 * differs by at most one slip in three letters, and at most three slips, or if it holds the word.
 * The nearest names are in the hint. For a name without scope that several functions have, the hint
 * has these functions. O(symbols * words * length of word * length of names). */
void name_near_find(struct sym_ids *ids, struct near_word *words, size_t n,
                    const struct names *names, const struct sym_queries *queries);

#endif
