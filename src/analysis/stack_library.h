/* stack_library - names the functions of a library that call stacks lead through
 *
 * Role: reads the symbols of a library's file, or of its debug file, if the file is the library
 * that ran: for stack_symbols, which asks for the name of the function at an address. A library may
 * name only the functions that it exports; code between these has no name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STACK_LIBRARY_H
#define ANALYSIS_STACK_LIBRARY_H

#include "base/text_map.h"
#include "image/core.h"
#include "image/core_debug.h"
#include "image/core_mapping.h"
#include "profile/builds.h"
#include "symbols/symtab.h"

struct stack_library {
    struct image image;
    struct symtab symtab;
    struct text_map exported; /* names of its functions that other modules can call */
    struct image_mapping mapping;
    bool counts_calls; /* its functions call mcount */
    bool is_read;      /* its functions were looked for */
    const char *flaw;  /* reason why its functions have no names; NULL: none */
};

/* The files of libraries, each opened once; zero-initialised. */
struct stack_libraries {
    struct stack_library **at; /* owned, with its elements */
    size_t n, cap;
    struct pair_map files; /* (device, number of the file) */
};

/* Finds the library of a module, and reads its symbols if it is the one that ran. Returns NULL, or
 * the reason if its functions have no names; then `*library` may not be set. Functions without a
 * symbol have no names if `builds` has several builds of the library. */
const char *stack_library_open(struct stack_libraries *set, const struct stack_module *module,
                               const struct debug_places *places, const struct builds *builds,
                               struct stack_library **library, struct diag *d);

/* Returns the number in l->symtab of the function that holds an address, or NO_SYMBOL. */
uint32_t stack_library_find(const struct stack_library *l, uint64_t address);

/* Returns the number in l->exported of the function that a call in `image` reaches through a linker
 * stub; the call returns to `address`. Returns TEXT_MAP_NONE if there is no call there, or no such
 * function. `symtab` is that of `image`. */
uint32_t stack_library_called(const struct stack_library *l, const struct image *image,
                              const struct symtab *symtab, uint64_t address, struct diag *d);

void stack_libraries_release(struct stack_libraries *set);

#endif
