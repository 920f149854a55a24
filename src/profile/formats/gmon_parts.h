/* gmon_parts - reads and writes the parts that several formats share
 *
 * Pairs are written in the order of their addresses, so a sum does not depend on the order of its
 * parts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_PARTS_H
#define PROFILE_GMON_PARTS_H

#include "profile/formats/gmon_format.h"

/* Reports that fewer bytes are left than the `need` bytes of `what`. Returns false. */
bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need);

/* Most bytes of code that a bin of a plausible histogram covers; debuggers' samplers have bins of
 * kilobytes. A histogram with larger bins is read unless it makes sense for another kind of
 * program. */
enum { HIST_BIN_COVERS_MAX = 1 << 24 };

/* Reads the bins of `h` (n_bins is set), of `width` bytes each, into the profile. The input must
 * have these bytes. `is_bsd` is that of profile_open_histogram. Returns false after reporting. */
bool hist_read_bins(struct gmon_input *in, struct histogram *h, size_t width, bool is_bsd);

/* Writes the bins, of 2 bytes, less the ticks that `skip` records hold already: 65535 of each bin
 * in each record. Returns true if a further record is needed. */
bool hist_put_bins(const struct gmon_output *o, const struct histogram *h, uint64_t skip);

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

/* ---- stack_format.c: what a stack file tells in front of its trees ---- */

/* Finds the mark of the data file that was written with a stack file; a mark of zeros: none.
 * `start' has the first bytes of the file. Returns false if the file is not a stack file. */
bool stack_peek(const uint8_t *start, size_t bytes, struct stack_mark *mark);

#endif
