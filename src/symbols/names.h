/* names - tells how symbols are shown: demangled names, files and lines
 *
 * Role: every writer of names asks here, so that all show a symbol alike. Demangling takes
 * time and most symbols are never printed: so a name is demangled when first asked for, and kept.
 * A form that leaves something out must not be that of two functions. So where such a form is
 * wanted, all names are demangled once at the start; a function whose form is also another's is
 * shown with the next longer one that is not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NAMES_H
#define SYMBOLS_NAMES_H

#include "base/diag.h"
#include "image/core.h"
#include "symbols/name_forms.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stdint.h>

/* How much of a name is shown. */
enum names_form {
    NAMES_FULL,   /* everything */
    NAMES_SHORT,  /* template arguments and parameters cut, std::string for its template */
    NAMES_BASE,   /* no scope, no arguments, no parameters */
    NAMES_MANGLED /* as the linker has it */
};

struct names_style {
    enum demangle_style demangle;
    enum names_form form;
    bool as_in_source;   /* those of modules of Fortran and units of Ada, too */
    bool with_lines;     /* --inline-file-names, --line: names carry (FILE:LINE) */
    bool with_addresses; /* --line: and the address, (FILE:LINE @ ADDRESS) */
    bool full_path;      /* --print-path: files with their directories */
};

/* Constant for all callers: what is shown for a symbol never changes. Only the names that were
 * asked for are kept, which is why names are for one thread at a time. */
struct names {
    const struct image *image;
    const struct symtab *symtab;
    const struct sym_lines *lines;
    struct names_style style;
    const char **shown; /* by symbol: what is shown, NULL until asked for; owned, and so are the
                           names in it that are not the linker's */
    const char **full;  /* likewise the names with everything, where these are not shown */
    uint8_t *syntax;    /* by symbol: enum name_syntax of what was shown; owned */
    bool has_ada;       /* the program holds Ada */
    uint8_t *forms;     /* by symbol: the enum name_form that is shown, or NULL; owned */
    struct name_parts *parts; /* to read names with; owned */
};

/* All arguments but `style` and `d` must outlive the names. */
void names_init(struct names *n, const struct image *image, const struct symtab *symtab,
                const struct sym_lines *lines, const struct names_style *style, struct diag *d);

/* Returns the name to show: demangled and cut as the style wants it, or as it stands in the image
 * where it cannot be demangled. Never NULL; valid until release. */
const char *names_shown(const struct names *n, uint32_t symbol);

/* Returns the name with everything: demangled, whatever is shown; if the style says not to
 * demangle, as by DEMANGLE_AUTO. Never NULL; valid until release. */
const char *names_full(const struct names *n, uint32_t symbol);

/* Returns the symbol's name demangled, as names_full tells it, or the source's of a name of C
 * (inner of inner.0); NULL if that is the linker's name. The caller frees: for callers that go over
 * all names once. `*syntax` is that of the name. */
char *names_demangled(const struct names *n, uint32_t symbol, enum name_syntax *syntax);

/* Writes the name to show, cut to at most `columns` columns, into `out`, which has room for
 * NAME_FIT_BYTES(columns) bytes: see name_fit. Returns how many columns it takes. */
size_t names_fit(const struct names *n, uint32_t symbol, size_t columns, char *out);

/* Returns the file of the symbol as the style wants it, or NULL; sets *line if there is one. */
const char *names_file(const struct names *n, uint32_t symbol, unsigned *line);

/* Returns `__geo_MOD_area' as `geo::area'; a copy that an optimiser has made,
 * `__geo_MOD_area.isra.0', ends in ` [clone .isra.0]'. NULL if the name is no such name. The caller
 * owns it. */
char *names_of_fortran(const char *raw);

void names_release(struct names *n);

#endif
