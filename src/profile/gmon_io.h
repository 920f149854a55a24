/* gmon_io - reads and writes data files
 *
 * Role: decodes a data file into a profile, and writes a profile as data files (gmon.sum). It
 * knows the formats (formats/gmon_format.h, doc/gmon-format) only through their table. Every size
 * in a file is checked against the bytes that are left before anything is allocated. It needs no
 * symbol table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_IO_H
#define PROFILE_GMON_IO_H

#include "base/file.h"
#include "profile/formats/gmon_format.h"

/* Reads the data file at `path`, which must outlive the profile, and adds it to `p`; `-' is
 * standard input. If `format` is NULL, or the file is of a format that is kept beside the sum, the
 * first bytes tell the format. A gzip file is unpacked. `scratch` is a buffer that may be kept for
 * the next file. Returns false, after reporting file, offset and remedy, on the first defect; `p`
 * then holds the data in front of the defect. */
bool gmon_out_read(struct profile *p, const char *path, const struct gmon_format *format,
                   const struct gmon_target *target, struct file_bytes *scratch,
                   struct gmon_file_info *info, struct diag *d);

/* Number of bytes at the start of a file that tell if it is a data file. */
enum { GMON_RECOGNISE_BYTES = 512 };

/* Returns true if a file of `size` bytes looks by its start like a data file: one with a mark, a
 * BSD file of the target's programs with plausible sizes, or a log of dumps; or one of these in a
 * gzip file. Also returns true if the file cannot be read, since its reader reports the reason. */
bool gmon_recognise(const char *path, uint64_t size, const struct gmon_target *target);

/* Writes the profile, which has one rate, to `path`, replacing it as a whole, and call stacks to a
 * file beside it, or warns that `path` is not a file. A profile of stacks alone does not write
 * `path` itself. A NULL `format` means magic. The old BSD format becomes 4.4BSD's if the rate needs
 * its header, or if the data could be mistaken for such a header. Nothing is lost: sums too large
 * for a field go into further records of the same key, which every reader adds up. Warns of files
 * that an earlier sum left and that are not replaced. Returns false, after reporting, if the BSD
 * formats cannot express the profile, or if a file cannot be written; an old file then stays, as it
 * does if the limit of the run ends it (limit_output). */
bool gmon_out_write(const struct profile *p, const char *path, const struct gmon_format *format,
                    const struct gmon_target *target, struct diag *d);

#endif
