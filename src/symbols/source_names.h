/* source_names - names of Fortran and Ada as their sources have them
 *
 * Role: for names, where a symbol is not mangled as C++, Rust or D are. gfortran's procedures of
 * modules are __MODULE_MOD_PROCEDURE; those of GNAT are UNIT__UNIT__PROCEDURE, and as names of C
 * may look like that, they are only taken for Ada in programs that hold Ada.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SOURCE_NAMES_H
#define SYMBOLS_SOURCE_NAMES_H

#include "image/core.h"
#include "symbols/symtab.h"

/* Whether the program holds code of GNAT: what GNAT's binder makes, or a main procedure of Ada.
 * O(symbols). */
bool source_names_has_ada(const struct symtab *symtab);

/* `__geo_MOD_area' as `geo::area'; a copy that an optimiser has made, `__geo_MOD_area.isra.0', ends
 * in ` [clone .isra.0]'. NULL if the name is no such name. The caller owns it. */
char *source_name_fortran(const char *raw);

/* `engine__parts__turn' as `engine.parts.turn', for a program that has Ada. The number by which
 * GNAT tells subprograms of one name apart stays: `engine.turn__2'. NULL and owner as above. */
char *source_name_ada(const struct image *image, const char *raw);

#endif
