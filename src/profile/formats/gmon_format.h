/* gmon_format - what there is to know of one format of data file, a row of the table of all formats
 *
 * Role: whoever reads or writes data files finds the format here: by its name, or by a file's first
 * bytes. Each row, and with it the format's layout, stands in one file. Packing (gzip) is no
 * format: gmon_io unpacks before it asks. Outside of profile/ a format is only named, and handed
 * on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_FORMAT_H
#define PROFILE_GMON_FORMAT_H

#include "base/cursor.h"
#include "base/diag.h"
#include "profile/gmon_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gmon_format {
    const char *name;  /* "magic" */
    bool is_an_option; /* -O takes the name; else a file is known by its bytes alone */

    /* Whether a file of `size` bytes, of which `start` has the first ones or all, is of the format;
     * if that cannot be seen without it, of the format and the target's programs. */
    bool (*detect)(const struct cursor *start, const struct gmon_target *target, uint64_t size);

    /* Whether the whole file makes sense as one of the target's programs, as far as can be seen
     * cheaply; if it does not, but does so with another target, that is what the user is told.
     * NULL: the format is the same for all machines. */
    bool (*fits)(const struct cursor *file, const struct gmon_target *target);

    /* Add the whole file to the profile. False after reporting. */
    bool (*read)(struct gmon_input *in);

    /* Puts the profile as a file. False after reporting that the format cannot express it. NULL:
     * the format is read only. */
    bool (*write)(struct gmon_output *o, const struct profile *p);

    /* For data that gmon.out has no records for: -s writes a further file, whose name is that of
     * the sum with this behind it, when the profile holds such data. NULL: the format is one for
     * the sum itself, and so is `holds'. */
    const char *suffix;
    bool (*holds)(const struct profile *p);
};

/* The rows, each in a file of its own. */
extern const struct gmon_format magic_format, stack_format, bb_out_format, bsd_format, bsd44_format;

/* All of them; NULL is behind the last one. */
extern const struct gmon_format *const gmon_formats[];

/* The format that `-O name' means, also by an abbreviation; NULL for `auto', by content. False
 * after reporting which names there are. */
bool gmon_format_parse(const struct gmon_format **format, const char *name, struct diag *d);

/* Returns the name of the file of a format that has a suffix, beside the sum of that name; the
 * caller frees it. */
char *gmon_format_beside(const struct gmon_format *format, const char *sum, struct diag *d);

/* The format whose suffix the file's name ends in, or ends in before a `.gz'; else NULL. */
const struct gmon_format *gmon_format_by_name(const char *path);

/* The first format that detects the file, see above; NULL when none does. */
const struct gmon_format *gmon_format_detect(const struct cursor *start,
                                             const struct gmon_target *target, uint64_t size);

#endif
