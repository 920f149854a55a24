/* clones - which symbols are copies or parts of another function
 *
 * Role: compilers make several symbols of one function of the source: copies for some arguments
 * (heavy.constprop.0), parts of its body (heavy.part.0, heavy.cold), loops that run in threads
 * (heavy._omp_fn.0), versions for processors (heavy.avx2). Finds the function of each. Numbers that
 * tell functions of one name apart are no mark of a clone: inner.0 and inner.1 are nested functions
 * of two others, heavy.lto_priv.0 is a static function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_CLONES_H
#define SYMBOLS_CLONES_H

#include "base/diag.h"
#include "image/core.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What suffixes make of a name. */
struct clone_name {
    size_t length; /* bytes in front of the suffixes of clones; of all, if there are none */
    bool is_part;  /* some of the function's code stands in the symbol, and the rest elsewhere */
    bool is_cold; /* it is no more than a part that never runs by itself, and so beside the whole */
};

/* Reads a raw name. */
struct clone_name clone_read(const char *name);

/* Returns how many bytes of a raw name of C are the source's: `inner' of inner.0.cold. */
size_t clone_source_length(const char *name);

/* Sets group, is_clone and is_part of all symbols of `table`, which are sorted by address and were
 * made of `symbols`, by their order. Clones of a function go to its group. A static function is one
 * of the clone's source file, as far as symbols tell of files, and of several the nearest. If none
 * is left in the program, the first clone stands for it, under its name, which table->texts owns.
 * O(n log n) in the clones, and O(n) in all symbols. */
void clones_group(struct symtab *table, const struct image_symbol *symbols, struct diag *d);

#endif
