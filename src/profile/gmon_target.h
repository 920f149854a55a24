/* gmon_target - the machine whose program wrote a data file, and what such a file held
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_GMON_TARGET_H
#define PROFILE_GMON_TARGET_H

#include "gmon_out.h"
#include "gmon_stacks.h"

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

#endif
