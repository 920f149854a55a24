/* sym_lookup - the functions that a text names in the words of the source
 *
 * Role: for sym_search. Many texts are looked for at once, in one pass over all symbols: each is
 * compared with the forms of each demangled name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_LOOKUP_H
#define SYMBOLS_SYM_LOOKUP_H

#include "base/diag.h"
#include "symbols/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text that is looked for. */
struct sym_lookup {
    char *text;        /* without blanks that do not matter; owned */
    char *file;        /* only functions of this source file, or NULL: any; owned */
    size_t first, n;   /* those of `hits` that it names, by ascending symbols */
    bool is_ambiguous; /* it names none, as several functions have it as their name without scope */
};

/* That a text is a form of a symbol's name. */
struct sym_hit {
    uint64_t scope; /* of the name with its scopes: its hash */
    uint32_t lookup;
    uint32_t symbol;
    unsigned rank; /* how good the form is: the least is best */
};

struct sym_lookups {
    struct sym_lookup *at; /* owned */
    size_t n, cap;
    struct sym_hit *hits; /* owned */
    size_t n_hits, hits_cap;
};

/* Looks for the `bytes` bytes at `text`; if there is a `file`, of file_bytes bytes, only in it.
 * Zero-initialise `l` before the first call. Returns the number of the lookup. */
size_t sym_lookup_add(struct sym_lookups *l, const char *text, size_t bytes, const char *file,
                      size_t file_bytes, struct diag *d);

/* Finds all texts. Of the forms of names, the first of these that some function has counts:
 *   all of the name, with or without the type of the result; the linker's name;
 *   without parameters or template arguments, or with these cut as names_shown cuts them;
 *   without scope, if all functions that are called so have one scope;
 *   the text is a shell pattern (name_glob.h), which names what it fits, but no function of the
 *   profiler; it is for names without parameters and template arguments, unless it has `(' or `<'.
 * Blanks matter only between words. O(symbols * (log(lookups) + patterns) * length of names).
 */
void sym_lookup_all(struct sym_lookups *l, const struct names *names, struct diag *d);

void sym_lookup_release(struct sym_lookups *l);

/* Copy `bytes` bytes at `from` to `to`, which has room for one more, and leave out blanks that do
 * not stand between two words. */
void sym_lookup_squeeze(char *to, const char *from, size_t bytes);

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
