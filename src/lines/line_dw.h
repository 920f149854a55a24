/* line_dw - what the files share that read source lines with libdw; only they include it
 *
 * line_rows_dw, at the top, calls the others, each of which has a part:
 *     line_rows_dw     units, one by one
 *     line_ranges_dw   the addresses of a unit's code
 *     line_table_dw    the line table of a unit, ...
 *     line_decode_dw   ... its rows and the names of its files
 *     line_scopes_dw   the functions of a unit
 *     line_symbols_dw  what libbfd does not tell of the symbols
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
#include "lines/line_program.h"
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

/* Where a line table is, and how wide its addresses are. */
struct line_place {
    uint64_t offset;
    uint8_t address_bytes;
};

/* The line table of the unit being read. */
struct line_tables {
    bool found; /* sections are set */
    struct line_sections sections;
    struct line_program program; /* rows ascend, ends of sequences first; owned */
    bool holds;                  /* the program is that of `place`, and not libdw's */
    struct line_place place;
    Dwarf_Files *files; /* libdw's; NULL: they are the program's */
    size_t n_files;
    const char *directory; /* of the unit that the paths are for, ... */
    Dwarf_Half version;    /* ... and its version */
    struct pair_map read;  /* the offsets of all tables that were read here, and by number ... */
    const char **first;    /* ... the directories of the units that they were first read for, which
                              libdw joins with names; owned */
    size_t first_cap;
    bool has_file_zero; /* it begins with file 0, as those of DWARF 5 do */
    const char **paths; /* of the files; NULL: not known yet; owned */
    bool has_paths;     /* there is room for them, and what is there is right */
    size_t paths_cap;
};

/* The reading of a file, unit by unit. */
struct line_reader {
    Dwarf *dwarf; /* never NULL while units are read */
    const struct line_request *request;
    struct line_paths *paths; /* of source files */
    struct line_sweep sweep;  /* all that has been read */
    struct line_ranges ranges;
    struct line_scopes scopes;
    struct line_tables tables;
    bool readable;      /* of at least one unit libdw could read the ranges or the line table */
    Dwarf_Half version; /* of the unit's DWARF */
    bool mangled;       /* the unit's language mangles names */
    struct diag *diag;
};

/* Open the debug information of `image`; NULL, after reporting, when memory is out. Release it with
 * line_source_release. */
struct line_source *line_source_open(const struct image *image, struct diag *d);

/* The functions below fail, after reporting, when memory is out. What libdw refuses is left out. */

/* Set r->ranges to the addresses of the unit's code. */
bool line_ranges_read(struct line_reader *r, Dwarf_Die *unit);

/* Whether the unit has code that the request is about; true where its ranges are not known. */
bool line_ranges_wanted(const struct line_reader *r);

void line_ranges_release(struct line_ranges *ranges);

/* Set r->tables to the line table of the unit; `*readable` becomes whether it has one that can be
 * read. */
bool line_decode(struct line_reader *r, Dwarf_Die *unit, bool *readable);

/* The name of the file of that number, which is below n_files, as libdw has it: joined with its
 * directory. NULL where libdw has none; else, after reporting, when memory is out. It lives as long
 * as the rows' names. */
const char *line_decode_name(struct line_reader *r, size_t number);

void line_decode_release(struct line_tables *t);

/* Add the stretches of the unit's line table to the sweep, those of its ranges only. */
bool line_table_read(struct line_reader *r, Dwarf_Die *unit);

/* Add the functions below the entry `root`, inlined ones, too, to the sweep. */
bool line_scopes_read(struct line_reader *r, Dwarf_Die *root);

/* Set r->sweep.symbols, with the sizes and kinds that the symbol table beside the debug information
 * has. */
bool line_symbols_read(struct line_reader *r, const struct image *image);

void line_scopes_release(struct line_scopes *scopes);

#endif
