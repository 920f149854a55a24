/* build_id - compares the identities of builds, and writes them in hexadecimal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_BUILD_ID_H
#define BASE_BUILD_ID_H

#include "base/diag.h"

/* The bytes by which the linker names a build. */
struct build_id {
    const uint8_t *bytes;
    size_t n; /* 0: not known */
};

/* Compares bytes, and then lengths. Returns as memcmp does. */
int build_id_compare(struct build_id a, struct build_id b);

/* Returns the build ID in hexadecimal, or NULL if it is not known. The caller frees. */
char *build_id_text(struct build_id id, struct diag *d);

/* Returns a copy with bytes of its own, for build_id_release. */
struct build_id build_id_copy(struct build_id id, struct diag *d);

void build_id_release(struct build_id id);

#endif
