/* record_kind - what there is to know of one kind of data, a row of the table of all kinds
 *
 * Role: whoever deals with all kinds of data goes over the rows: the reader and the writer of the
 * magic format, the sum of two profiles, --file-info. Each row, and with it the layout of its
 * records, stands in one file. Private to profile/, but for the names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_RECORD_KIND_H
#define PROFILE_RECORD_KIND_H

#include "base/cursor.h"
#include "base/diag.h"
#include "profile/gmon_output.h"
#include "profile/gmon_input.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The tag of a kind that the magic format has no records of: a format of its own reads and writes
 * it, and the row has neither `skip', `read', `check' nor `write'. */
enum { RECORD_UNTAGGED = -1 };

struct record_kind {
    const char *name; /* what --file-info calls one record: "histogram" */
    int tag;          /* in front of each record of the magic format, and the number of the row */

    /* Pass over the record behind the tag; false when it is cut short, or makes no sense as one of
     * a program with addresses of `word_bytes' bytes. `version' is the file's. */
    bool (*skip)(struct cursor *c, size_t word_bytes, int32_t version);

    /* Add the record behind the tag to the profile; it has been counted. False after reporting. */
    bool (*read)(struct gmon_input *in);

    /* Whether the profile's data can be written; asked before the first byte of a file is put.
     * False after reporting. */
    bool (*check)(struct gmon_output *o, const struct profile *p);

    /* Puts the profile's data as records, with their tags; none if there are no data. */
    void (*write)(struct gmon_output *o, const struct profile *p);

    /* Whether the data of two profiles may be added up; false after reporting. NULL: always. */
    bool (*fits)(const struct profile *p, const struct profile *from, struct diag *d);

    /* Adds the data of `from', which fit, to those of `p'. What is taken over is no longer from's.
     */
    void (*merge)(struct profile *p, struct profile *from, struct diag *d);

    /* Tell more of the records that a file held, in lines that begin with a tab. NULL: there is no
     * more to tell. */
    void (*describe)(struct sink *out, const struct gmon_file_info *info);

    void (*release)(struct profile *p); /* of this kind's data; p is zeroed afterwards */
};

/* The rows. */
#define RECORD_KIND(ROW) extern const struct record_kind ROW;
#include "profile/records/record_kinds.def"

/* All of them, at most GMON_KINDS_MAX; NULL is behind the last one. */
extern const struct record_kind *const record_kinds[];

#endif
