/* core_mapping - finds where a loader puts the code of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_MAPPING_H
#define IMAGE_CORE_MAPPING_H

#include "image/core.h"

/* A part of a file that is mapped into memory. */
struct image_mapping {
    uint64_t start, end; /* link-time addresses, [start, end) */
    uint64_t offset;     /* place of `start` in the file */
};

/* Returns the segment of an ELF file that holds its first code. If that is not known, returns a
 * mapping of all addresses. */
struct image_mapping core_mapping(const struct image *image);

#endif
