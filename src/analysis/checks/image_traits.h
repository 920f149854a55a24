/* image_traits - tells by the names of an image how it was made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CHECKS_IMAGE_TRAITS_H
#define ANALYSIS_CHECKS_IMAGE_TRAITS_H

#include "image/core.h"

/* What the symbols of an image tell, as bits. */
enum image_trait {
    NAMES_HOOK = 1 << 0,      /* a function that counted functions call */
    NAMES_LIBC_HOOK = 1 << 1, /* ... that of the C library's runtime */
    NAMES_START = 1 << 2,     /* code that starts profiling: linked with -pg */
    CHOOSES_RANGE = 1 << 3,   /* the program starts profiling of a range of its own */
    NAMES_LIBC = 1 << 4,      /* the C library starts the program */
    STARTS_THREADS = 1 << 5,
    IS_FIRMWARE = 1 << 6,  /* libgmon-bare takes the samples */
    IS_GO = 1 << 7,        /* Go's runtime, which takes SIGPROF */
    IS_TCMALLOC = 1 << 8,  /* the profiler of gperftools, which takes SIGPROF */
    HAS_START_UP = 1 << 9, /* start-up code of the C library's runtime takes samples */
    TRAITS = 1 << 10       /* beyond all of these */
};

/* Returns the image_trait bits of a name; a version may follow it. */
unsigned name_traits(const char *name);

/* Returns the image_trait bits of all names of the image. Tables that cannot be read have all bits.
 * O(symbols). */
unsigned image_traits(const struct image *image);

#endif
