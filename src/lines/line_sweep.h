/* line_sweep - merges stretches of lines and scopes of functions into rows
 *
 * Role: debug information comes in pieces, in any order: from this address on, this line; from
 * this address to that one, this function. The sweep merges them into rows, one at each address at
 * which line or function change. It reads no files. The names given to it must outlive the rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_SWEEP_H
#define LINES_LINE_SWEEP_H

#include "lines/line_rows.h"
#include "lines/line_symbols.h"

/* The input of a sweep; zero-initialised except for start and end. */
struct line_sweep {
    uint64_t start, end; /* addresses whose rows are wanted, [start, end) */
    struct line_stretch *stretches;
    size_t n_stretches, stretches_cap;
    size_t table; /* number of the line table whose stretches are being added; the reader counts */
    struct line_scope *scopes;
    size_t n_scopes, scopes_cap;
    struct line_symbols symbols; /* symbols that name code outside all scopes; owned */
};

/* Adds a stretch: the line of the code from `address` on, until the next stretch. A NULL `file`
 * ends the table's lines at `address`. The last stretch that a table adds at an address counts. If
 * several tables cover the same code, such as an inline function in several objects, the first
 * table counts. */
void line_sweep_add_stretch(struct line_sweep *s, uint64_t address, const char *file, unsigned line,
                            struct diag *d);

/* Adds a scope: [low, high) belongs to a function or to an inlined instance. Outer scopes are added
 * first. */
void line_sweep_add_scope(struct line_sweep *s, uint64_t low, uint64_t high, const char *name,
                          struct diag *d);

/* Appends the rows to `rows`. O(n log n), or O(n) if stretches and scopes were added in order. */
void line_sweep_rows(struct line_sweep *s, struct line_rows *rows, struct diag *d);

void line_sweep_release(struct line_sweep *s);

/* Appends a row, unless file, line and function are those of the last row. The row replaces a last
 * row of the same address. */
void line_rows_add(struct line_rows *rows, const struct line_row *row, struct diag *d);

#endif
