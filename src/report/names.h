/* names - how symbols are shown: demangled names, files and lines
 *
 * Role: a cache in front of the image. A name is demangled when it is first printed, and once;
 * lines are looked up in one ascending pass, which is what the debug-information reader is fast at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_NAMES_H
#define REPORT_NAMES_H

#include "base/diag.h"
#include "image/core.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stdint.h>

struct names_style {
    enum demangle_style demangle;
    bool with_lines; /* --inline-file-names: names carry (FILE:LINE) */
    bool full_path;  /* --print-path: files with their folders */
};

struct shown_name {
    const char *text; /* NULL until asked for */
    char *owned;      /* the demangled name, or NULL where the raw one is shown */
};

struct names {
    const struct image *image;
    const struct symtab *symtab;
    struct names_style style;
    struct shown_name *shown; /* by symbol; owned */
    struct image_line *lines; /* by symbol: file is NULL where unknown; NULL until loaded; owned */
};

bool names_init(struct names *n, const struct image *image, const struct symtab *symtab,
                const struct names_style *style, struct diag *d);

/* Look up the lines of all symbols (style with_lines), or else of the static ones, whose file the
 * index shows. */
bool names_load_lines(struct names *n, struct diag *d);

/* The name to show; never NULL; valid until release. */
const char *names_shown(struct names *n, uint32_t symbol);

/* The file of the symbol as the style wants it, or NULL; *line is set when there is one. */
const char *names_file(const struct names *n, uint32_t symbol, unsigned *line);

void names_release(struct names *n);

#endif
