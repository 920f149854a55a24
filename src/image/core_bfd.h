/* core_bfd - what the files of core share; only they include it, and bfd.h through it
 *
 * Calls between them go down this list:
 *     core_debug     the separate debug file of an image
 *     core           the life of an image, from core_init to core_release; lines and names
 *     core_symbols   its symbols
 *     core_stubs     stubs of the linker
 *     core_code      its machine and its code sections
 *     core_table     all symbols of a file, read with libelf or libbfd
 *     core_object    a file that libbfd has opened
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_BFD_H
#define IMAGE_CORE_BFD_H

#include "image/core.h"

#include <bfd.h>

struct code_section {
    asection *section;
    asection *in_debug;  /* the section of that name in the separate debug file; may be NULL */
    uint64_t start, end; /* first address, first address past it */
    uint8_t *contents;   /* from start on; NULL until asked for; owned */
    size_t size;         /* bytes in contents */
};

/* An open file and its table of symbols. */
struct object {
    bfd *bfd;              /* NULL: none; owned */
    struct elf_table *elf; /* the same table as libelf reads it; NULL: it does not; owned */
    asection **sections;   /* by ELF number, NULL: libbfd has none; NULL: symbols are as libbfd has
                              them; owned */
    asymbol **table;       /* libbfd has every symbol, in the file's order; NULL: not read; owned */
    long table_length;     /* symbols, of both readers */
};

struct image_private {
    struct object object;       /* the image */
    struct object debug;        /* its separate debug file, if it has one that is needed */
    char *debug_path;           /* of that file; owned */
    char *alt_path;             /* of the file that dwz has moved shared parts to; owned */
    bool alt_is_hidden;         /* libbfd does not find that file, and would say so for each line */
    bool no_lines;              /* they must not be asked for */
    char *names;                /* of dynamic symbols, without their versions; owned */
    struct code_section *codes; /* sections with code, by address; owned */
    size_t n_codes;
    struct image_stub *stubs; /* by address; NULL: not searched yet; owned */
    size_t n_stubs;
    char *stub_names; /* owned */
};

/* The first address past the section. */
static inline uint64_t core_end_of(const asection *section)
{
    uint64_t start = bfd_section_vma(section), size = bfd_section_size(section);

    return size <= UINT64_MAX - start ? start + size : UINT64_MAX;
}

/* ---- core_object ---- */

/* Makes libbfd ready; any number of times. Fails, after reporting, when it is another version than
 * the one whose header this program was compiled with. */
bool core_start_library(struct diag *d);

/* What BFD's last error means for `path`. Returns false. */
bool core_report(struct diag *d, const char *path);

/* Opens the file at `path`, of any format that BFD knows. Fails without a report; core_report tells
 * why. Close `o`, which is zero-initialised before, also then. */
bool core_open_object(struct object *o, const char *path);

/* Lets libbfd read the table of symbols of `o`, whose path is `path`; `dynamic`: those for the
 * dynamic linker. Fails after reporting. */
bool core_read_table(struct object *o, bool dynamic, const char *path, struct diag *d);

void core_close_object(struct object *o);

/* Returns the name that `o` gives its debug file, or NULL, and that file's checksum. The caller
 * owns it. */
char *core_debug_link(const struct object *o, uint32_t *crc);

/* ---- core_table, or core_table_none ---- */

/* Gets ready to walk over the symbols of `o`, whose path is `path`; `dynamic`: those for the
 * dynamic linker. Fails after reporting. */
bool core_open_table(struct object *o, bool dynamic, const char *path, struct diag *d);

/* Does the same if a walk has failed: libbfd reads all symbols. Fails after reporting. */
bool core_read_all(struct object *o, bool dynamic, const char *path, struct diag *d);

/* Ends all walks. Names of symbols that came from libelf are gone. */
void core_close_table(struct object *o);

/* A walk over all symbols, in the file's order; zero-initialised but for the object. */
struct symbol_walk {
    struct object *object;
    long next;      /* number of the next symbol */
    uint64_t size;  /* of the last one, if libelf tells; else 0 */
    bool is_hidden; /* the last one is local and hidden, if libelf tells */
    bool failed;    /* libelf does not tell all: call core_read_all, and walk anew */
    asymbol made;   /* the last one, of libelf */
};

/* Returns the next symbol, valid until the one after it is asked for; its name lives as long as the
 * object's table. NULL behind the last one, and if the walk has failed. */
const asymbol *core_walk_next(struct symbol_walk *w);

/* ---- core_code ---- */

/* Finds the machine of an image whose byte order and word size are known. Fails after reporting. */
bool core_find_isa(struct image *image, struct diag *d);

/* Lists the code sections of the image. Fails, after reporting, when it has none. */
bool core_find_code(struct image *image, struct diag *d);

/* Returns the code section that holds `address`, or NULL. O(log sections). */
struct code_section *core_section_at(const struct image_private *p, uint64_t address);

/* ---- core_symbols ---- */

/* Makes image->symbols those symbols of `o`, whose path is `path`, that may be functions. Fails
 * after reporting. */
bool core_collect_symbols(struct image *image, struct object *o, const char *path, struct diag *d);

/* Makes image->symbols those for the dynamic linker, which are in use from then on. Fails after
 * reporting. */
bool core_take_dynamic_symbols(struct image *image, struct diag *d);

#endif
