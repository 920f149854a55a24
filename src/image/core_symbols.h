/* core_symbols - reads the symbols of an image that may be functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_SYMBOLS_H
#define IMAGE_CORE_SYMBOLS_H

#include "image/core.h"

/* Returns true if neither the image, with what is packed into it, nor its debug file has a table of
 * all symbols. */
bool core_is_stripped(const struct image *image);

/* Calls `take` with the names of all symbols of the image, of its debug file and for the dynamic
 * linker, defined or not; a name may have a version appended: NAME@VERSION. Returns false if a
 * table cannot be read. O(symbols). */
bool core_names(const struct image *image, void (*take)(void *context, const char *name),
                void *context);

/* Calls `take` with the names of the libraries that the image needs, as the image gives them. */
void core_needed(const struct image *image, void (*take)(void *context, const char *name),
                 void *context);

/* ---- for the files of core ---- */

struct object;

/* Adds the symbols of `o` that may be functions to image->symbols. Fails after reporting. */
bool core_collect_symbols(struct image *image, struct object *o, struct diag *d);

/* Fills image->symbols with the symbols for the dynamic linker, which are used from then on. Fails
 * after reporting. */
bool core_take_dynamic_symbols(struct image *image, struct diag *d);

#endif
