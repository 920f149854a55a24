/* html_sources - declares the parts of the page of --export=html, and puts sources into it
 *
 * Role: the page has the profile as blocks of JSON, which its script reads
 * (src/export/html/data.js): lists of integers, as 60,000 objects would take a browser too long.
 * Each block is an object in a script element that browsers do not run.
 *
 * Functions have numbers: shown ones come first, by the middle of their self time, then code
 * outside functions, if it has time, then functions that only stacks name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_SOURCES_H
#define EXPORT_HTML_SOURCES_H

#include "base/json.h"
#include "view/results.h"

/* The script and the style of the page: the files of src/export/html, which the Makefile makes into
 * arrays of lines, each with its newline, and a NULL behind the last one. They have no data of a
 * profile, so their hashes, which the page's policy names, are the same in all pages. */
extern const char *const html_script[], *const html_style[];

struct html_functions {
    uint32_t *number; /* numbers on the page by symbol, or NO_SYMBOL; owned */
    uint32_t *symbol; /* symbols by number; NO_SYMBOL for code outside functions; owned */
    uint32_t unknown; /* number of code outside functions, or NO_SYMBOL */
    uint32_t ranked;  /* number of listed functions, which come first */
    uint32_t figured; /* number of functions with figures: these, and code outside functions */
    uint32_t n;
};

/* Begins a block, and ends it. */
struct json_object html_begin_block(struct sink *out, const char *id);
void html_end_block(struct json_object *block);

/* Writes the facts about source lines, with their text; nothing if no line is known. */
void html_put_sources(const struct results *r, const struct html_functions *f, struct sink *out,
                      struct diag *d);

#endif
