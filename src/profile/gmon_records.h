/* gmon_records - decoders of the single parts of a data file
 *
 * Role: each reads one record at a cursor into a profile. Private to profile/: gmon_io dispatches.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_RECORDS_H
#define PROFILE_GMON_RECORDS_H

#include "base/cursor.h"
#include "base/diag.h"
#include "profile/gmon_io.h"
#include "profile/profile.h"

/* A data file being read. */
struct gmon_input {
    struct cursor cursor;
    const char *path;
    const struct gmon_target *target;
    struct profile *profile;
    struct gmon_file_info *info;
    struct diag *diag;
};

/* The records of the magic format, the cursor behind the tag. False after reporting. */
bool hist_read_rec(struct gmon_input *in);
bool cg_read_rec(struct gmon_input *in);
bool bb_read_rec(struct gmon_input *in);

/* A whole file of a BSD format, from its first byte. */
bool bsd_read_file(struct gmon_input *in, enum gmon_format format);

/* Whether the bytes begin as the magic format does. */
bool gmon_has_magic(const struct cursor *c);

/* A listing of basic blocks, bb.out: whether the bytes are one, and the whole file. */
bool bb_out_recognise(const struct cursor *text);
bool bb_out_read_file(struct gmon_input *in);

/* Read the bins of `h` (n_bins is set), of `width` bytes each, into the profile. The bytes must be
 * there. */
bool hist_read_bins(struct gmon_input *in, struct histogram *h, size_t width, bool is_bsd);

/* Report that the file is not as it should be. Where its bytes make sense as those of a program of
 * another word size or byte order, that is reported in place of the given words. Returns false. */
bool gmon_defect(struct gmon_input *in, const char *fmt, ...) DIAG_PRINTF(2, 3);

/* Whether to go on with a histogram whose header could be read: false, after reporting, when it is
 * strange and the bytes make sense as those of another kind of program. */
bool gmon_believe(struct gmon_input *in, const struct histogram *h);

#endif
