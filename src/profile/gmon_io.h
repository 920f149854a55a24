/* gmon_io - reading and writing of data files
 *
 * Role: recognises a data file's format, decodes it into a profile, and writes a profile as a data
 * file (gmon.sum). Formats: doc/gmon-format. Every size in a file is checked against the bytes that
 * are left before anything is allocated. Needs no symbol table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_IO_H
#define PROFILE_GMON_IO_H

#include "base/cursor.h"
#include "base/diag.h"
#include "base/file.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stdint.h>

enum gmon_format {
    GMON_FORMAT_AUTO, /* by content: "gmon" is magic, a title a bb.out, all else BSD */
    GMON_FORMAT_BSD,  /* old or 4.4BSD, by content */
    GMON_FORMAT_44BSD,
    GMON_FORMAT_MAGIC
};

/* What a data file cannot say of itself: it comes from the image. */
struct gmon_target {
    size_t word_bytes; /* size of an address: 4 or 8 */
    bool big_endian;
};

/* What one data file held, for --file-info. */
struct gmon_file_info {
    int32_t version; /* of a magic file; 0 for the others */
    uint64_t histograms, arcs, block_records;
};

/* Read the data file at `path`, which must outlive the profile, and add it to `p`; `-' is standard
 * input. A gzip file is unpacked. `scratch` is a
 * buffer that may be kept for the next file. Fails, after reporting file, offset and remedy, on the
 * first defect; `p` then holds what came before it. */
bool gmon_out_read(struct profile *p, const char *path, enum gmon_format format,
                   const struct gmon_target *target, struct file_bytes *scratch,
                   struct gmon_file_info *info, struct diag *d);

/* How many bytes of the start of a file tell whether it is a data file. */
enum { GMON_RECOGNISE_BYTES = 512 };

/* Whether a file of `size` bytes, which begins with `start`, looks like a data file: of the magic
 * format, a bb.out, or a BSD file of the target's programs whose sizes make sense; or one of these
 * in a gzip file. */
bool gmon_recognise(const uint8_t *start, size_t bytes, uint64_t size,
                    const struct gmon_target *target);

/* Put the profile into a sink. `path` is for messages. Magic format, or BSD when asked for
 * (4.4BSD for GMON_FORMAT_44BSD, or when the rate needs its header, or when the data could be
 * mistaken for one). Nothing is lost: sums too large for a field go into further records of the
 * same key, which every reader adds up. Fails, after reporting, when that cannot be expressed in
 * the BSD formats, or would take a folly of records; what was put is useless then. Whether the sink
 * could write is seen in the sink. */
bool gmon_out_put(const struct profile *p, struct sink *sink, const char *path,
                  enum gmon_format format, const struct gmon_target *target, struct diag *d);

/* Write the profile to `path`, replacing it as a whole. Fails, after reporting, as gmon_out_put
 * does, or when the file cannot be written; then an old one stays. */
bool gmon_out_write(const struct profile *p, const char *path, enum gmon_format format,
                    const struct gmon_target *target, struct diag *d);

#endif
