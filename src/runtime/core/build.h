/* build.h - which build of the program, or of a library, a data file is of
 *
 * Role: the spare bytes of a data file's header. os/ fills them in, by gm_set_build(), with the
 * build-id that the linker has noted; a reader compares that with the image's.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_BUILD_H
#define GMON_BUILD_H

#include "gmon_out.h"

#include <stddef.h>

struct gm_build {
    unsigned char spare[GMON_SPARE_BYTES]; /* as in the file; zeros: not known */
};

/* Notes a build-id of so many bytes at `id`; what does not fit is left out. */
static inline void gm_set_build(struct gm_build *build, const unsigned char *id, size_t bytes)
{
    for (size_t i = 0; i < GMON_BUILD_MARK_BYTES; i++)
        build->spare[i] = (unsigned char)GMON_BUILD_MARK[i];
    for (size_t i = 0; i < GMON_BUILD_ID_BYTES; i++)
        build->spare[GMON_BUILD_MARK_BYTES + i] = i < bytes ? id[i] : 0;
}

#endif
