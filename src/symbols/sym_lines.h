/* sym_lines - the source file and line of each function
 *
 * Role: finds the line of every symbol that a run needs, all at once: listing the line tables of
 * the units that hold them is faster than asking for each; where they cannot be listed, the image
 * is asked in ascending order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_LINES_H
#define SYMBOLS_SYM_LINES_H

#include "base/diag.h"
#include "image/core.h"
#include "lines/line_rows.h"
#include "symbols/symtab.h"

#include <stdbool.h>

enum sym_lines_need {
    SYM_LINES_NONE,
    SYM_LINES_STATIC, /* of static symbols only: the index names their files */
    SYM_LINES_ALL
};

struct sym_lines {
    struct image_line *at; /* by symbol number; `file` is NULL where unknown or not needed; owned */
    struct line_rows rows; /* what the files point into, or empty */
};

/* Look up the lines of the symbols' first addresses. Fails when memory is out. */
bool sym_lines_load(struct sym_lines *lines, const struct image *image, const struct symtab *symtab,
                    enum sym_lines_need need, struct diag *d);

/* The same for all symbols, those of the addresses [start, end) from their rows. */
bool sym_lines_from_rows(struct sym_lines *lines, const struct line_rows *rows, uint64_t start,
                         uint64_t end, const struct image *image, const struct symtab *symtab,
                         struct diag *d);

void sym_lines_release(struct sym_lines *lines);

#endif
