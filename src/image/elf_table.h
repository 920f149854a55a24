/* elf_table - the symbol table of an ELF file, read as it lies there
 *
 * Role: libbfd makes a record of 96 bytes of each symbol and keeps it, and its reading of a million
 * symbols takes longer than all that is done with them. This reads them one by one, keeps nothing
 * but the string table, and knows nothing of what symbols mean. It takes only files without
 * anything unusual; whoever asks has libbfd for the others, which knows them all, and which says
 * what is wrong with those that are damaged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_ELF_TABLE_H
#define IMAGE_ELF_TABLE_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is told of a section. */
struct elf_section {
    const char *name; /* owned by the file */
    uint64_t address, offset, size;
    uint64_t flags;
    uint32_t type;
};

/* Numbers of sections that are none, kinds and types of symbols, as the ELF standard has them. */
enum { ELF_SHN_UNDEF = 0, ELF_SHN_RESERVED = 0xff00, ELF_SHN_ABS = 0xfff1 };
enum { ELF_STB_LOCAL = 0, ELF_STB_GLOBAL = 1, ELF_STB_WEAK = 2, ELF_STB_UNIQUE = 10 };
enum {
    ELF_STT_NOTYPE = 0,
    ELF_STT_OBJECT = 1,
    ELF_STT_FUNC = 2,
    ELF_STT_SECTION = 3,
    ELF_STT_FILE = 4,
    ELF_STT_COMMON = 5,
    ELF_STT_TLS = 6,
    ELF_STT_IFUNC = 10
};

struct elf_symbol {
    const char *name; /* owned by the file; ends with a NUL */
    uint64_t value;
    unsigned bind, type; /* ELF_STB_, ELF_STT_, and what the standard does not know */
    unsigned section;    /* number of a section, or ELF_SHN_ */
};

/* Zero-initialised. */
struct elf_table {
    bool is_open;
    int fd;
    bool wide, big_endian; /* of the file */
    uint8_t *headers;      /* of the sections, as in the file; owned */
    size_t n_sections;
    char *section_names; /* owned */
    size_t section_names_size;
    char *names; /* of symbols; owned */
    size_t names_size;
    uint64_t at;      /* where the table lies in the file */
    size_t n_symbols; /* in it, with the first, which is none */
    uint8_t *piece;   /* of the table, as in the file; owned */
};

/* Open the file at `path` and read all of it that is needed but the symbols. Where its table of
 * symbols cannot be read here, or it has none, is_open stays false. Fails, after reporting, when
 * memory is out; release `t` in any case. */
bool elf_table_open(struct elf_table *t, const char *path, struct diag *d);

/* The section number `i`, which is below n_sections; false when its name is none. */
bool elf_table_section(const struct elf_table *t, size_t i, struct elf_section *section);

/* A walk over the symbols, from the second one on, as the first is none; zero-initialised but for
 * the table, of which there is one walk at a time. */
struct elf_walk {
    struct elf_table *table;
    size_t next;        /* number of the next symbol, less one */
    size_t piece_first; /* likewise of the first one of the piece that was read last */
    size_t piece_n;     /* symbols in the piece */
    bool failed;        /* the file cannot be read, or a name is none */
};

/* The next symbol; false behind the last one, and when the walk has failed. */
bool elf_walk_next(struct elf_walk *w, struct elf_symbol *symbol);

void elf_table_release(struct elf_table *t);

#endif
