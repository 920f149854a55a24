/* gmon_format - describes each format of data files to gmon_io
 *
 * Role: gmon_io finds a format by its name or by a file's first bytes, in a table. Each row,
 * and the format's layout, is in a file of its own. Packing (gzip) is no format: gmon_io unpacks
 * first. Code outside of profile/ only passes formats on. The rest of this header is shared by the
 * files of formats: the state of a file that is read or written, and histograms.
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

/* Properties of a data file that only the image tells. */
struct gmon_target {
    size_t word_bytes; /* size of an address: 4 or 8 */
    bool big_endian;
};

/* Kinds of records: the tags of the magic format, and the trees of stack files. */
enum { GMON_RECORD_STACKS = GMON_TAG_BB_COUNT + 1, GMON_RECORDS };

/* Summary of the trees of one clock in a stack file. */
struct gmon_stack_info {
    uint64_t nodes, signals, ticks, missing, runs;
    uint64_t ends[GSTACK_ENDS]; /* samples by the way in which their walk ended */
};

/* Summary of one data file, for --file-info. */
struct gmon_file_info {
    int32_t version;                /* version of a magic or stack file; 0 for others */
    uint64_t records[GMON_RECORDS]; /* number of records of each kind */
    struct gmon_stack_info stacks[GSTACK_CLOCKS];
};

struct gmon_input;
struct gmon_output;

struct gmon_format {
    const char *name; /* "magic" */

    /* Returns true if a file of `size` bytes is of the format. A format without a mark also needs
     * the target to tell. `start` has the file's first bytes, or all. */
    bool (*detect)(const struct cursor *start, const struct gmon_target *target, uint64_t size);

    /* Returns true if the whole file makes sense for the target's programs, by a cheap check. If it
     * only makes sense with another target, the user is told so. NULL: the format is the same for
     * all machines. */
    bool (*fits)(const struct cursor *file, const struct gmon_target *target);

    /* Adds the whole file to the profile. Returns false after reporting. */
    bool (*read)(struct gmon_input *in);

    /* Writes the profile as a file. Returns false, after reporting, if the format cannot express
     * it. NULL: the format is read only. -O knows each format that can be written, except stacks,
     * which go to a file beside the sum. */
    bool (*write)(struct gmon_output *o, const struct profile *p);
};

/* Rows of the table, each in a file of its own. */
extern const struct gmon_format magic_format, stack_format, bb_out_format, bsd_format, bsd44_format;

/* ---- reading --------------------------------------------------------------------------------- */

/* State of a file that is read. The reader of a format begins at the first byte; the reader of a
 * record begins behind the record's tag. */
struct gmon_input {
    struct cursor cursor; /* the whole file, unpacked; its byte order is the target's */
    const char *path;     /* path of the file, for messages; outlives the profile */
    const struct gmon_target *target;
    struct profile *profile;     /* profile that the file is added to */
    struct gmon_file_info *info; /* summary of the file; zeroed at first */
    struct profile_build build;  /* build that wrote the file, if has_build */
    bool has_build;
    struct diag *diag;
};

/* Reports that fewer bytes are left than the `need` bytes of `what`. Returns false. */
bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need);

/* ---- writing --------------------------------------------------------------------------------- */

struct gmon_output {
    struct sink *sink; /* destination of the bytes; keeps write errors */
    const char *path;  /* for messages */
    const struct gmon_target *target;
    struct stack_mark mark; /* for stacks: mark of the data file that is written with them */
    uint64_t further; /* records that gmon_check_counts found necessary, beyond one for each pair */
    struct diag *diag;
};

/* Writes the lower `bytes` bytes of the value, 1 to 8. Inline, as bins are most of a file. */
static inline void gmon_put_number(const struct gmon_output *o, uint64_t value, size_t bytes)
{
    char text[8];

    for (size_t i = 0; i < bytes; i++) {
        text[o->target->big_endian ? bytes - 1 - i : i] = (char)(value & 0xff);
        value >>= 8;
    }
    sink_bytes(o->sink, text, bytes);
}

