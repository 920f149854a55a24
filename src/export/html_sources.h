/* html_sources - writes source lines into the page of --export=html, and what all its blocks share
 *
 * Role: the profile stands in the page as blocks of JSON, which the script of the page reads
 * (src/export/html/data.js): columns of integers, with a place for each function, as 60,000 objects
 * would take a browser too long. Each block is an object in a script element that browsers do not
 * run.
 *
 * A function is known by a number: those that are shown come first, in the order of figures.order,
 * then what belongs to none, if that has time, then functions that only stacks name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_SOURCES_H
#define EXPORT_HTML_SOURCES_H

#include "view/report.h"

struct html_functions {
    uint32_t *number; /* by symbol: its number on the page, or NO_SYMBOL; owned */
    uint32_t *symbol; /* by number: the symbol, or NO_SYMBOL for what belongs to none; owned */
    struct figure *figures; /* by symbol, those of a library with its functions'; owned */
    uint32_t unknown;       /* number of what belongs to none, or NO_SYMBOL */
    uint32_t figured;       /* the first of them, which have figures */
    uint32_t n;
};

/* Writes the beginning of a block, or its end. */
void html_block_begin(struct sink *out, const char *id);
void html_block_end(struct sink *out);

/* Sorts names of files and keeps each once; returns how many there are then. */
uint32_t html_sort_files(const char **files, size_t n);

/* Returns the number, from 0, of a name among sorted ones; it is there. */
uint32_t html_file_number(const char *const *files, uint32_t n, const char *file);

/* Writes what is known of source lines, with their text; nothing if no line is known. */
void html_put_sources(const struct report *r, const struct html_functions *f, struct sink *out,
                      struct diag *d);

#endif
