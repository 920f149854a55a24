/* gmon_io - reads and writes data files
 *
 * Role: decodes a data file into a profile, and writes a profile as data files (gmon.sum). Knows
 * the formats (formats/gmon_format.h, doc/gmon-format) by their table alone. Every size in a file
 * is checked against the bytes that are left before anything is allocated. Needs no symbol table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_IO_H
#define PROFILE_GMON_IO_H

#include "base/diag.h"
#include "base/file.h"
#include "profile/formats/gmon_format.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stdint.h>

/* Looks up the format that `-O name' means, also by an abbreviation; NULL for `auto', by content.
 * Returns false, after reporting which names there are, if there is none. */
bool gmon_format_parse(const struct gmon_format **format, const char *name, struct diag *d);

/* Reads the data file at `path`, which must outlive the profile, and add it to `p`; `-' is standard
 * input. `format` NULL: the file's first bytes tell its format; so they do where they are those of
 * a format of files beside the sum. A gzip file is unpacked. `scratch`
 * is a buffer that may be kept for the next file. Returns false, after reporting file, offset and
 * remedy, on the first defect; `p` then holds what came before it. */
bool gmon_out_read(struct profile *p, const char *path, const struct gmon_format *format,
                   const struct gmon_target *target, struct file_bytes *scratch,
                   struct gmon_file_info *info, struct diag *d);

/* Number of bytes at the start of a file that tell if it is a data file. */
enum { GMON_RECOGNISE_BYTES = 512 };

/* Returns true if a file of `size` bytes, which begins with `start`, looks like a data file: of the
 * magic format, a bb.out, or a BSD file of the target's programs whose sizes make sense; or one of
 * these in a gzip file. */
bool gmon_recognise(const uint8_t *start, size_t bytes, uint64_t size,
                    const struct gmon_target *target);

/* Adds the modules of the stack file at `path' to `stacks', if its first bytes have them. Returns
 * false if it is no stack file, or has none there. */
bool gmon_peek_modules(const char *path, struct stack_data *stacks, struct diag *d);

/* Finds what the stack file at `path' says of the data file that was written with it; zeros:
 * nothing. False if it is no stack file. */
bool gmon_peek_mark(const char *path, struct stack_mark *mark);

/* Finds the mark of the data file at `path'. False if it is no regular file, cannot be read, or has
 * dumps of data files in text. Reads all of it. */
bool gmon_data_mark(const char *path, struct stack_mark *mark);

/* Writes the profile to `path`, replacing it as a whole, and data that have a file of their own
 * beside it. If there is nothing else, `path' itself is not written. `format` NULL: magic; that of
 * old BSD may become 4.4BSD's, if the rate needs its header, or if the data could be mistaken for
 * one. Nothing is lost: sums too large for a field go into further records of the same key, which
 * every reader adds up. Warns of files that an earlier sum left in place of those that are not
 * written. Returns false, after reporting, if the BSD formats cannot express the profile, if it
 * would fill a disk with records, or if a file cannot be written; then an old one stays. */
bool gmon_out_write(const struct profile *p, const char *path, const struct gmon_format *format,
                    const struct gmon_target *target, struct diag *d);

#endif
