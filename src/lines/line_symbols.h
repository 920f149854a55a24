/* line_symbols - the symbols that name code which the debug information leaves nameless
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

#include "base/diag.h"
#include "image/core.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_symbol {
    uint64_t address;
    uint64_t end; /* first address behind what its size claims, which is one byte at least */
    uint64_t section_end; /* first address behind its section */
    const char *name;     /* owned by the image */
    size_t order;         /* position in the image's table */
};

/* Zero-initialised. */
struct line_symbols {
    struct line_symbol *at; /* by address, no two alike; owned */
    size_t n;
};

/* Takes the image's functions and its symbols without a type: of each address the one of the
 * largest size, and of these the first one of the image's table. O(n log n). */
void line_symbols_init(struct line_symbols *t, const struct image *image, struct diag *d);

/* Returns the name of the symbol that starts at `address`, or NULL. O(log n). */
const char *line_symbols_at(const struct line_symbols *t, uint64_t address);

/* A walk over ascending addresses, zero-initialised but for the symbols. */
struct line_symbol_walk {
    const struct line_symbols *symbols;
    uint64_t reached;                  /* where it is */
    size_t next;                       /* the first one that has not begun */
    const struct line_symbol *latest;  /* the one that began last; NULL: none has */
    const struct line_symbol *current; /* the one that named the last address asked for, or NULL */
};

/* Where the answer may change next; UINT64_MAX: nowhere. */
uint64_t line_symbol_walk_change(const struct line_symbol_walk *w);

/* Symbols up to `address` have begun. */
void line_symbol_walk_to(struct line_symbol_walk *w, uint64_t address);

/* Returns the name of the code at `address`, up to which the walk has come, or NULL. Addresses that
 * something else names are not to be asked for: a symbol keeps its name only where it is asked. */
const char *line_symbol_walk_name(struct line_symbol_walk *w, uint64_t address);

void line_symbols_release(struct line_symbols *t);

#endif
