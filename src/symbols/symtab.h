/* symtab - finds the functions of an image, by address
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
#include "base/text_map.h"
#include "image/core.h"
#include "lines/line_rows.h"
#include "symbols/sym_files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A symbol, once it has been accepted as a function. There may be a million: bits keep it small. */
struct symbol {
    uint64_t address; /* first byte */
    uint64_t size;    /* bytes up to the next function, or to the section's end for the last one; of
                         a stub no more than it has, so that what is behind it is no function's */
    const char *name; /* raw; owned by the image */
    uint32_t order;   /* position in the image's symbol table */
    uint32_t seen;    /* the least such position among all accepted symbols of this address */
    uint32_t callee;  /* number of the symbol that calls of this one count for: the last one at
                           or before it that is_function, or NO_SYMBOL */
    bool is_function : 1;   /* typed as a function */
    bool is_compressed : 1; /* its code is Thumb, MIPS16 or microMIPS */
    bool is_line : 1;       /* stands for a source line, not a function; see symtab_add_lines */
    bool is_static : 1;     /* local to its source file */
    bool is_stub : 1;       /* is the linker's; see symtab_add_stubs */
    bool is_mapped : 1;     /* its name is that of its object file (--file-ordering) */
    bool is_clone : 1;      /* another symbol of the group stands for its function */
    bool is_part : 1;       /* holds a part of its function; the others hold the rest, or copies */
    uint32_t group : 24;    /* from 1: number of the function that it and others are clones of, or
                               that others are clones of; 0: it has none (clones.c) */
};

struct symtab {
    struct symbol *symbols; /* those with code by ascending addresses, no two alike; owned */
    uint32_t n;
    uint32_t n_code;       /* the first of them, which have addresses; behind are those of
                              symtab_add_names, which are there only where call stacks need them */
    uint32_t *rows;        /* by symbol behind n_code: that of the library whose function it is, or
                              itself; owned */
    uint32_t *block_first; /* for each block of 2^block_shift bytes from the first symbol on, the
                              first symbol in or above it; owned, NULL: none */
    unsigned block_shift;
    uint32_t n_groups; /* functions that have clones */
    uint32_t *owner;   /* by symbol with code: the one that stands for its function, where clones
                          are folded; owned; NULL: each is its own */
    struct text_map texts; /* names of functions that only have clones left */
    bool is_by_line;       /* there are lines among the symbols */
    bool is_exact;         /* for reports that need not be those of GNU gprof: see symtab_rules */
    bool is_library, is_partial; /* see symtab_rules */
};

/* Never the number of a symbol. */
#define NO_SYMBOL UINT32_MAX

/* What becomes of the symbols that compilers make besides those of the source (clones.c). */
enum symtab_clones {
    CLONES_DROPPED, /* local ones are no functions, and the symbol before them has their time */
    CLONES_LISTED,  /* all are functions */
    CLONES_FOLDED   /* all are the function that they are clones of */
};

struct symtab_rules {
    bool is_exact;   /* for reports that charge time to what it was spent in, where the classic ones
                        charge it to a neighbour: what chooses a function is one itself, labels in
                        functions are not. By it sym_filter leaves out all names of mcount, and hist
                        takes bins to be as large as the runtime had them */
    bool is_library; /* of several names for one address the shortest is shown; and functions end
                        where they say, as those between them may have no symbol */
    bool is_partial; /* so do functions that say nothing: they have no code */
    enum symtab_clones clones;
    bool drop_static;                /* --no-static */
    bool drop_non_functions;         /* --ignore-non-functions */
    const struct ext_syms *external; /* NULL, or: all of these symbols replace the image's */
    const struct map_file *map; /* NULL, or: of the symbols of one object file only the first in
                                   the map is taken, under the name of the file */
};

/* Builds the table of `image`: gathers the symbols that the rules accept and finalizes. The names
 * stay where they are: image, external symbols and map must outlive the table. Returns false, after
 * reporting, if none is left. */
bool symtab_init(struct symtab *table, const struct image *image, const struct symtab_rules *rules,
                 struct diag *d);

/* Leaves out the last symbol of several. Its code belongs to none then. To be called before lines
 * are added. */
