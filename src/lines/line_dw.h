/* line_dw - declares what the readers of source lines with libdw share; only they include it
 *
 * line_units_dw calls line_open_dw, which opens the file, and line_scopes_dw, which reads the
 * functions of a unit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_DW_H
#define LINES_LINE_DW_H

#include "base/diag.h"
#include "base/pair_map.h"
#include "image/core.h"
#include "lines/line_paths.h"
#include "lines/line_rows.h"
#include "lines/line_sweep.h"

#include <elfutils/libdw.h>
#include <gelf.h>

struct address_range {
    uint64_t low, high; /* first address, first address past it */
};

/* The addresses of the code of units. */
struct line_ranges {
    struct address_range *at; /* ranges of the unit being read, ascending; owned */
    size_t n, cap;
    struct unit_range *listed; /* entries of .debug_aranges, sorted by unit; NULL: not read yet;
                                * owned */
    size_t n_listed;
};

/* Names kept between the entries of a unit, and between units. */
struct line_scopes {
    struct pair_map origins;       /* entries that have instances, by their addresses */
    struct entry_names *of_origin; /* names of these entries, by number in origins; owned */
    size_t origins_cap;
};

/* State of the reading of a file, unit by unit. */
struct line_reader {
    struct line_source *source;
    Dwarf *dwarf;       /* debug information of source; never NULL while units are read */
    uint64_t left;      /* rows and ranges that may still be read: the limit is the file's number of
                         * bytes, as only shared tables can have more */
    char *place;        /* directory of the file, with a slash; owned */
    bool package_waits; /* the package with files of entries, beside the file, must not be opened */
    bool big_endian;
    const Elf_Data *tables;      /* .debug_line; may be NULL */
    uint64_t tables_left;        /* bytes of it that no table has taken */
    struct pair_map line_tables; /* line tables that were read, by their offsets */
    const struct line_request *request;
    struct line_paths *paths; /* joined paths of source files */
    struct line_sweep sweep;  /* stretches and scopes read so far */
    struct line_ranges ranges;
    struct line_scopes scopes;
    bool readable;      /* libdw could read the ranges or the line table of at least one unit */
    Dwarf_Half version; /* DWARF version of the unit */
    bool mangled;       /* the unit's language mangles names */
    struct diag *diag;
};

/* Opens the debug information of the image as r->source, and prepares its reading. Returns false if
 * libdw cannot read it. */
bool line_source_open(struct line_reader *r, const struct image *image);

/* Counts a row or range. Returns false if there are too many: reading ends. */
static inline bool line_reader_spend(struct line_reader *r)
{
    return r->left > 0 && r->left-- > 0;
}

/* Adds the functions below the entry `root` to the sweep, including inlined ones. Entries that
 * libdw refuses are left out. */
void line_scopes_read(struct line_reader *r, Dwarf_Die *root);

void line_scopes_release(struct line_scopes *scopes);

#endif
