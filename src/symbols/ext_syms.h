/* ext_syms - symbols from a text file instead of the image (--external-symbol-table)
 *
 * Role: reads lines as nm prints them, `ADDRESS TYPE NAME`, the address in hexadecimal, and yields
 * those of type T (global code) and t (local code) in the form in which an image yields its own.
 * Lines of any other form are skipped; what follows the name is ignored.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_EXT_SYMS_H
#define SYMBOLS_EXT_SYMS_H

#include "base/diag.h"
#include "base/file.h"
#include "image/core.h"

#include <stdbool.h>
#include <stddef.h>

struct ext_syms {
    const char *path;             /* as given; not owned */
    struct file_bytes text;       /* the file, cut up: the names point into it; owned */
    struct image_symbol *symbols; /* in the order of the file; owned */
    size_t n_symbols, cap;
};

/* Read the symbols from `path`, which must outlive `e`. Their addresses assign them to the code
 * sections of `image`; one outside all sections has no end. All count as functions. Fails, after
 * reporting, when the file cannot be read or holds no symbol. O(bytes of the file * log(sections)).
 * Release `e` also after a failure. */
bool ext_syms_read(struct ext_syms *e, const char *path, const struct image *image, struct diag *d);

void ext_syms_release(struct ext_syms *e);

#endif
