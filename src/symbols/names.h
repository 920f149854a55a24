/* names - how symbols are shown: demangled names, files and lines
 *
 * Role: every writer of names asks here, so that all show a symbol alike. Demangling takes
 * time and most symbols are never printed: so a name is demangled when first asked for, and kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NAMES_H
#define SYMBOLS_NAMES_H

#include "base/diag.h"
#include "image/core.h"
#include "symbols/name_fit.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stdint.h>

struct names_style {
    enum demangle_style demangle;
    bool with_lines;     /* --inline-file-names, --line: names carry (FILE:LINE) */
    bool with_addresses; /* --line: and the address, (FILE:LINE @ ADDRESS) */
    bool full_path;      /* --print-path: files with their directories */
};

struct shown_name {
    const char *text; /* NULL until asked for */
    char *owned;      /* the demangled name, or NULL where the raw one is shown */
    const char *full; /* likewise the name with everything */
    char *full_owned;
};

/* Constant for all who ask: what is shown for a symbol never changes. Only the cache behind `shown`
 * is filled while they do, which is why names are for one thread at a time. */
struct names {
    const struct image *image;
    const struct symtab *symtab;
    const struct sym_lines *lines;
    struct names_style style;
    struct shown_name *shown; /* the cache, by symbol; owned */
};

/* All arguments but `style` and `d` must outlive the names. Fails, after reporting, when memory is
 * out. */
bool names_init(struct names *n, const struct image *image, const struct symtab *symtab,
                const struct sym_lines *lines, const struct names_style *style, struct diag *d);

/* The name to show: demangled as the style wants it, or as it stands in the image where it cannot
 * be demangled. Never NULL; valid until release. */
const char *names_shown(const struct names *n, uint32_t symbol);

/* The name with everything: demangled, whatever is shown. Never NULL; valid until release. */
const char *names_full(const struct names *n, uint32_t symbol);

/* The name to show, cut to at most `columns` columns of a terminal, into `out`, which has room for
 * NAME_FIT_BYTES(columns) bytes: see name_fit. Returns how many columns it takes. */
size_t names_fit(const struct names *n, uint32_t symbol, size_t columns, char *out);

/* The file of the symbol as the style wants it, or NULL; *line is set when there is one. */
const char *names_file(const struct names *n, uint32_t symbol, unsigned *line);

void names_release(struct names *n);

#endif
