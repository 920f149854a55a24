/* line_open_dw - opens files of debug information for libdw
 *
 * Role: line_rows_dw calls this, line_scopes_dw, which reads the functions of a unit, and
 * line_table_dw, which reads its line table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_OPEN_DW_H
#define LINES_LINE_OPEN_DW_H

#include "lines/line_scopes_dw.h"
#include "lines/line_sweep.h"
#include "lines/line_table_dw.h"

struct address_range {
    uint64_t low, high; /* first address, first address past it */
};

/* The addresses of the code of units. */
struct line_ranges {
    struct address_range *at; /* ranges of the unit being read, ascending; owned */
    size_t n, cap;
    size_t last;                /* number of the range that held the last row */
    struct unit_range *aranges; /* entries of .debug_aranges, sorted by unit; NULL: not read yet;
                                 * owned */
    size_t n_aranges;
};

/* State of the reading of a file, unit by unit. */
struct line_reader {
    struct line_source *source;
    Dwarf *dwarf;       /* debug information of source; never NULL while units are read */
    char *place;        /* directory of the file, with a slash; owned */
    bool package_waits; /* the package with files of entries, beside the file, must not be opened */
    struct pair_map entries; /* separate files of entries: (device, number of the file) */
    const struct image *image;
    const struct line_request *request;
    struct text_map *paths; /* paths of source files; owned by source */
    struct line_table table;
    size_t place_reached;    /* number of the first place that is not below the last row */
    struct line_sweep sweep; /* stretches and scopes read so far */
    struct line_ranges ranges;
    struct line_scopes scopes;
    bool readable;      /* ranges or a line table of at least one unit could be read */
    Dwarf_Half version; /* DWARF version of the unit */
    bool mangled;       /* the unit's language mangles names */
    struct diag *diag;
};

/* Opens the debug information of the image as r->source, and prepares its reading. Returns false if
 * libdw cannot read it. */
bool line_source_open(struct line_reader *r, const struct image *image);

#endif
