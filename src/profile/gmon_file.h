/* gmon_file - a data file that is being read or written
 *
 * Role: what the readers and writers of formats share: the state of a file that is read; numbers in
 * the byte order and word size of the profiled program, and counts that outgrow their fields. Knows
 * no format.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_FILE_H
#define PROFILE_GMON_FILE_H

#include "base/cursor.h"
#include "base/diag.h"
#include "base/pair_map.h"
#include "base/sink.h"
#include "profile/gmon_target.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Report that fewer bytes are left than the `need` bytes of `what`. Returns false. */
bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need);

/* ---- writing --------------------------------------------------------------------------------- */

struct gmon_output {
    struct sink *sink; /* where the bytes go; whether it could write them is seen there */
    const char *path;  /* for messages */
    const struct gmon_target *target;
    uint64_t further; /* records beyond one for each pair, as far as gmon_check_counts was asked */
    struct diag *diag;
};

/* Put the lower `bytes` bytes of the value, 1 to 8. Bins are most of a file: so it is here. */
static inline void gmon_put_number(const struct gmon_output *o, uint64_t value, size_t bytes)
{
    char text[8];

    for (size_t i = 0; i < bytes; i++) {
        text[o->target->big_endian ? bytes - 1 - i : i] = (char)(value & 0xff);
        value >>= 8;
    }
    sink_bytes(o->sink, text, bytes);
}

/* Put an address, or a counter of its size. */
static inline void gmon_put_word(const struct gmon_output *o, uint64_t value)
{
    gmon_put_number(o, value, o->target->word_bytes);
}

/* The greatest number that a word can hold. */
uint64_t gmon_word_max(const struct gmon_target *target);

/* How many fields of up to `most` hold the value; 1 for 0. */
uint64_t gmon_parts(uint64_t value, uint64_t most);

/* Whether n counts may be written in fields of up to `most`. Each field that a count needs beyond
 * the first takes a further record of the same key; of these there may be 2^20 in one file. False
 * after reporting. */
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

#endif
