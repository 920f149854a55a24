/* symtab - finds the functions of an image, by address
 *
 * Role: chooses which symbols of the image are functions, sorts them, drops aliases and fixes
 * each function's extent. A function's number is its index in address order, and all later results
 * live in arrays indexed by it. So one call makes the table, with all that it is to have, and
 * nothing changes it then. It knows no samples, arcs or options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYMTAB_H
#define SYMBOLS_SYMTAB_H

#include "image/core_stubs.h"
#include "lines/line_rows.h"
#include "symbols/sym_files.h"

/* A symbol that has been accepted as a function. There may be a million, so bits keep the struct
 * small. */
struct symbol {
    uint64_t address; /* first byte */
    uint64_t size;    /* bytes up to the next function, or, for the last one, to the section's end;
                       * if the table has_sizes, at most the function's own size, so that code
                       * behind it belongs to no function */
    const char *name; /* raw name; owned by the image */
    uint32_t order;   /* position in the image's symbol table */
    uint32_t seen;    /* least position among all accepted symbols of this address */
    uint32_t callee;  /* number of the symbol that gets the calls: the last one at or before this
                       * one that is_function, or NO_SYMBOL */
    bool is_function : 1;   /* typed as a function */
    bool is_compressed : 1; /* has code of Thumb, MIPS16 or microMIPS */
    bool is_line : 1;       /* stands for a source line, not a function; see symtab_rules.lines */
    bool is_static : 1;     /* local to its source file */
    bool is_stub : 1;       /* is a stub of the linker */
    bool is_mapped : 1;     /* has the name of its object file (--file-ordering) */
    bool is_clone : 1;      /* another symbol of the group stands for its function */
    bool is_part : 1;       /* holds a part of its function; other symbols hold the rest, or
                             * copies */
    bool is_callback : 1;   /* is a part that a runtime calls, not the callers of its function */
    bool is_unwound : 1;    /* is known from the unwind tables alone, and named by its address */
    uint32_t group : 22;    /* number, from 1, of the group of a function and its clones; 0: no
                             * group (clones.c) */
};

struct symtab {
    struct symbol *symbols; /* symbols; those with code by ascending addresses, no two equal;
                             * owned */
    uint32_t n;
    uint32_t n_code;       /* number of symbols with code, which come first; those of struct
                            * symtab_names are behind them */
    uint32_t *rows;        /* for each symbol behind n_code: number of its library's symbol, or its
                            * own; owned */
    uint32_t *block_first; /* first symbol in or above each block of 2^block_shift bytes, counted
                            * from the first symbol; owned; NULL: no blocks */
    unsigned block_shift;
    uint32_t n_groups;     /* functions that have clones */
    uint32_t *owner;       /* for each symbol with code: number of the symbol that stands for its
                            * function; owned; NULL: clones are not folded */
    struct text_map texts; /* names of functions that only have clones left */
    bool is_by_line;       /* some symbols are lines */
    bool is_exact;         /* the table is for reports that need not match GNU gprof; see
                            * symtab_rules */
    bool is_library, is_partial;   /* see symtab_rules */
    bool has_sizes;                /* functions end at their size: the table is_exact and has all of
                                    * the image's functions */
    uint64_t code_start, code_end; /* addresses between which the image has code; both 0 unless the
                                    * table has_sizes */
    /* Numbers of symbols behind n_code; 0: none. */
    uint32_t unnamed;  /* symbol for code of the image that has no name */
    uint32_t external; /* symbol for callers outside of the image, which libgmon counts as one */
    uint64_t external_site; /* call site that stands for these callers */
    char prefix;            /* image.prefix */
};

/* A number that no symbol has. */
#define NO_SYMBOL UINT32_MAX

/* A symbol for code outside of the image. */
struct symtab_name {
    const char *name; /* must outlive the table */
    uint32_t row;     /* number of the first of these names that is of the same library, or its
                       * own */
};

/* The symbols for code outside of the image. Looking up an address never finds them. */
struct symtab_names {
    struct symtab_name *at; /* owned */
    uint32_t n;
    uint32_t unnamed, external; /* number of the name for symtab.unnamed, and for symtab.external;
                                 * NO_SYMBOL: there is none */
    uint64_t external_site;     /* see struct symtab */
};

/* What symtab_init asks when the functions are known; `table` has them, and no other symbols. */
struct symtab_asks {
    /* Returns true if the last function, number table->n - 1, is to stay. Asked in line mode. */
    bool (*stays)(void *context, const struct symtab *table);
    /* Finds the names of code outside of the image. Returns false after reporting. */
    bool (*find_names)(void *context, const struct symtab *table, struct symtab_names *names);
    void *context;
};

