/* line_rows - the source line and function of every address of a stretch of code
 *
 * Role: lists, in ascending order, the addresses at which file, line or innermost function change.
 * An address belongs to the last row at or below it. The answers are those of libbfd's line lookup;
 * line_units_dw.c lists them from the debug information in time linear in its size, and where it
 * cannot, libbfd is asked for each address.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_ROWS_H
#define LINES_LINE_ROWS_H

#include "base/diag.h"
#include "image/core.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_row {
    uint64_t address;     /* the first that it covers */
    const char *file;     /* as the debug information gives it, joined with its directory; NULL: the
                             addresses have no line, and the fields below mean nothing */
    const char *function; /* innermost inlined or ordinary function, by linkage name if it has one;
                             NULL where the debug information names none, or it was not asked */
    unsigned line;        /* 1 for the first */
};

struct line_rows {
    struct line_row *at; /* ascending addresses, no two alike; owned */
    size_t n, cap;
    struct line_source *source; /* what the names point into; owned; may be NULL */
};

/* Which rows are wanted. */
struct line_request {
    uint64_t start, end;    /* of these addresses, [start, end) */
    const uint64_t *places; /* NULL, or: only these ascending addresses matter */
    size_t n_places;
    bool no_functions; /* only files and lines; the file of a row that names none is libbfd's */
};

/* Lists the rows of the addresses [start, end) of `image`; without `functions`, which is less work,
 * rows do not know which function they are of. The result is empty where there is no debug
 * information. Fails, after reporting, if the image's table cannot be read. */
bool line_rows_read(struct line_rows *rows, const struct image *image, uint64_t start, uint64_t end,
                    bool functions, struct diag *d);

/* Lists at least the rows that cover the `n` ascending addresses `places`, without functions, which
 * is less work. Returns false, with no rows, if whole line tables cannot be read: ask core_line for
 * each address. */
bool line_rows_read_places(struct line_rows *rows, const struct image *image,
                           const uint64_t *places, size_t n, struct diag *d);

/* Returns the row that covers `address`, or NULL where it has no line. O(log n). */
const struct line_row *line_rows_at(const struct line_rows *rows, uint64_t address);

void line_rows_release(struct line_rows *rows);

/* ---- line_sweep.c ---- */

/* Appends a row, unless file, line and function are those of the last one; it replaces the last one
 * if that has the same address. */
void line_rows_add(struct line_rows *rows, const struct line_row *row, struct diag *d);

/* ---- the reader of whole line tables, for line_rows.c: line_units_dw.c with libdw,
 * line_rows_none.c without ---- */

/* Appends the rows that are asked for. Returns false if it cannot read the image's debug
 * information.
 */
bool line_rows_list(struct line_rows *rows, const struct image *image,
                    const struct line_request *request, struct diag *d);

/* Closes the files that the names in rows point into. `source` may be NULL. */
void line_source_release(struct line_source *source);

#endif
