/* beside - stack files that lie beside data files and were not named
 *
 * Role: call stacks are read only where they are named, so that reports do not depend on what else
 * is in a directory; but whoever recorded them should know that they are there. Looks at names, and
 * at the first bytes of files that are found.
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

/* Warn once if stacks of the image lie beside data files and are not among them. What cannot be
 * read is passed over in silence. O(1) system calls a data file. */
void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d);

#endif
