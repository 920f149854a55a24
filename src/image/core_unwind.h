/* core_unwind - reads from the unwind tables where functions begin and end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_UNWIND_H
#define IMAGE_CORE_UNWIND_H

#include "image/core.h"

/* The code of a function, or of a part of it that lies elsewhere. */
struct image_range {
    uint64_t start, end; /* [start, end), in one code section */
};

/* Lists the functions that the unwind tables of the image describe, by ascending addresses; the
 * caller owns `*ranges`. Returns their number, 0 for an object file. Entries that are damaged, or
 * of a form that compilers do not write, are left out. O(bytes of the tables + functions
 * log(functions)). */
size_t core_unwind(const struct image *image, struct image_range **ranges, struct diag *d);

#endif
