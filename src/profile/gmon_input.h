/* gmon_input - a data file that is being read
 *
 * Role: what the readers of formats and of records share. Knows neither of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_INPUT_H
#define PROFILE_GMON_INPUT_H

#include "base/cursor.h"
#include "base/diag.h"
#include "profile/gmon_target.h"
#include "profile/profile.h"

/* The reader of a format begins at the first byte, that of a record behind the record's tag. */
struct gmon_input {
    struct cursor cursor; /* the whole file, unpacked; its byte order is the target's */
    const char *path;     /* for messages; outlives the profile */
    const struct gmon_target *target;
    struct profile *profile;     /* what is read is added to it */
    struct gmon_file_info *info; /* zeroed at first */
    struct profile_build build;  /* what wrote the file, if has_build */
    bool has_build;
    struct diag *diag;
};

/* Report that fewer bytes are left than the `need` bytes of `what`. Returns false. */
bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need);

#endif
