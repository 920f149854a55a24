/* core_symbols - reads the symbols of an image that may be functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_SYMBOLS_H
#define IMAGE_CORE_SYMBOLS_H

#include "image/core.h"

/* Returns true if neither the image nor its debug file has a table of all symbols. */
bool core_is_stripped(const struct image *image);

/* Returns true if a symbol of the image, of its debug file or for the dynamic linker, defined or
 * not, has a name that `wanted` takes; a name may have a version appended: NAME@VERSION. A table
 * that cannot be read counts as wanted. O(symbols). */
bool core_names(const struct image *image, bool (*wanted)(const char *name));

/* ---- for the files of core ---- */

struct object;

/* Fills image->symbols with the symbols of `o` that may be functions. Fails after reporting. */
bool core_collect_symbols(struct image *image, struct object *o, struct diag *d);

/* Fills image->symbols with the symbols for the dynamic linker, which are used from then on. Fails
 * after reporting. */
bool core_take_dynamic_symbols(struct image *image, struct diag *d);

#endif
