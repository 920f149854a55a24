/* sym_lines - finds the source file and line of each function
 *
 * Role: finds the lines of all symbols that a run needs in one go, since listing the line tables
 * of their units is faster than looking up each symbol. If tables cannot be listed, each symbol is
 * looked up, in ascending order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_LINES_H
#define SYMBOLS_SYM_LINES_H

#include "symbols/symtab.h"

enum sym_lines_need {
    SYM_LINES_NONE,
    SYM_LINES_STATIC, /* only static symbols, whose files the index of the call graph names */
    SYM_LINES_ALL
};

struct sym_lines_request {
    enum sym_lines_need need;
    const struct line_rows *rows; /* known lines of the addresses [start, end); NULL: none */
    uint64_t start, end;
};

struct sym_lines {
    struct image_line *at; /* lines by symbol number; `file` is NULL if unknown or not needed;
                            * owned */
    struct line_rows rows; /* rows that own the files, or empty */
};

/* Looks up the lines of the symbols' addresses. Returns false, after reporting, if the image's
 * table cannot be read. */
bool sym_lines_load(struct sym_lines *lines, const struct image *image, const struct symtab *symtab,
                    const struct sym_lines_request *request, struct diag *d);

void sym_lines_release(struct sym_lines *lines);

#endif
