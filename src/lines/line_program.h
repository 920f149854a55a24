/* line_program - decodes the line table of a unit: which line the code at each address is of
 *
 * Role: the line table of a unit of debug information is a program for a small machine, whose rows
 * (address, file, line) it appends; the DWARF standard, versions 2 to 5, describes it. libdw makes
 * a record of malloc of each row and sorts pointers to these; this makes an array. It knows what
 * compilers and assemblers write and takes no table that has anything else in it or is damaged:
 * whoever asks has libdw for those, which decides what becomes of them. Does not open files, knows
 * nothing of units.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_PROGRAM_H
#define LINES_LINE_PROGRAM_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a section; none where `at` is NULL. */
struct line_bytes {
    const uint8_t *at; /* not owned */
    size_t size;
};

/* What line tables consist of and refer to. */
struct line_sections {
    struct line_bytes table;         /* .debug_line */
    struct line_bytes text, strings; /* .debug_line_str, .debug_str */
    bool big_endian;
};

/* A file of a table; the texts are in the sections. */
struct line_file {
    const char *name;      /* as the table has it */
    const char *directory; /* of the table, likewise; NULL: none */
};

struct line_program_row {
    uint64_t address;
    uint32_t line; /* 0: none */
    uint32_t file; /* number in files, if that is one; twice that, and 1 more where a sequence ends:
                      no code from here on */
};

/* Files and rows of a table; zero-initialised before the first one. Its memory serves the next one
 * again. */
struct line_program {
    unsigned version;  /* of the table */
    const char **dirs; /* by number, as the table has them; before version 5 the first one is the
                          unit's compilation directory, which may be NULL; owned */
    size_t n_dirs, dirs_cap;
    struct line_file *files; /* by number; owned */
    size_t n_files, files_cap;
    struct line_program_row *rows; /* owned; by address once they are sorted */
    size_t n_rows, rows_cap;
    bool sorted; /* rows are in the order that line_program_sort makes */
};

/* ---- line_header.c ---- */

/* What the program of a table needs of its header. */
struct line_header {
    const uint8_t *at, *end; /* the program */
    bool big_endian;
    size_t address_bytes;      /* 4 or 8 */
    uint8_t instruction_bytes; /* that addresses are multiples of, and ...*/
    uint8_t operations;        /* ... what fits into so many; at least 1 */
    int8_t line_base;          /* of the opcodes that add to address and line: the least addition */
    uint8_t line_range;        /* and how many there are; at least 1 */
    uint8_t opcode_base;       /* the first of them; at least 10 */
    const uint8_t *arguments;  /* how many numbers follow the opcodes below, from the first on */
};

/* Read the header at `offset` of the table's section, and set version, dirs and files; `directory`
 * is the unit's, and NULL where that has none. `*taken` becomes whether the table is one that this
 * can read. Fails, after reporting, when memory is out. */
bool line_header_read(struct line_header *h, struct line_program *p, const struct line_sections *s,
                      uint64_t offset, const char *directory, bool *taken, struct diag *d);

/* ---- line_program.c ---- */

/* The table at `offset`: its files, and its rows in the order in which the program makes them.
 * `address_bytes` are those of the unit, 4 or 8; the others are as for line_header_read. O(bytes of
 * the table). */
bool line_program_read(struct line_program *p, const struct line_sections *s, uint64_t offset,
                       size_t address_bytes, const char *directory, bool *taken, struct diag *d);

/* Sort the rows by address, as libdw does: of one address the ends of sequences come first, others
 * stay in their order, and the last row of all ends its sequence, whatever the program says. O(n);
 * where sequences lie in the order of their addresses, nothing. Fails, after reporting, when memory
 * is out. */
bool line_program_sort(struct line_program *p, struct diag *d);

void line_program_release(struct line_program *p);

#endif
