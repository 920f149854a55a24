/* gmon_format - lists the formats of data files
 *
 * Role: each format is a row of one table (gmon_format.c), whose functions are in the format's own
 * file. gmon_io chooses the row by a file's first bytes, or by the name that -O gives. Packing
 * (gzip) is not a format: gmon_io unpacks first. A reader adds what it finds with profile_add_arc
 * and profile_add_block (profile/profile.h), and bins that are bytes of the file with
 * hist_read_bins (gmon_parts.h, which also helps to write). Code outside of profile/ only passes
 * rows on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_FORMAT_H
#define PROFILE_GMON_FORMAT_H

#include "base/cursor.h"
#include "base/sink.h"
#include "profile/profile.h"

/* Properties of a data file that only the image tells. */
struct gmon_target {
    size_t word_bytes; /* size of an address: 4 or 8 */
    bool big_endian;
    bool short_long; /* a `long' has 4 bytes, and an address 8: 64-bit Windows */
};

/* Kinds of records: the tags of the magic format, and the trees of stack files. */
enum { GMON_RECORD_STACKS = GMON_TAG_BB_COUNT + 1, GMON_RECORDS };

/* Summary of one data file, for --file-info. */
struct gmon_file_info {
    int32_t version;                /* version of a magic or stack file; 0 for others */
    uint64_t records[GMON_RECORDS]; /* number of records of each kind */
    struct gmon_stack_info {        /* summary of the trees of one clock in a stack file */
        uint64_t nodes, signals, ticks, missing, runs;
        uint64_t ends[GSTACK_ENDS]; /* samples by the way in which their walk ended */
    } stacks[GSTACK_CLOCKS];
};

/* A file that is read. */
struct gmon_input {
    struct cursor cursor; /* the whole file, unpacked, from its first byte on; its byte order is the
                           * target's */
    const char *path;     /* path of the file, for messages; outlives the profile */
    const struct gmon_target *target;
    struct profile *profile;     /* profile that the file is added to */
    struct gmon_file_info *info; /* summary of the file; zeroed at first */
    struct profile_build build;  /* build that wrote the file, if has_build */
    bool has_build;
    bool has_no_rate; /* a histogram has the rate 0 */
    struct diag *diag;
};

/* A file that is written. */
struct gmon_output {
    struct sink *sink; /* destination of the bytes; keeps write errors */
    const char *path;  /* for messages */
    const struct gmon_target *target;
    struct stack_mark mark; /* for stacks: mark of the data file that is written with them */
    struct diag *diag;
};

/* Returns true if a file of `size` bytes is of the format. `start` has the file's first bytes, or
 * all. A format without a mark also needs the target to tell. */
typedef bool gmon_detect(const struct cursor *start, const struct gmon_target *target,
                         uint64_t size);

/* Returns true if the whole file makes sense for the target's programs, by a cheap check. If it
 * only makes sense for another target, the user is told so. */
typedef bool gmon_fits(const struct cursor *file, const struct gmon_target *target);

/* Adds the whole file to the profile. Returns false after reporting. */
typedef bool gmon_read(struct gmon_input *in);

/* Writes the profile as a file. Returns false, after reporting, if the format cannot express it. */
typedef bool gmon_write(struct gmon_output *o, const struct profile *p);

struct gmon_format {
    const char *name; /* "magic" */
    gmon_detect *detect;
    gmon_fits *fits; /* NULL: the format is the same for all machines */
    gmon_read *read;
    gmon_write *write; /* NULL: the format is read only */
};

/* Functions of the rows. */
gmon_detect magic_detect, stack_detect, bsd_detect;
gmon_fits magic_fits, bsd_fits;
gmon_read magic_read, stack_read, bsd_read, bsd44_read;
gmon_write magic_write, stack_write, bsd_write, bsd44_write;

/* Numbers of the rows, in the order in which formats are tried. */
enum { FORMAT_MAGIC, FORMAT_STACKS, FORMAT_BSD, FORMAT_BSD44, FORMATS };

extern const struct gmon_format gmon_formats[FORMATS];

/* Returns the format of a file of `size` bytes that begins with `start`, or NULL. */
const struct gmon_format *gmon_format_find(const struct cursor *start,
                                           const struct gmon_target *target, uint64_t size);

/* Looks up the format that `-O name' means; the name may be abbreviated. `auto' gives NULL: the
 * content tells the format. Returns false, after reporting the known names, if the name is unknown.
 * Stacks have no name, since they go to a file beside the sum. */
bool gmon_format_parse(const struct gmon_format **format, const char *name, struct diag *d);

#endif
