/* line_scopes_dw - reads the functions of a unit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_SCOPES_DW_H
#define LINES_LINE_SCOPES_DW_H

#include "base/pair_map.h"

#include <elfutils/libdw.h>

struct line_reader;

/* Names kept between the entries of a unit, and between units. */
struct line_scopes {
    struct pair_map origins;       /* entries that have instances, by their addresses */
    struct entry_names *of_origin; /* names of these entries, by number in origins; owned */
    size_t origins_cap;
};

/* Adds the functions below the entry `root` to the sweep, including inlined ones. Entries that
 * libdw refuses are left out. */
void line_scopes_read(struct line_reader *r, Dwarf_Die *root);

void line_scopes_release(struct line_scopes *scopes);

#endif
