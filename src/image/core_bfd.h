/* core_bfd - what the files of core share; only they include it, and bfd.h through it
 *
 * BFD wants config.h (PACKAGE) before bfd.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_BFD_H
#define IMAGE_CORE_BFD_H

#include "config.h"

#include "image/core.h"

#include <bfd.h>

struct code_section {
    asection *section;
    asection *in_debug;  /* the section of that name in the separate debug file; may be NULL */
    uint64_t start, end; /* first address, first address behind */
    uint8_t *contents;   /* from start on; NULL until asked for; owned */
    size_t size;         /* bytes in contents */
};

/* An open file and its table of symbols. */
struct object {
    bfd *bfd;          /* NULL: none; owned */
    asymbol **table;   /* every symbol, in the file's order; owned */
    long table_length; /* symbols in it */
};

struct image_private {
    struct object object;       /* the image */
    struct object debug;        /* its separate debug file, if it has one that is needed */
    char *debug_path;           /* of that file; owned */
    char *alt_path;             /* of the file that dwz has moved shared parts to; owned */
    char *names;                /* of dynamic symbols, without their versions; owned */
    struct code_section *codes; /* sections with code, by address; owned */
    size_t n_codes;
};

/* What BFD's last error means for `path`. Returns false. */
bool core_report(struct diag *d, const char *path);

/* Read the table of symbols of `o`, whose path is `path`; `dynamic`: those for the dynamic linker.
 * Fails after reporting. */
bool core_read_table(struct object *o, bool dynamic, const char *path, struct diag *d);

/* Make image->symbols those symbols of `o` that may be functions. Fails after reporting. */
bool core_collect_symbols(struct image *image, const struct object *o, struct diag *d);

/* Make image->symbols those for the dynamic linker, which are in use from then on. Fails after
 * reporting. */
bool core_take_dynamic_symbols(struct image *image, struct diag *d);

/* The machine of an image whose byte order and word size are known. */
struct isa core_find_isa(const struct image *image);

#endif
