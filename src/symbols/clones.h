/* clones - finds symbols that are copies or parts of another function
 *
 * Role: compilers make several symbols of one function of the source: copies for some arguments
 * (heavy.constprop.0), parts of its body (heavy.part.0, heavy.cold), loops that run in threads
 * (heavy._omp_fn.0), versions for processors (heavy.avx2). A number alone does not make a clone:
 * inner.0 and inner.1 are nested functions of two others, heavy.lto_priv.0 is a static function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_CLONES_H
#define SYMBOLS_CLONES_H

#include "symbols/symtab.h"

/* The result of reading the suffixes of a name. */
struct clone_name {
    size_t length; /* bytes in front of the suffixes of clones; all bytes if there are none */
    bool is_part;  /* the symbol has some of the function's code, and other symbols have the rest */
    bool is_callback; /* the symbol is a part that a runtime calls: a loop of OpenMP's, a coroutine
                       */
    bool is_cold;     /* the symbol is a part that never runs by itself */
    bool has_cold; /* the symbol is a part that never runs by itself, of a copy or another part */
};

/* Splits a raw name into the function's name and suffixes of clones. */
struct clone_name clone_read(const char *name);

/* Returns the length of the source's name in a raw name of C: `inner' in inner.0.cold. */
size_t clone_source_length(const char *name);

/* Sets group, is_clone, is_part and is_callback of all symbols of `table`, which are sorted by
 * address and were made of `symbols`, by their order. Clones of a function go to its group. If
 * several static functions have the name, the one of the clone's source file counts, or else the
 * nearest. If the program has no such function any more, the first clone stands for the function
 * under its name, which table->texts owns: a copy if there is one, unlikely code if all else is
 * gone. O(n log n) in the clones, and O(n) in all symbols. */
void clones_group(struct symtab *table, const struct image_symbol *symbols, struct diag *d);

#endif
