/* core_object - opens files with libbfd
 *
 * Role: only the files of core include this header, and bfd.h with it. Calls between them go down
 * this list:
 *     core_debug     the separate debug file of an image
 *     core_mini      symbols that are packed into an image
 *     core           the life of an image, from core_init to core_release; lines and names
 *     core_symbols   its symbols
 *     core_stubs     stubs of the linker
 *     core_unwind    extents of functions, by the unwind tables
 *     core_code      its machine and its code sections
 *     core_table     all symbols of a file, read with libelf or libbfd
 *     core_object    a file that libbfd has opened
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_OBJECT_H
#define IMAGE_CORE_OBJECT_H

#include "image/core.h"

#include <bfd.h>

struct code_section {
    uint64_t start; /* first address */
    uint64_t index; /* libbfd's number of the section: the order of sections of one address */
    uint64_t end;   /* first address past the section */
    asection *section;
    asection *in_debug; /* the section of that name in the separate debug file; may be NULL */
    size_t full;        /* number of the first section from this one on that has contents */
    uint8_t *contents;  /* bytes from start on; NULL until asked for; owned */
    size_t size;        /* bytes in contents */
};

/* An open file and its table of symbols. */
struct object {
    bfd *bfd;              /* NULL: none; owned */
    bool is_dynamic;       /* the table is the one for the dynamic linker */
    struct elf_table *elf; /* the table, read with libelf; NULL: libelf does not read it; owned */
    asection **sections;   /* sections by ELF number, NULL if libbfd has none; the array is NULL if
                            * libbfd reads the symbols; owned */
    asymbol **table;       /* symbols as libbfd reads them, in the file's order; NULL: not read;
                            * owned */
    long table_length;     /* number of symbols, with either reader */
};

struct image_private {
    struct object object;       /* the image */
    struct object debug;        /* separate debug file of the image, if one is needed */
    struct object dynamic;      /* the image's table for the dynamic linker, if core_dynamic has
                                 * read it; bfd is that of `object` */
    struct object mini;         /* object file with symbols that the image has packed */
    FILE *mini_file;            /* contents of that file; NULL: none; owned */
    char *alt_path;             /* path of the file to which dwz moved shared parts; owned */
    bool no_lines;              /* lines must not be asked for */
    char *names;                /* names of dynamic symbols, without their versions; owned */
    struct code_section *codes; /* code sections, by address; owned */
    size_t n_codes;
    struct image_stub *stubs; /* linker stubs, by address; NULL: not searched yet; owned */
    size_t n_stubs;
    char *stub_names; /* owned */
};

static inline struct build_id core_build_id(const bfd *b)
{
    return b->build_id ? (struct build_id){b->build_id->data, (size_t)b->build_id->size}
                       : (struct build_id){0};
}

/* Returns the first address past the section. */
static inline uint64_t core_end_of(const asection *section)
{
    uint64_t start = bfd_section_vma(section), size = bfd_section_size(section);

    return size <= UINT64_MAX - start ? start + size : UINT64_MAX;
}

/* Starts libbfd; may be called several times. Fails, after reporting, if libbfd has another version
 * than the header that this program was compiled with. */
bool core_start_library(struct diag *d);

/* Reports BFD's last error for `path`. Returns false. */
bool core_report(struct diag *d, const char *path);

/* Opens the file at `path`, of any format that BFD knows, and raises the limit of the run by it.
 * Fails without a report; core_report tells the reason. `o` is zero-initialised before, and must be
 * closed even after a failure. */
bool core_open_object(struct object *o, const char *path);

/* Makes libbfd read the symbol table of `o`. Fails after reporting. */
bool core_read_table(struct object *o, struct diag *d);

/* Returns the image's table for the dynamic linker, which is read once, or NULL if it cannot be
 * read. */
struct object *core_dynamic(const struct image *image);

void core_close_object(struct object *o);

/* Returns the name that `o` gives its debug file, or NULL, and the checksum of the debug file. The
 * caller owns the name. */
char *core_debug_link(const struct object *o, uint32_t *crc);

#endif