/* Writes an address, or a counter of the same size. */
static inline void gmon_put_word(const struct gmon_output *o, uint64_t value)
{
    gmon_put_number(o, value, o->target->word_bytes);
}

/* Returns the greatest number that a word can hold. */
uint64_t gmon_word_max(const struct gmon_target *target);

/* Returns the number of fields of at most `most` that hold the value; 1 for 0. */
uint64_t gmon_parts(uint64_t value, uint64_t most);

/* Returns true if n counts may be written in fields of up to `most`. Each field that a count needs
 * beyond the first takes a further record of the same key; one file may have 2^20 further records.
 * Else reports and returns false. */
bool gmon_check_counts(struct gmon_output *o, const uint64_t *counts, size_t n, uint64_t most);

/* One field's worth of a count. */
struct gmon_part {
    struct pair_key key;
    uint64_t count;
    uint64_t number, total; /* number of this part, from 0, and number of all parts of the map */
};

/* Calls `put` for each pair of `map`, by address, with its count in parts of up to `most`. O(n log
 * n). */
void gmon_put_counts(const struct gmon_output *o, const struct pair_map *map,
                     const uint64_t *counts, uint64_t most,
                     void (*put)(const struct gmon_output *o, const struct gmon_part *part));

/* ---- histograms ------------------------------------------------------------------------------ */

/* Most bytes of code that a bin of a plausible histogram covers; debuggers' samplers have bins of
 * kilobytes. A histogram with larger bins is read unless it makes sense for another kind of
 * program. */
enum { HIST_BIN_COVERS_MAX = 1 << 24 };

/* Skips a histogram record of the magic format, behind its tag; hist_read_rec reads one. Both
 * return false if the record is cut short or makes no sense; hist_read_rec reports it. */
bool hist_skip_rec(struct cursor *c, size_t word_bytes);
bool hist_read_rec(struct gmon_input *in);

/* Returns true if the histograms can be written; else reports and returns false. hist_write_recs
 * writes them with their tags. */
bool hist_check_recs(struct gmon_output *o, const struct profile *p);
void hist_write_recs(struct gmon_output *o, const struct profile *p);

/* Reads the bins of `h` (n_bins is set), of `width` bytes each, into the profile. The input must
 * have these bytes. `is_bsd` is that of profile_open_histogram. Returns false after reporting. */
bool hist_read_bins(struct gmon_input *in, struct histogram *h, size_t width, bool is_bsd);

/* Writes the bins, less the ticks that `skip` records hold already: 65535 of each bin in each
 * record. Returns true if a further record is needed. */
bool hist_put_bins(const struct gmon_output *o, const struct histogram *h, uint64_t skip);

/* ---- call stacks: stack_format.c --------------------------------------------------------------
 */

/* Adds the modules of a stack file to `stacks'. `start' has its first bytes. Returns false if the
 * file is no stack file, or the bytes do not hold the modules. */
bool stack_peek_modules(const uint8_t *start, size_t bytes, struct stack_data *stacks,
                        struct diag *d);

/* Finds the mark, in the stack file, of the data file that was written with it; a mark of zeros:
 * none. Returns false if the file is no stack file. */
bool stack_peek_mark(const uint8_t *start, size_t bytes, struct stack_mark *mark, struct diag *d);

/* ---- stack_output.c ---- */

/* Writes a stack file up to its end section. The bytes do not depend on the order in which stacks
 * were added up. `mark` is that of the data file that is written with the stacks; 0 bytes: none.
 * The sink tells of write errors. O(n log n). */
void stack_put(struct sink *out, const struct stack_data *s, const struct stack_mark *mark,
               struct diag *d);

/* Writes the end section, with the checksum of all bytes in front of it. */
void stack_put_end(struct sink *out, uint32_t checksum);

#endif
