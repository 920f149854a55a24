/* symtab - finds the functions of an image, by address
 *
 * Role: chooses which symbols of the image are functions, sorts them, drops aliases and fixes
 * each function's extent. Immutable once built; a function's number is its index in address order,
 * and all later results live in arrays indexed by it. It knows no samples, arcs or options.
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
                       * for a stub, its own size, so that the code behind it belongs to no
                       * function */
    const char *name; /* raw name; owned by the image */
    uint32_t order;   /* position in the image's symbol table */
    uint32_t seen;    /* least position among all accepted symbols of this address */
    uint32_t callee;  /* number of the symbol that gets the calls: the last one at or before this
                       * one that is_function, or NO_SYMBOL */
    bool is_function : 1;   /* typed as a function */
    bool is_compressed : 1; /* has code of Thumb, MIPS16 or microMIPS */
    bool is_line : 1;       /* stands for a source line, not a function; see symtab_add_lines */
    bool is_static : 1;     /* local to its source file */
    bool is_stub : 1;       /* is a stub of the linker; see symtab_add_stubs */
    bool is_mapped : 1;     /* has the name of its object file (--file-ordering) */
    bool is_clone : 1;      /* another symbol of the group stands for its function */
    bool is_part : 1;       /* holds a part of its function; other symbols hold the rest, or
                             * copies */
    bool is_callback : 1;   /* is a part that a runtime calls, not the callers of its function */
    uint32_t group : 23;    /* number, from 1, of the group of a function and its clones; 0: no
                             * group (clones.c) */
};

struct symtab {
    struct symbol *symbols; /* symbols; those with code by ascending addresses, no two equal;
                             * owned */
    uint32_t n;
    uint32_t n_code;       /* number of symbols with code, which come first; symbols of
                            * symtab_add_names, for call stacks, are behind them */
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
    bool is_library, is_partial; /* see symtab_rules */
    char prefix;                 /* image.prefix */
};

/* A number that no symbol has. */
#define NO_SYMBOL UINT32_MAX

struct symtab_rules {
    bool is_exact;   /* for reports that charge time exactly, while classic ones may charge it to a
                      * neighbour: indirect functions are functions, labels in functions are not.
                      * Then sym_filter leaves out all names of mcount, and hist uses the runtime's
                      * size of bins and counts each sample once; and a symbol that a compiler made
                      * in addition to those of the source (clones.c) counts as the function that
                      * it is a clone of. In other tables local clones are no functions: the symbol
                      * before a clone gets its time */
    bool is_library; /* the shortest of several names for one address is shown; and functions end at
                      * their size, as functions between them may have no symbol */
    bool is_partial; /* functions without a size have no code */
    bool lists_clones;               /* all clones are functions, in either kind of table */
    bool drop_static;                /* --no-static */
    bool drop_non_functions;         /* --ignore-non-functions */
    const struct ext_syms *external; /* symbols that replace the image's; or NULL */
    const struct map_file *map; /* map, or NULL; only the first symbol of each object file in the
                                 * map is taken, under the name of the file */
};

/* Builds the table of `image`: gathers the symbols that the rules accept, and finalizes it. Names
 * are not copied: image, external symbols and map must outlive the table. Returns false, after
 * reporting, if no symbol is left. */
bool symtab_init(struct symtab *table, const struct image *image, const struct symtab_rules *rules,
                 struct diag *d);

/* Leaves out the last of several symbols. Its code then belongs to no symbol. To be called before
 * lines are added. */
void symtab_drop_last(struct symtab *table);

/* Adds the symbols of line mode (is_line): one, named after the function, for each of `rows` at
 * which file, line or function change. The code of a line is part of the last symbol before it that
 * is no line. With `joins_lines`, the first symbol of a line stands for all of them in the function
 * and its clones. */
void symtab_add_lines(struct symtab *table, const struct line_rows *rows, bool joins_lines,
                      struct diag *d);

/* Adds the linker's `stubs`, which the classic reports take for _init. To be called before lines
 * are added. */
void symtab_add_stubs(struct symtab *table, const struct image_stub *stubs, size_t n,
                      struct diag *d);

/* A symbol for code outside of the image. */
struct symtab_name {
    const char *name; /* must outlive the table */
    uint32_t row;     /* number of the first of these names that is of the same library, or its
                       * own */
};

/* Adds `n` symbols for code outside of the image. To be called after all other symbols were added.
 * Looking up an address never finds these symbols. */
void symtab_add_names(struct symtab *table, const struct symtab_name *names, size_t n,
                      struct diag *d);

/* Returns the number of the symbol for the library of a function. Returns NO_SYMBOL if the symbol
 * is of the image, or stands for a library itself. */
static inline uint32_t symtab_library(const struct symtab *table, uint32_t symbol)
{
    uint32_t row = symbol < table->n_code ? symbol : table->rows[symbol - table->n_code];

    return row == symbol ? NO_SYMBOL : row;
}

/* Sorts `table`, drops all but one symbol of each address, sets the sizes and prepares look-ups;
 * the last symbol ends at `end`, the first address past its section. O(n log n). */
void symtab_finalize(struct symtab *table, uint64_t end, struct diag *d);

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

/* Sets `numbers`, by symbol of `table`, to the numbers in `other`, a table of the same image, or
 * NO_SYMBOL if `other` lacks the symbol. That can happen only to symbols without code
 * (symtab_add_names). These must be in order: libraries by name, the functions of each by name.
 * O(n). */
void symtab_match(const struct symtab *table, const struct symtab *other, uint32_t *numbers);

/* Traces that sym_lookup has found `found` for `pc`. */
void sym_trace_lookup(const struct symtab *table, uint64_t pc, uint32_t found,
                      const struct diag *d);

/* Returns true if a local symbol's name is that of a function, not of a compiler's fragment: no
 * `$`, and after each dot only digits, except the prefixes .clone. and .constprop. (behaviour fixed
 * by tests/unit/test_symtab.c). */
bool sym_name_is_plain(const char *name);

void symtab_release(struct symtab *table);

#endif
