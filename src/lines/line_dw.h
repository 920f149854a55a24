/* line_dw - what the files share that read source lines with libdw; only they include it
 *
 * line_rows_dw, at the top, calls the others, each of which has a part:
 *     line_rows_dw     units, one by one
 *     line_ranges_dw   the addresses of a unit's code
 *     line_table_dw    the line table of a unit
 *     line_scopes_dw   the functions of a unit
 *     line_source_dw   the file of debug information
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
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file of debug information. */
struct dwarf_file {
    Dwarf *dwarf; /* NULL: none */
    int fd;       /* -1: none */
};

/* What the names in the rows point into. */
struct line_source {
    struct dwarf_file debug;
    struct dwarf_file alt; /* what dwz has moved out of it, where that is known */
    struct line_paths paths;
};

struct address_range {
    uint64_t low, high; /* first address, first address past it */
};

/* Where the code of units is. */
struct line_ranges {
    struct address_range *at; /* of the unit being read, ascending; owned */
    size_t n, cap;
    struct unit_range *listed; /* what .debug_aranges says of all units, by unit; NULL: not read
                                  yet; owned */
    size_t n_listed;
};

/* What is kept between the entries of a unit, and between units. */
struct line_scopes {
    Dwarf_Die *path; /* entries from the unit's root to the one being visited; owned */
    size_t path_cap;
    struct pair_map origins;       /* entries that others are instances of, by their addresses */
    struct entry_names *of_origin; /* the names of these, by number in origins; owned */
    size_t origins_cap;
};

/* The reading of a file, unit by unit. */
struct line_reader {
    Dwarf *dwarf; /* never NULL while units are read */
    const struct line_request *request;
    struct line_paths *paths; /* of source files */
    struct line_sweep sweep;  /* all that has been read */
    struct line_ranges ranges;
    struct line_scopes scopes;
    bool readable;      /* of at least one unit libdw could read the ranges or the line table */
    Dwarf_Half version; /* of the unit's DWARF */
    bool mangled;       /* the unit's language mangles names */
    struct diag *diag;
};

/* Opens the debug information of `image`. Release it with line_source_release. */
struct line_source *line_source_open(const struct image *image, struct diag *d);

/* What libdw refuses is left out. */

/* Set r->ranges to the addresses of the unit's code. */
void line_ranges_read(struct line_reader *r, Dwarf_Die *unit);

/* Whether the unit has code that the request is about; true where its ranges are not known. */
bool line_ranges_wanted(const struct line_reader *r);

void line_ranges_release(struct line_ranges *ranges);

/* Add the stretches of the unit's line table to the sweep, those of its ranges only. */
void line_table_read(struct line_reader *r, Dwarf_Die *unit);

/* Add the functions below the entry `root`, inlined ones, too, to the sweep. */
void line_scopes_read(struct line_reader *r, Dwarf_Die *root);

void line_scopes_release(struct line_scopes *scopes);

#endif
