/* names - tells how symbols are shown: demangled names, files and lines
 *
 * Role: every writer of names asks here, so a symbol has the same name everywhere. Demangling
 * takes time and most symbols are never printed, so a name is demangled when it is first asked for,
 * and kept. A short form must not be that of two functions. So if short forms are wanted, all names
 * are demangled once at the start, and a function gets its shortest form that no other function
 * has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_NAMES_H
#define NAMES_NAMES_H

#include "image/core_demangle.h"
#include "names/name_forms.h"
#include "symbols/sym_lines.h"

/* How much of a name is shown. */
enum names_wanted {
    WANT_FULL,   /* everything */
    WANT_SHORT,  /* template arguments and parameters cut, std::string for its template */
    WANT_BASE,   /* no scope, no arguments, no parameters */
    WANT_MANGLED /* the linker's name */
};

struct names_style {
    enum demangle_style demangle;
    enum names_wanted wanted;
    bool as_in_source;   /* demangle names of Fortran modules and Ada units, too */
    bool with_lines;     /* --inline-file-names, --line: names carry (FILE:LINE) */
    bool with_addresses; /* --line: names also carry the address, (FILE:LINE @ ADDRESS) */
    bool full_path;      /* --print-path: files with their directories */
};

/* The names of a run. The name of a symbol never changes. Names are kept when they are first asked
 * for, so only one thread at a time may use this. */
struct names {
    const struct image *image;
    const struct symtab *symtab;
    const struct sym_lines *lines;
    struct names_style style;
    const char **shown; /* shown names by symbol, NULL until asked for; the array is owned, and so
                         * are its names, except those of the linker */
    const char **full;  /* full names by symbol, like shown, if full names are not the shown ones */
    uint8_t *syntax;    /* enum name_syntax of the shown names, by symbol; owned */
    bool has_ada;       /* the program holds Ada */
    uint8_t *forms;     /* enum name_form of the shown names, by symbol, or NULL; owned */
    struct name_parts *parts; /* to read names with; owned */
};

/* Prepares names for the symbols of the image. All arguments but `style` and `d` must outlive the
 * names. */
void names_init(struct names *n, const struct image *image, const struct symtab *symtab,
                const struct sym_lines *lines, const struct names_style *style, struct diag *d);

/* Returns the name to show, demangled and cut as the style says, or unchanged if it cannot be
 * demangled. Never NULL; valid until release. */
const char *names_shown(const struct names *n, uint32_t symbol);

/* Returns the full name, always demangled; with DEMANGLE_AUTO if the style says not to demangle.
 * Never NULL; valid until release. */
const char *names_full(const struct names *n, uint32_t symbol);

/* Returns the symbol's name demangled, as names_full does, or the source's name of a C symbol
 * (inner for inner.0). Returns NULL if that is the linker's name. Sets `*syntax` to the syntax of
 * the name. The caller frees the name; for callers that walk over all names once. */
char *names_demangled(const struct names *n, uint32_t symbol, enum name_syntax *syntax);

/* Returns the syntax of the name to show. */
enum name_syntax names_syntax(const struct names *n, uint32_t symbol);

/* Returns the file of the symbol, without directories unless --print-path is given, and sets *line.
 * Returns NULL if the file is not known. Whole paths are in sym_lines. */
const char *names_file(const struct names *n, uint32_t symbol, unsigned *line);

/* Returns `__geo_MOD_area' as `geo::area'; a copy that an optimiser has made,
 * `__geo_MOD_area.isra.0', ends in ` [clone .isra.0]'. Returns NULL if the name is not of that
 * form. The caller owns the result. */
char *names_of_fortran(const char *raw);

void names_release(struct names *n);

/* ---- functions that were inlined ---- */

/* The names of functions that lines of code were inlined from. Many of them have no symbol. Their
 * names are as short as the style wants, but no form is that of another name; the names of symbols
 * stay as they are. */
struct names_inlined {
    const struct names *names;
    struct text_map linker; /* linker's names: of symbols, then of the other functions */
    size_t n_symbols;       /* linker's names of symbols */
    uint32_t *symbols;      /* first symbol of each linker's name, for n_symbols; owned */
    uint8_t *forms; /* enum name_form by symbol, then of the other functions; NULL: names are full;
                     * owned */
};

/* Reads the names of the functions in `rows`. Both must outlive the result. O(symbols + rows), and
 * reading the names. */
void names_inlined_init(struct names_inlined *f, const struct names *n,
                        const struct line_rows *rows, struct diag *d);

/* Returns the first symbol that has a linker's name, or NO_SYMBOL. */
uint32_t names_inlined_symbol(const struct names_inlined *f, const char *raw);

/* Returns the name to show. The caller frees it. */
char *names_inlined_shown(const struct names_inlined *f, const char *raw);

void names_inlined_release(struct names_inlined *f);

#endif
