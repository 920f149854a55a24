/* line_dw - declares what the readers of source lines with libdw share; only they include it
 *
 * line_units_dw calls line_open_dw, which opens the file, and line_scopes_dw, which reads the
 * functions of a unit, and line_table_dw, which reads its line table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_DW_H
#define LINES_LINE_DW_H

#include "base/cursor.h"
#include "base/pair_map.h"
#include "base/text_map.h"
#include "image/core.h"
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
    size_t last;               /* number of the range that held the last row */
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

/* Bytes of a section; none if the file has no such section. */
struct line_bytes {
    const uint8_t *at; /* not owned */
    size_t size;
};

/* The sections that hold line tables, and the texts that these name. */
struct line_sections {
    struct line_bytes tables;            /* .debug_line */
    struct line_bytes line_texts, texts; /* .debug_line_str and .debug_str, up to the last NUL */
    bool big_endian;
};

struct table_row {
    uint64_t address;
    uint64_t file; /* number of the file */
    uint32_t line; /* 0: none */
    bool ends;     /* the row's sequence ends at the address */
};

struct line_file {
    const char *name;      /* name as the table has it; not owned */
    const char *directory; /* the same of its directory; may be NULL */
    const char *path;      /* NULL: not made yet */
};

/* A line table that is being read; its memory is used again for the next one. */
struct line_table {
    struct line_sections sections;
    struct budget *budget; /* the image's: tables may be shared, and files may share a long
                            * directory */
    struct cursor c;       /* the table; what is left is the program that has not run */
    unsigned version;      /* DWARF version of the table */
    size_t offset_bytes;   /* 4 or 8 */
    const char *directory; /* compilation directory of the unit; may be NULL */
    const char **dirs;     /* directories by number; owned */
    size_t n_dirs, dirs_cap;
    struct line_file *files; /* files by number; owned */
    size_t n_files, files_cap;
    uint8_t instruction_bytes; /* an address is a multiple of that */
    uint8_t operations;        /* operations in an instruction, at least 1 */
    int8_t line_base;          /* least number of lines that a special opcode moves by */
    unsigned line_range;       /* how many such numbers there are, at least 1 */
    unsigned opcode_base;      /* number of the first special opcode, at least 1 */
    const uint8_t *operands;   /* number of operands of each standard opcode, from 1 on */
    struct table_row row;      /* registers of the machine */
    uint64_t operation;        /* operation within the instruction at row.address */
};

/* State of the reading of a file, unit by unit. */
struct line_reader {
    struct line_source *source;
    Dwarf *dwarf;       /* debug information of source; never NULL while units are read */
    char *place;        /* directory of the file, with a slash; owned */
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

enum {
    COST_ROW = 256, /* units of the budget for a row or a range: the memory that it takes */
    COST_BYTE = 8,  /* those for a byte of a table, of abbreviations or of a path */
};

/* Adds the functions below the entry `root` to the sweep, including inlined ones. Entries that
 * libdw refuses are left out. */
void line_scopes_read(struct line_reader *r, Dwarf_Die *root);

/* Opens the line table at `offset` for a unit that was compiled in `directory`, which may be NULL.
 * Returns false if there is none, if it is damaged, or if too much was read already. */
bool line_table_open(struct line_table *t, uint64_t offset, const char *directory, struct diag *d);

/* Sets `row` to the next row, in the order of the program: in each sequence addresses ascend.
 * Returns false at the end, or if the table is damaged (t->c.failed); then all of its rows are
 * worthless. */
bool line_table_next(struct line_table *t, struct table_row *row, struct diag *d);

/* Returns the path of a file, joined with its directories; `paths` owns it. Returns NULL if the
 * table has no such file, and if paths take too much, which makes the table damaged. */
const char *line_table_path(struct line_table *t, uint64_t number, struct text_map *paths,
                            struct diag *d);

void line_table_release(struct line_table *t);

void line_scopes_release(struct line_scopes *scopes);

#endif