struct symtab_rules {
    bool is_exact;   /* for reports that charge time exactly, while classic ones may charge it to a
                      * neighbour: indirect functions are functions, labels in functions are not.
                      * Then sym_filter leaves out all names of mcount, and hist uses the runtime's
                      * size of bins and counts each sample once; and a symbol that a compiler made
                      * in addition to those of the source (clones.c) counts as the function that
                      * it is a clone of. In other tables local clones are not functions: the symbol
                      * before a clone gets its time. Functions end at their size, as functions
                      * between them may have no symbol, unless an option or a map leaves some out;
                      * without a size they reach to the next symbol in their section. The linker's
                      * marks (etext) are not functions */
    bool is_library; /* the shortest of several names for one address is shown */
    bool is_partial; /* functions without a size have no code */
    bool lists_clones;               /* all clones are functions, in either kind of table */
    bool is_unwound;                 /* where no symbol is, the unwind tables tell functions, for
                                      * tables that has_sizes: `prog+0x12a40' in the image prog */
    bool may_be_stripped;            /* if there are no functions, all of the code of the image prog
                                      * is one, `<prog>` */
    bool drop_static;                /* --no-static */
    bool drop_non_functions;         /* --ignore-non-functions */
    const struct ext_syms *external; /* symbols that replace the image's; or NULL */
    const struct map_file *map; /* map, or NULL; only the first symbol of each object file in the
                                 * map is taken, under the name of the file */
    const struct image_stub *stubs; /* the linker's stubs, for exact tables: the classic reports
                                     * take them for _init */
    size_t n_stubs;
    const struct line_rows *lines;  /* line mode, or NULL: rows from which symbols are made
                                     * (is_line), named after the function, at which file, line or
                                     * function change. The code of a line is part of the last
                                     * symbol before it that is not a line */
    bool joins_lines;               /* the first symbol of a line stands for all of them in the
                                     * function and its clones */
    const struct symtab_asks *asks; /* or NULL: all functions stay, and there are no names */
};

/* Makes the table of `image` from the symbols that the rules accept. Names are not copied: image,
 * external symbols and map must outlive the table. Returns false, after reporting, if no symbol is
 * left, or find_names fails. */
bool symtab_init(struct symtab *table, const struct image *image, const struct symtab_rules *rules,
                 struct diag *d);

/* Returns false, after reporting, if the image has no symbols, so that symtab_init would fail.
 * Warns if it has none, and symtab_init will do without. */
bool symtab_can_init(const struct image *image, const struct symtab_rules *rules, struct diag *d);

/* Returns true if an address in no function of a table that has_sizes is in the image's code. */
static inline bool symtab_has_code(const struct symtab *table, uint64_t address)
{
    return address >= table->code_start && address < table->code_end;
}

/* Returns the number of the symbol for the library of a function. Returns NO_SYMBOL if the symbol
 * is of the image, or stands for a library itself. */
static inline uint32_t symtab_library(const struct symtab *table, uint32_t symbol)
{
    uint32_t row = symbol < table->n_code ? symbol : table->rows[symbol - table->n_code];

    return row == symbol ? NO_SYMBOL : row;
}

/* Returns the number of the symbol that holds `pc`, or NO_SYMBOL. O(log n), but one or two steps if
 * functions have similar sizes. */
uint32_t sym_find(const struct symtab *table, uint64_t pc);

/* Returns the raw name without the prefix of the image's format, as symspecs have it. */
static inline const char *symtab_bare_name(const struct symtab *table, uint32_t symbol)
{
    const struct symbol *s = &table->symbols[symbol];

    return s->name + (table->prefix && *s->name == table->prefix && !s->is_line);
}

/* Returns the number of the symbol that stands for a symbol's function, mostly its own number. */
static inline uint32_t symtab_owner(const struct symtab *table, uint32_t symbol)
{
    return table->owner && symbol < table->n_code ? table->owner[symbol] : symbol;
}

/* Returns the number of the function that holds `pc`, or NO_SYMBOL: sym_find followed by
 * symtab_owner. */
uint32_t sym_lookup(const struct symtab *table, uint64_t pc);

/* Returns true if a call from one symbol to another one is a call of the callee's function. It is
 * none if the callee is a callback, or if the caller is the same function or a copy, which goes on
 * in a part. */
bool symtab_is_call(const struct symtab *table, uint32_t caller, uint32_t callee);

/* Traces that sym_lookup has found `found` for `pc`. */
void sym_trace_lookup(const struct symtab *table, uint64_t pc, uint32_t found,
                      const struct diag *d);

/* Returns true if a local symbol's name is that of a function, not of a compiler's fragment: no
 * `$`, and after each dot only digits, except the prefixes .clone. and .constprop. (behaviour fixed
 * by tests/unit/test_symtab.c). */
bool sym_name_is_plain(const char *name);

void symtab_release(struct symtab *table);

/* ---- steps of symtab_init, for unit tests, whose tables are of no image ---- */

/* Sorts `table`, drops all but one symbol of each address, sets the sizes and prepares look-ups;
 * the last symbol ends at `end`, the first address past its section. O(n log n). */
void symtab_finalize(struct symtab *table, uint64_t end, struct diag *d);

/* Adds symbols for code outside of the image to a finalized table. */
void symtab_add_names(struct symtab *table, const struct symtab_names *names, struct diag *d);

#endif
