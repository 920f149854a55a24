/* stack_symbols - finds the symbol that each frame of the call stacks is in
 *
 * Role: finds the image among the modules that the stacks ran through, and gives all other code a
 * symbol of its own, behind the functions of the symbol table: a library by its name,
 * `<libc.so.6>`, and likewise the vdso and other programs; `<anonymous>` is code without a file;
 * `<unknown>` is time without a known place, and what stacks place in the image where it has no
 * code. Code of the image outside all functions is named as the image is, `<prog>`
 * (symtab.unnamed). The profiler's own frames are those of the image's mcount or, without one,
 * `<profiler>`; reports leave both out (sym_is_profiler). Functions of libraries get symbols, too,
 * if the caller wants them. They come behind the symbol of their library, which stands for code in
 * no named function. A function has the name that it was called by, if the linker's stub tells, or
 * else its own name. Code without a symbol belongs to the function of the same library that called
 * it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STACK_SYMBOLS_H
#define ANALYSIS_STACK_SYMBOLS_H

#include "base/text_map.h"
#include "image/core_debug.h"
#include "image/core_mapping.h"
#include "profile/builds.h"
#include "symbols/symtab.h"

/* Symbols that are made even if no frame is in them. */
enum stack_rows {
    STACK_UNNAMED = 1, /* symtab.unnamed */
    STACK_EXTERNAL = 2 /* symtab.external */
};

struct stack_symbols {
    const struct stack_data *stacks;
    const struct symtab *symtab;
    uint32_t **of_node;    /* symbols by number of the tree, then of the node; in line mode those of
                            * lines; `unknown` for the root and the ends of walks; owned */
    uint32_t entry;        /* number of the function in which the program begins to run, or
                            * NO_SYMBOL */
    uint32_t unknown;      /* number of the symbol for samples without a known leaf */
    struct text_map texts; /* names of the symbols that were added */
    bool *counts_calls;    /* true for modules compiled with -pg, by number of the symbol, counted
                            * from the image's last; owned */
    struct image_mapping *mappings; /* mappings by number of the module, of libraries that were
                                     * read; else zeros; owned */
};

/* What symbols are made of. */
struct stack_origin {
    const struct stack_data *stacks;
    const struct image *image;
    const struct debug_places *libraries; /* places of libraries' names; NULL: functions of
                                           * libraries get no symbols */
    const struct builds *builds;      /* functions without a symbol have no names in a library
                                       * with several builds */
    unsigned rows;                    /* stack_rows bits */
};

/* Finds the modules that are the image (stack_module_fits). For each other module with samples in
 * or below it, makes a name in `names`; modules with equal base names share one. If `libraries` is
 * given, makes names of the functions of libraries that have frames, and warns if the most
 * important library is missing. `symtab` has the symbols of the image (symtab_asks); the names come
 * behind them. It must outlive the symbols, which own the names. Fails, after reporting, if no
 * module fits the image. O(nodes log(functions)), and reading the symbols of libraries. */
bool stack_symbols_init(struct stack_symbols *s, const struct stack_origin *from,
                        const struct symtab *symtab, struct symtab_names *names, struct diag *d);

/* Finds the symbols of the stacks of one run, `part`, which are among those of all runs: `all` has
 * their symbols. Both must outlive the result, which tells neither counts_calls nor mappings.
 * O(nodes). */
void stack_symbols_of_run(struct stack_symbols *s, const struct stack_data *part,
                          const struct stack_symbols *all, struct diag *d);

void stack_symbols_release(struct stack_symbols *s);

#endif
