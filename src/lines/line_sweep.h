/* line_sweep - stretches of lines and scopes of functions become rows
 *
 * Role: what debug information tells in pieces, in any order (from here on this line; from here to
 * there this function), is put side by side: a row at each address where one of them changes.
 * Does not read files; the names that it is given must outlive the rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_SWEEP_H
#define LINES_LINE_SWEEP_H

#include "base/diag.h"
#include "image/core.h"
#include "lines/line_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised but for start and end. */
struct line_sweep {
    uint64_t start, end; /* the addresses that rows are wanted of */
    struct line_stretch *stretches;
    size_t n_stretches, stretches_cap;
    size_t table; /* number of the table that stretches are added of */
    struct line_scope *scopes;
    size_t n_scopes, scopes_cap;
    struct line_function *functions; /* by address */
    size_t n_functions;
};

/* The line that holds from `address` on, until the next stretch; a NULL `file`: a table ends there.
 * Of several of one table at one address the one added last counts; of tables that are about the
 * same code, as of an inline function in several objects, the first. Fails, as all do here, when
 * memory is out. */
bool line_sweep_add_stretch(struct line_sweep *s, uint64_t address, const char *file, unsigned line,
                            struct diag *d);

/* What is added from here on is of another table of lines. */
void line_sweep_next_table(struct line_sweep *s);

/* [low, high) belongs to a function or to one inlined into it; outer ones are added first. */
bool line_sweep_add_scope(struct line_sweep *s, uint64_t low, uint64_t high, const char *name,
                          struct diag *d);

/* Code outside all scopes is named after the image's function that began last. Once. */
bool line_sweep_set_functions(struct line_sweep *s, const struct image *image, struct diag *d);

/* The name of the image's function that starts at `address`, or NULL. */
const char *line_sweep_function_at(const struct line_sweep *s, uint64_t address);

/* Append the rows. O(n log n), and O(n) where stretches and scopes were added in order. */
bool line_sweep_rows(struct line_sweep *s, struct line_rows *rows, struct diag *d);

void line_sweep_release(struct line_sweep *s);

#endif
