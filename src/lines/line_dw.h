/* line_dw - what the files share that read source lines with libdw; only they include it
 *
 * line_units_dw calls line_scopes_dw, which reads the functions of a unit.
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

/* Adds the functions below the entry `root`, inlined ones, too, to the sweep. What libdw refuses is
 * left out. */
void line_scopes_read(struct line_reader *r, Dwarf_Die *root);

void line_scopes_release(struct line_scopes *scopes);

#endif
