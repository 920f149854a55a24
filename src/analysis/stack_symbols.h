/* stack_symbols - finds the symbol that each frame of the call stacks is in
 *
 * Role: finds the image among the modules that the stacks ran through, and gives all other code a
 * symbol of its own, behind the functions of the symbol table: a library by its name,
 * `<libc.so.6>`, and likewise the vdso and other programs; `<anonymous>` is code of no file,
 * `<unknown>` code of the image that is in no function, and what no sample tells. The profiler's
 * own frames are those of the image's mcount or, without one, `<profiler>`; reports leave both out
 * (sym_is_profiler).
 * Functions of libraries get symbols, too, if that is asked for: each behind the symbol of its
 * library, which has what is in no function with a name. A function has the name that it was called
 * by, if the linker's stub tells, or else its own. Code without a symbol is that of the function of
 * the same library that called it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STACK_SYMBOLS_H
#define ANALYSIS_STACK_SYMBOLS_H

#include "base/diag.h"
#include "base/text_map.h"
#include "image/core.h"
#include "profile/stacks.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The program that the stacks are of. */
struct stack_image {
    const char *path;
    const uint8_t *id;                 /* its build-id */
    size_t id_bytes;                   /* 0: it has none */
    uint64_t entry;                    /* the address where it begins to run; 0: not known */
    const struct image *image;         /* its code; NULL: libraries have one symbol each */
    const struct debug_search *search; /* where debug files of libraries are */
};

struct stack_symbols {
    const struct stack_data *stacks;
    const struct symtab *symtab;
    uint32_t **of_node; /* by number of the tree, then of the node: its symbol, that of the line in
                           line mode; `unknown` for the root and the ends of walks; owned */
    uint32_t entry;     /* of the function in which the program begins to run, or NO_SYMBOL */
    uint32_t unknown;   /* of samples whose leaf is not known */
    struct text_map texts;               /* names of the symbols that were added */
    const struct stack_module **modules; /* by number of the symbol behind the image's, if it stands
                                            for a module: what is called so, of several the first;
                                            else NULL; owned */
    size_t n_names;                      /* symbols that were added */
};

/* Finds the modules that are the image (stack_module_fits), and adds a name to `symtab` for each of
 * the others that has samples in or below it; two of one base name share it. If image->image is
 * given, adds the functions of libraries in which frames are, and warns if the library with most of
 * the samples that need one is not there. To be called when the table is complete but for that, and
 * before anything is made by symbol number. `symtab` must outlive the symbols, which own its
 * further names. Fails, after reporting, when no module fits the image. O(nodes log(functions)),
 * and reading the symbols of libraries. */
bool stack_symbols_init(struct stack_symbols *s, const struct stack_data *stacks,
                        const struct stack_image *image, struct symtab *symtab, struct diag *d);

void stack_symbols_release(struct stack_symbols *s);

#endif
