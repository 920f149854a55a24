/* beside - data files and the stack files that were written with them
 *
 * Role: tells by names which files belong together. Call stacks are read only where they are named,
 * so that reports do not depend on what else is in a directory; but the user who recorded them
 * should know that they are there. Looks at the first bytes of files that are found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_BESIDE_H
#define PROFILE_BESIDE_H

#include "base/diag.h"
#include "profile/inputs.h"

#include <stddef.h>
#include <stdint.h>

/* The program that stacks should be of. */
struct beside_image {
    const char *path;
    const uint8_t *id; /* its build-id */
    size_t id_bytes;   /* 0: it has none */
};

/* Returns how long the name is without the suffix of call stacks, be they packed or not; 0: it has
 * none. */
size_t beside_stem(const char *name);

#define BESIDE_NONE SIZE_MAX

/* Returns for each of `n` files the number of the data file that it was written with, by their
 * names, if it is one of stacks; else, and if that is not in the list, BESIDE_NONE. Either of the
 * two may be packed. The caller frees the result. O(n log n). */
size_t *beside_data_files(const char *const *names, size_t n, struct diag *d);

/* Warn once if stacks of the image lie beside data files and are not among them. What cannot be
 * read is passed over in silence. O(1) system calls a data file. */
void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d);

#endif
