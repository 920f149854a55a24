/* symtab - the functions of an image, by address
 *
 * Role: chooses which symbols of the image are functions, sorts them, drops aliases and fixes each
 * function's extent. Immutable once built; a function's number is its index in address order, and
 * all later results live in arrays indexed by it.
 * Does not know of samples, arcs or options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYMTAB_H
#define SYMBOLS_SYMTAB_H

#include "base/diag.h"
#include "image/core.h"
#include "lines/line_rows.h"
#include "symbols/ext_syms.h"
#include "symbols/map_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A symbol, once it has been accepted as a function. */
struct symbol {
    uint64_t address; /* first byte */
    uint64_t size;    /* bytes up to the next function, or to the section's end for the last one */
    const char *name; /* raw; owned by the image */
    uint32_t order;   /* position in the image's symbol table */
    uint32_t seen;    /* the least position of all accepted symbols of this address */
    bool is_function; /* typed as a function */
    bool is_compressed; /* its code is Thumb, MIPS16 or microMIPS */
    bool is_line; /* made for a source line, in the code of the last symbol before it that is not */
    uint32_t callee; /* number of the symbol that calls to this one count for: the last one at or
                        before it that is_function, or NO_SYMBOL */
    bool is_static;  /* local to its source file */
    bool is_mapped;  /* its name is that of its object file (--file-ordering) */
};

struct symtab {
    struct symbol *symbols; /* ascending addresses, no two alike; owned */
    uint32_t n;
    uint32_t *block_first; /* for each block of 2^block_shift bytes from the first symbol on, the
                              first symbol in or behind it; owned, NULL: none */
    unsigned block_shift;
};

/* What no symbol number is. */
#define NO_SYMBOL UINT32_MAX

struct symtab_rules {
    bool drop_static;        /* --no-static */
    bool drop_non_functions; /* --ignore-non-functions */
    const struct ext_syms
        *external;              /* these symbols, all of them, and not the image's own; or NULL */
    const struct map_file *map; /* of the image's symbols in one object only the first in the map is
                                   taken, by the object's name; or NULL */
};

/* Build the table of `image`: gather the symbols that the rules accept and finalize. The names stay
 * where they are: image, external symbols and map must outlive the table. Fails, after reporting,
 * when none is left or memory is out. */
bool symtab_init(struct symtab *table, const struct image *image, const struct symtab_rules *rules,
                 struct diag *d);

/* Line mode: add a symbol at each of `rows` that brings a new file, line or function, named after
 * the function; the functions stay. Fails when memory is out. */
bool symtab_add_lines(struct symtab *table, const struct line_rows *rows, struct diag *d);

/* Sort `table`, drop all but one symbol of each address, set the sizes and prepare look-ups; the
 * last symbol ends at `end`, the first address behind its section. O(n log n). Fails when memory is
 * out. */
bool symtab_finalize(struct symtab *table, uint64_t end, struct diag *d);

/* The number of the function that holds `pc`, or NO_SYMBOL. O(log n), and a step or two where
 * functions are of similar sizes. */
uint32_t sym_lookup(const struct symtab *table, uint64_t pc);

/* Trace that sym_lookup has found `found` for `pc`. */
void sym_trace_lookup(const struct symtab *table, uint64_t pc, uint32_t found,
                      const struct diag *d);

/* Whether a local symbol's name is that of a function rather than of a compiler's fragment: no `$`,
 * and after each dot only digits, but for the prefixes .clone. and .constprop. (behaviour fixed by
 * tests/unit/test_symtab.c). */
bool sym_name_is_plain(const char *name);

void symtab_release(struct symtab *table);

#endif
