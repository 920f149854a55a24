/* sym_search - finds what specifications mean that are in the words of the source
 *
 * Role: between the command line and sym_filter. What a specification names as the linker has it
 * stays what it means. One that names nothing so is looked for among the names that users see
 * (sym_query.c): all of its text, or each side of FROM/TO, whichever of its slashes that is, as
 * `operator/' has one; behind the first colon of FILE:FUNCTION that is not one of two. For what is
 * not found either, it says which names are near (name_near.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_SEARCH_H
#define SYMBOLS_SYM_SEARCH_H

#include "base/diag.h"
#include "symbols/names.h"
#include "symbols/sym_ids.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The symbols that are looked at. */
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

/* ---- sym_query.c: for sym_search.c and name_near.c ---- */

/* A text that is looked for. */
struct sym_query {
    char *text;        /* without blanks that do not matter; owned */
    char *file;        /* only functions of this source file, or NULL: any; owned */
    size_t first, n;   /* those of `hits` that it names, by ascending symbols */
    bool is_ambiguous; /* it names none, as several functions have it as their name without scope */
};

/* That a text is a form of a symbol's name. */
struct sym_hit {
    uint64_t scope; /* of the name with its scopes: its hash */
    uint32_t query;
    uint32_t symbol;
    unsigned rank; /* how good the form is: the least is best */
};

struct sym_queries {
    struct sym_query *at; /* owned */
    size_t n, cap;
    struct sym_hit *hits; /* owned */
    size_t n_hits, hits_cap;
};

/* Looks for the `bytes` bytes at `text`; if there is a `file`, of file_bytes bytes, only in it.
 * Zero-initialise `q` before the first call. The query is the last one of q->at. */
void sym_query_add(struct sym_queries *q, const char *text, size_t bytes, const char *file,
                   size_t file_bytes, struct diag *d);

/* Finds all texts. Of the forms of names, the first of these that some function has counts:
 *   all of the name, with or without the type of the result; the linker's name;
 *   without parameters or template arguments, or with these cut as names_shown cuts them;
 *   without scope, if all functions that are called so have one scope;
 *   the text is a shell pattern (name_glob), which names what it fits, but no function of the
 *   profiler; it is for names without parameters and template arguments, unless it has `(' or `<'.
 * Blanks matter only between words. O(symbols * (log(queries) + patterns) * length of names). */
void sym_query_all(struct sym_queries *q, const struct names *names, struct diag *d);

void sym_query_release(struct sym_queries *q);

/* Copies `bytes` bytes at `from` to `to`, which has room for one more, and leaves out blanks that
 * do not stand between two words. */
void sym_query_squeeze(char *to, const char *from, size_t bytes);

/* ---- name_near.c: for sym_search.c ---- */

enum { NAMES_NEAR = 3, WORDS_NEAR = 8 }; /* names at most that are told of a word, and words */

/* A name that is near a word. */
struct near_name {
    char *name;      /* with scopes, without parameters; owned; NULL: none */
    size_t distance; /* the least is nearest */
};

struct near_word {
    size_t spec;                        /* number of the specification that it is in */
    const struct sym_query *query;      /* the word, which has named nothing; not owned */
    struct near_name names[NAMES_NEAR]; /* the nearest first; NULL at first and at the end */
};

/* Sets the hints of the specifications of `n` words, `did you mean ...?', if some name is near: of
 * those that are told apart by one slip in three letters, three at most, or that hold the word, the
 * nearest ones; of a word that several functions have as their name without scope, these.
 * O(symbols * words * length of word * length of names). */
void name_near_find(struct sym_ids *ids, struct near_word *words, size_t n,
                    const struct names *names, const struct sym_queries *queries, struct diag *d);

#endif