void symtab_drop_last(struct symtab *table);

/* Adds, for line mode, a symbol (is_line) for each of `rows` at which file, line
 * or function change, named after the function. Its code is part of that of the last symbol before
 * it that is no line. */
void symtab_add_lines(struct symtab *table, const struct line_rows *rows, struct diag *d);

/* Adds the linker's `stubs`, which the classic reports take for _init. To be called before lines
 * are added. */
void symtab_add_stubs(struct symtab *table, const struct image_stub *stubs, size_t n,
                      struct diag *d);

/* A symbol for code that is not of the image. */
struct symtab_name {
    const char *name; /* must outlive the table */
    uint32_t row;     /* the first of these that is of the same library; others: itself */
};

/* Adds `n` symbols for code that is not of the image. To be called when nothing else is to be
 * added. Addresses are never looked up to them. */
void symtab_add_names(struct symtab *table, const struct symtab_name *names, size_t n,
                      struct diag *d);

/* Returns the number of the symbol that stands for the whole library that a symbol is a function
 * of; NO_SYMBOL: it is of the image, or stands for such code itself. */
static inline uint32_t symtab_library(const struct symtab *table, uint32_t symbol)
{
    uint32_t row = symbol < table->n_code ? symbol : table->rows[symbol - table->n_code];

    return row == symbol ? NO_SYMBOL : row;
}

/* Sorts `table`, drops all but one symbol of each address, sets the sizes and prepares look-ups;
 * the last symbol ends at `end`, the first address past its section. O(n log n). */
void symtab_finalize(struct symtab *table, uint64_t end, struct diag *d);

/* Returns the number of the symbol that holds `pc`, or NO_SYMBOL. O(log n), and a step or two if
 * functions are of similar sizes. */
uint32_t sym_find(const struct symtab *table, uint64_t pc);

/* Returns the number of the symbol that stands for the function of a symbol: mostly itself. */
static inline uint32_t symtab_owner(const struct symtab *table, uint32_t symbol)
{
    return table->owner && symbol < table->n_code ? table->owner[symbol] : symbol;
}

/* Returns the number of the function that holds `pc`, or NO_SYMBOL: sym_find, and symtab_owner. */
uint32_t sym_lookup(const struct symtab *table, uint64_t pc);

/* Returns true if one of both symbols holds a part of a function, and the other one is that
 * function, or a copy of it: then control passes between them without a call. */
bool symtab_are_parts(const struct symtab *table, uint32_t left, uint32_t right);

/* Returns the number in `other`, a table of the same image, of a symbol of `table`, or NO_SYMBOL:
 * symbols without code (symtab_add_names) may be others, or fewer. O(log n). */
uint32_t symtab_number_in(const struct symtab *other, const struct symtab *table, uint32_t symbol);

/* Traces that sym_lookup has found `found` for `pc`. */
void sym_trace_lookup(const struct symtab *table, uint64_t pc, uint32_t found,
                      const struct diag *d);

/* Returns true if a local symbol's name is that of a function rather than of a compiler's fragment:
 * no `$`, and after each dot only digits, but for the prefixes .clone. and .constprop. (behaviour
 * fixed by tests/unit/test_symtab.c). */
bool sym_name_is_plain(const char *name);

void symtab_release(struct symtab *table);

/* ---- clones.c: which symbols are copies or parts of another function ----
 *
 * Compilers make several symbols of one function of the source: copies for some arguments
 * (heavy.constprop.0), parts of its body (heavy.part.0, heavy.cold), loops that run in threads
 * (heavy._omp_fn.0), versions for processors (heavy.avx2). Numbers that tell functions of one name
 * apart are no mark of a clone: inner.0 and inner.1 are nested functions of two others,
 * heavy.lto_priv.0 is a static function. */

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
 * of the clone's source file, if symbols tell of files, and of several the nearest. If none
 * is left in the program, the first clone stands for it, under its name, which table->texts owns.
 * O(n log n) in the clones, and O(n) in all symbols. */
void clones_group(struct symtab *table, const struct image_symbol *symbols, struct diag *d);

#endif
