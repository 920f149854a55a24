/* line_rows - lists the source line and function of every address of a stretch of code
 *
 * Role: lists, in ascending order, the addresses at which file, line or innermost function
 * change. An address belongs to the last row at or below it. The answers are those of libbfd's line
 * lookup; line_rows_dw.c lists them from the debug information in linear time. If it cannot,
 * libbfd is asked for each address.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_ROWS_H
#define LINES_LINE_ROWS_H

#include "image/core.h"

struct line_row {
    uint64_t address;     /* first address of the row */
    const char *file;     /* path from the debug information, joined with its directory; equal paths
                           * are one text; NULL: the addresses have no line, and the fields below
                           * mean nothing */
    const char *function; /* innermost inlined or ordinary function, by linkage name if it has one;
                           * NULL if not known or not asked for */
    unsigned line;        /* 1 for the first */
};

struct line_rows {
    struct line_row *at; /* rows by ascending addresses, no two equal; owned */
    size_t n, cap;
    struct line_source *source; /* owner of the names; owned; may be NULL */
    struct text_map texts;      /* names that libbfd told; owned */
};

/* The rows that are wanted. */
struct line_request {
    uint64_t start, end;    /* wanted addresses, [start, end) */
    const uint64_t *places; /* only wanted addresses, ascending; NULL: all in [start, end) */
    size_t n_places;
    bool no_functions; /* only files and lines, which is less work: rows have no function */
};

/* Lists the rows of `image` that are wanted; for places, at least those that cover them. The result
 * is empty if there is no debug information. Fails, after reporting, if the image's table cannot be
 * read. */
bool line_rows_read(struct line_rows *rows, const struct image *image,
                    const struct line_request *request, struct diag *d);

/* Returns the row that covers `address`, or NULL if the address has no line. O(log n). */
const struct line_row *line_rows_at(const struct line_rows *rows, uint64_t address);

void line_rows_release(struct line_rows *rows);

/* ---- line_rows_dw.c with libdw, line_rows_none.c without ---- */

/* Appends the rows that are asked for. Returns false if it cannot read the image's debug
 * information. */
bool line_rows_list(struct line_rows *rows, const struct image *image,
                    const struct line_request *request, struct diag *d);

/* Closes the files that the names in rows point into. `source` may be NULL. */
void line_source_release(struct line_source *source);

#endif
