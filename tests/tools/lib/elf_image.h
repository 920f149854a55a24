/* elf_image.h - declares the model of an ELF file in memory, and its writer
 *
 * Role: the model between the image language (image_text.h) and the bytes of an ELF file. Does not
 * use libbfd: the library that reads our images must not have written them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ELF_IMAGE_H
#define ELF_IMAGE_H

#include "tool_buf.h"

enum elf_place { PLACE_BY_VALUE = -1, PLACE_UNDEF = -2, PLACE_ABS = -3, PLACE_COMMON = -4 };

struct elf_section {
    char *name;         /* owned */
    uint64_t vma;       /* address */
    uint64_t size;      /* bytes of contents; if not nobits, also bytes in the file */
    uint64_t claim;     /* size in the section header; normally equal to size */
    bool code;          /* executable */
    bool write;         /* writable */
    bool nobits;        /* takes no room in the file */
    unsigned char fill; /* byte for contents that hex does not give */
    struct buf hex;     /* first bytes of the contents */
    uint64_t offset;    /* offset in the file, set by the writer */
};

struct elf_symbol {
    uint32_t name;            /* offset in strtab */
    uint64_t value;           /* address (the writer makes it relative in ET_REL) */
    uint64_t size;            /* bytes */
    unsigned char bind;       /* STB_: 0 local, 1 global, 2 weak, 10 unique */
    unsigned char type;       /* STT_: 0 notype, 1 object, 2 func, 3 section, 4 file, 10 ifunc */
    unsigned char visibility; /* STV_: 0 default, 2 hidden */
    int place;                /* index of a section, or enum elf_place */
};

struct elf_image {
    bool wide;               /* 64 bits */
    bool big;                /* big endian */
    unsigned machine;        /* e_machine */
    unsigned type;           /* e_type: 1 REL, 2 EXEC, 3 DYN */
    uint64_t entry;          /* e_entry */
    uint32_t flags;          /* e_flags */
    bool no_symtab;          /* write neither .symtab nor .strtab */
    bool raw_order;          /* keep locals and globals mixed, in the given order */
    struct elf_section *sec; /* owned */
    size_t n_sec;
    struct elf_symbol *sym; /* owned, in the order given */
    size_t n_sym;
    size_t cap_sym;
    struct buf strtab; /* begins with its NUL */
};

void elf_image_init(struct elf_image *im);
void elf_image_release(struct elf_image *im);
struct elf_section *elf_add_section(struct elf_image *im, const char *name);
struct elf_symbol *elf_add_symbol(struct elf_image *im); /* zeroed; valid until the next call */
uint32_t elf_add_string(struct elf_image *im, const char *s);
void elf_write(struct elf_image *im, struct buf *out);

#endif
