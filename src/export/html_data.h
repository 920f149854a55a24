/* html_data - the profile as blocks of JSON in a page
 *
 * Role: what the script of the page (src/export/html/data.js) reads: columns of integers, with a
 * place for each function, as 60,000 objects would take a browser too long. Each block is an object
 * in a script element that browsers do not run.
 *
 * A function is known by a number: those that are shown come first, in the order of figures.order,
 * then what belongs to none, if that has time, then functions that only stacks name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_DATA_H
#define EXPORT_HTML_DATA_H

#include "view/paths.h"
#include "view/report.h"

struct html_functions {
    uint32_t *number; /* by symbol: its number on the page, or NO_SYMBOL; owned */
    uint32_t *symbol; /* by number: the symbol, or NO_SYMBOL for what belongs to none; owned */
    uint32_t figured; /* the first of them, which have figures */
    uint32_t n;
};

/* `p`: the call stacks of the page. Fails, after reporting, when memory is out. O(functions +
 * paths). */
bool html_functions_init(struct html_functions *f, const struct report *r, const struct paths *p,
                         struct diag *d);
void html_functions_release(struct html_functions *f);

/* The beginning and the end of a block. */
void html_block_begin(struct sink *out, const char *id);
void html_block_end(struct sink *out);

/* The paths that the flame chart draws: measured ones, or with --estimated those by estimate; else
 * none. To be released. Fails, after reporting, when memory is out. */
bool html_paths_init(struct paths *p, const struct report *r, struct diag *d);

/* Program, inputs, warnings, functions, arcs and cycles. Fails, after reporting, when memory is
 * out. */
bool html_put_profile(const struct report *r, const struct html_functions *f, const struct paths *p,
                      struct sink *out, struct diag *d);

/* The tree of call stacks, of at most HTML_FRAMES frames: those with least time are left out, and
 * their time is their callers'. Cycles count as functions behind the last one, and behind these
 * stands what has no frame. Nothing where there are no stacks. Fails, after reporting, when memory
 * is out. */
bool html_put_stacks(const struct report *r, const struct html_functions *f, const struct paths *p,
                     struct sink *out, struct diag *d);

/* What is known of source lines, with their text. Nothing where no line is known. Fails, after
 * reporting, when memory is out. */
bool html_put_sources(const struct report *r, const struct html_functions *f, struct sink *out,
                      struct diag *d);

enum { HTML_FRAMES = 200000 };

#endif
