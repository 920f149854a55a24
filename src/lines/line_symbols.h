/* line_symbols - names code that the debug information leaves nameless by symbols
 *
 * Role: names code outside all functions of the debug information, such as padding and functions of
 * assembly without a type. Such code has the name of the symbol of its section that began last. A
 * symbol whose size reaches further keeps its name until its end: a label in the middle of an
 * assembled function does not take over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_SYMBOLS_H
#define LINES_LINE_SYMBOLS_H

#include "image/core.h"

struct line_symbol {
    uint64_t address;
    uint64_t end;         /* first address behind its size, which counts as one byte at least */
    uint64_t section_end; /* first address behind its section */
    const char *name;     /* owned by the image */
    size_t order;         /* position in the image's table */
};

/* Symbols that name code; zero-initialised before line_symbols_init. */
struct line_symbols {
    struct line_symbol *at; /* symbols by address, no two equal; owned */
    size_t n;
};

/* Takes the image's functions and its symbols without a type. At each address the largest symbol
 * counts, or the first of these in the image's table. O(n log n). */
void line_symbols_init(struct line_symbols *t, const struct image *image, struct diag *d);

/* Returns the symbol that starts at `address`, or NULL. O(log n). */
const struct line_symbol *line_symbols_at(const struct line_symbols *t, uint64_t address);

/* A walk over ascending addresses, zero-initialised but for the symbols. */
struct line_symbol_walk {
    const struct line_symbols *symbols;
    uint64_t reached;                  /* address that the walk has reached */
    size_t next;                       /* number of the first symbol that has not begun */
    const struct line_symbol *latest;  /* symbol that began last; NULL: none */
    const struct line_symbol *current; /* symbol of the last address asked for, or NULL */
};

/* Returns the next address at which the name may change, or UINT64_MAX if there is none. */
uint64_t line_symbol_walk_change(const struct line_symbol_walk *w);

/* Moves the walk to `address`. */
void line_symbol_walk_to(struct line_symbol_walk *w, uint64_t address);

/* Returns the name of the code at `address`, up to which the walk has come, or NULL. The caller
 * must not ask for addresses that debug information names: a symbol keeps naming code only from an
 * address that was asked for. */
const char *line_symbol_walk_name(struct line_symbol_walk *w, uint64_t address);

void line_symbols_release(struct line_symbols *t);

#endif
