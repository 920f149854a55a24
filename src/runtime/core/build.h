/* build.h - notes the build ID of the program or library that a data file belongs to
 *
 * Role: fills the spare bytes of a data file's header. os/ calls gm_set_build() with the build ID
 * that the linker has noted; a reader compares those bytes with the build ID of the image.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_BUILD_H
#define GMON_BUILD_H

#include "gmon_out.h"

#include <stddef.h>

struct gm_build {
    unsigned char spare[GMON_SPARE_BYTES]; /* bytes of the file's header; zeros: unknown build ID */
};

/* Notes a build ID of `bytes` bytes at `id`; bytes that do not fit are left out. */
static inline void gm_set_build(struct gm_build *build, const unsigned char *id, size_t bytes)
{
    for (size_t i = 0; i < GMON_BUILD_MARK_BYTES; i++)
        build->spare[i] = (unsigned char)GMON_BUILD_MARK[i];
    for (size_t i = 0; i < GMON_BUILD_ID_BYTES; i++)
        build->spare[GMON_BUILD_MARK_BYTES + i] = i < bytes ? id[i] : 0;
}

#endif
