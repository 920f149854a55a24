/* line_sweep - stretches of lines and scopes of functions become rows
 *
 * Role: debug information comes in pieces, in any order: from this address on, this line; from this
 * address to that one, this function. The sweep merges them into rows, one at each address where
 * line or function change. Does not read files; the names that it is given must outlive the rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_SWEEP_H
#define LINES_LINE_SWEEP_H

#include "base/diag.h"
#include "lines/line_rows.h"
#include "lines/line_symbols.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised except for start and end. */
struct line_sweep {
    uint64_t start, end; /* rows are wanted of the addresses [start, end) */
    struct line_stretch *stretches;
    size_t n_stretches, stretches_cap;
    size_t table; /* number of the line table that stretches are being added from */
    struct line_scope *scopes;
    size_t n_scopes, scopes_cap;
    struct line_symbols symbols; /* name code outside all scopes; owned */
};

/* The line of the code from `address` on, until the next stretch; a NULL `file`: the table says
 * nothing of what follows. Of several stretches of one table at one address the one added last
 * counts; of several tables that cover the same code, as that of an inline function in several
 * objects, the first counts. */
void line_sweep_add_stretch(struct line_sweep *s, uint64_t address, const char *file, unsigned line,
                            struct diag *d);

/* The stretches that follow are from another line table. */
void line_sweep_next_table(struct line_sweep *s);

/* [low, high) belongs to a function or to one inlined into it; outer ones are added first. */
void line_sweep_add_scope(struct line_sweep *s, uint64_t low, uint64_t high, const char *name,
                          struct diag *d);

/* Appends the rows to `rows`. O(n log n), or O(n) where stretches and scopes were added in order.
 */
void line_sweep_rows(struct line_sweep *s, struct line_rows *rows, struct diag *d);

void line_sweep_release(struct line_sweep *s);

#endif
