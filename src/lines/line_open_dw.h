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

#include <gelf.h>

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
    Elf *entries;       /* separate file of entries that was judged last, or NULL */
    bool package_waits; /* the package with files of entries, beside the file, must not be opened */
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

/* Takes the file at `path`, which may be missing, from the budget: libdw opens and unpacks it for
 * each unit that names it. Returns false if it must not be opened. */
bool line_take_file(struct line_reader *r, const char *path);

/* Takes the lists of ranges of a file that libdw has opened from the budget, all of it if they are
 * hostile. Returns false if it is spent. Only lists of addresses of the image's size are judged. */
bool line_take_ranges(struct line_reader *r, Elf *elf);

/* Takes `units` and the attributes of an entry from the budget: libdw passes over all attributes
 * for each question, and an entry of a byte can have any number. Returns false if too few are left,
 * or if libdw refuses the entry. */
bool line_take_entry(struct line_reader *r, Dwarf_Die *die, uint64_t units);

#endif
