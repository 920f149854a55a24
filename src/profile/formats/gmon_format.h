/* gmon_format - tells what gmon_io needs to know of each format of data files
 *
 * Role: gmon_io finds a format by its name or by a file's first bytes, in a table. Each row, and
 * with it the format's layout, stands in one file. Packing (gzip) is no format: gmon_io unpacks
 * before it asks. Outside of profile/ a format is only named, and handed on. Below the row is what
 * the files of formats share: the state of a file that is read or written, and histograms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_FORMAT_H
#define PROFILE_GMON_FORMAT_H

#include "base/cursor.h"
#include "base/diag.h"
#include "base/pair_map.h"
#include "base/sink.h"
#include "gmon_out.h"
#include "gmon_stacks.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a data file cannot say of itself: it comes from the image. */
struct gmon_target {
    size_t word_bytes; /* size of an address: 4 or 8 */
    bool big_endian;
};

/* Kinds of records: the tags of the magic format, and the trees of stack files. */
enum { GMON_RECORD_STACKS = GMON_TAG_BB_COUNT + 1, GMON_RECORDS };

/* What the trees of one clock in a stack file held. */
struct gmon_stack_info {
    uint64_t nodes, signals, ticks, missing, runs;
    uint64_t ends[GSTACK_ENDS]; /* samples whose walk ended in that way */
};

/* What one data file held, for --file-info. */
struct gmon_file_info {
    int32_t version;                /* of a magic or stack file; 0 for the others */
    uint64_t records[GMON_RECORDS]; /* of each kind */
    struct gmon_stack_info stacks[GSTACK_CLOCKS];
};

struct gmon_input;
struct gmon_output;

struct gmon_format {
    const char *name; /* "magic" */

    /* Returns true if a file of `size` bytes is of the format; if that cannot be seen without it,
     * of the format and the target's programs. `start` has the file's first bytes, or all. */
    bool (*detect)(const struct cursor *start, const struct gmon_target *target, uint64_t size);

    /* Returns true if the whole file makes sense as one of the target's programs, by what can be
     * seen cheaply; if it does not, but does so with another target, that is what the user is told.
     * NULL: the format is the same for all machines. */
    bool (*fits)(const struct cursor *file, const struct gmon_target *target);

    /* Adds the whole file to the profile. Returns false after reporting. */
    bool (*read)(struct gmon_input *in);

    /* Puts the profile as a file. False after reporting that the format cannot express it. NULL:
     * the format is read only. Formats that are written are known to -O, but for stacks, which have
     * a file of their own beside the sum. */
    bool (*write)(struct gmon_output *o, const struct profile *p);
};

/* The rows, each in a file of its own. */
extern const struct gmon_format magic_format, stack_format, bb_out_format, bsd_format, bsd44_format;

/* ---- reading --------------------------------------------------------------------------------- */

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

/* Reports that fewer bytes are left than the `need` bytes of `what`. Returns false. */
bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need);

/* ---- writing --------------------------------------------------------------------------------- */

struct gmon_output {
    struct sink *sink; /* where the bytes go; whether it could write them is seen there */
    const char *path;  /* for messages */
    const struct gmon_target *target;
    struct stack_mark mark; /* of stacks: the data file that is written with them */
    uint64_t further; /* records beyond one for each pair that gmon_check_counts was asked for */
    struct diag *diag;
};

/* Puts the lower `bytes` bytes of the value, 1 to 8. Inline, as bins are most of a file. */
static inline void gmon_put_number(const struct gmon_output *o, uint64_t value, size_t bytes)
{
    char text[8];

    for (size_t i = 0; i < bytes; i++) {
        text[o->target->big_endian ? bytes - 1 - i : i] = (char)(value & 0xff);
        value >>= 8;
    }
    sink_bytes(o->sink, text, bytes);
}

/* Puts an address, or a counter of its size. */
static inline void gmon_put_word(const struct gmon_output *o, uint64_t value)
{
    gmon_put_number(o, value, o->target->word_bytes);
}

/* Returns the greatest number that a word can hold. */
uint64_t gmon_word_max(const struct gmon_target *target);

/* Returns how many fields of up to `most` hold the value; 1 for 0. */
uint64_t gmon_parts(uint64_t value, uint64_t most);

/* Returns true if n counts may be written in fields of up to `most`. Each field that a count needs
 * beyond the first takes a further record of the same key; of these there may be 2^20 in one file.
 * Returns false after reporting. */
bool gmon_check_counts(struct gmon_output *o, const uint64_t *counts, size_t n, uint64_t most);

/* One field's worth of a count. */
struct gmon_part {
    struct pair_key key;
    uint64_t count;
    uint64_t number, total; /* which part of the map's it is, from 0, and how many there are */
};

/* Lets `put` write the pairs of `map` with their counts, by address, each count in parts of up to
 * `most`. O(n log n). */
void gmon_put_counts(const struct gmon_output *o, const struct pair_map *map,
                     const uint64_t *counts, uint64_t most,
                     void (*put)(const struct gmon_output *o, const struct gmon_part *part));

/* ---- histograms ------------------------------------------------------------------------------ */

/* Bytes of code that a bin covers at most in a histogram that is meant as one; debuggers' samplers
 * have bins of kilobytes. A larger one is read, unless it makes sense as one of another kind of
 * program. */
enum { HIST_BIN_COVERS_MAX = 1 << 24 };

/* A record of the magic format, behind its tag: passes over it, or reads it. hist_skip_rec returns
 * false if it is cut short, or makes no sense; hist_read_rec does after reporting. */
bool hist_skip_rec(struct cursor *c, size_t word_bytes);
bool hist_read_rec(struct gmon_input *in);

/* Returns whether the histograms can be written; false after reporting. hist_write_recs puts them
 * with their tags. */
bool hist_check_recs(struct gmon_output *o, const struct profile *p);
void hist_write_recs(struct gmon_output *o, const struct profile *p);

/* Reads the bins of `h` (n_bins is set), of `width` bytes each, into the profile. The bytes must be
 * there. `is_bsd`: see profile_open_histogram. Returns false after
 * reporting. */
bool hist_read_bins(struct gmon_input *in, struct histogram *h, size_t width, bool is_bsd);

/* Puts the bins, less the ticks that `skip` records hold already: 65535 of each bin in each record.
 * Returns whether a further record is needed. */
bool hist_put_bins(const struct gmon_output *o, const struct histogram *h, uint64_t skip);

/* ---- call stacks: stack_format.c --------------------------------------------------------------
 */

/* Adds the modules of a stack file to `stacks'. `start' has its first bytes. Returns false if it is
 * no such file, or the modules are not there. */
bool stack_peek_modules(const uint8_t *start, size_t bytes, struct stack_data *stacks,
                        struct diag *d);

/* Finds what the stack file says of the data file that was written with it; zeros: nothing. False
 * if it is no stack file. */
bool stack_peek_mark(const uint8_t *start, size_t bytes, struct stack_mark *mark, struct diag *d);

/* ---- stack_output.c ---- */

/* Puts a stack file up to its end section. The bytes depend on what the stacks are alone, not on
 * the order in which they were added up. `mark`: of the data file that is written with it; of 0
 * bytes: there is none. The sink tells of write errors. O(n log n). */
void stack_put(struct sink *out, const struct stack_data *s, const struct stack_mark *mark,
               struct diag *d);

/* The end section, with the checksum of all that is in front of it. */
void stack_put_end(struct sink *out, uint32_t checksum);

#endif
