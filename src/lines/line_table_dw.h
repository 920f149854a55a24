/* line_table_dw - reads the line table of a unit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_TABLE_DW_H
#define LINES_LINE_TABLE_DW_H

#include "base/cursor.h"
#include "base/text_map.h"

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

/* Opens the line table at `offset` for a unit that was compiled in `directory`, which may be NULL.
 * Returns false if there is none, or if it is damaged. */
bool line_table_open(struct line_table *t, uint64_t offset, const char *directory, struct diag *d);

/* Sets `row` to the next row, in the order of the program: in each sequence addresses ascend.
 * Returns false at the end, or if the table is damaged (t->c.failed); then all of its rows are
 * worthless. */
bool line_table_next(struct line_table *t, struct table_row *row, struct diag *d);

/* Returns the path of a file, joined with its directories; `paths` owns it. Returns NULL if the
 * table has no such file. */
const char *line_table_path(struct line_table *t, uint64_t number, struct text_map *paths,
                            struct diag *d);

void line_table_release(struct line_table *t);

#endif
