/* data_file.h - writes gmon.out: header, histogram, arcs, basic blocks
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_DATA_FILE_H
#define GMON_DATA_FILE_H

#include "runtime/core/build.h"
#include "runtime/core/collect.h"

#include <stdatomic.h>

struct gm_histogram {
    uint64_t low;   /* link-time address */
    unsigned shift; /* log2 of the bytes of code in a bin */
    uint32_t rate;  /* samples a second */
    size_t bins;    /* number of bins; 0: no histogram */
    _Atomic uint32_t *bin;
    const _Atomic unsigned char *used; /* 0: all GM_STRETCH bins are empty; NULL: not known */
};

#pragma GCC visibility push(hidden)

/* Writes the file, for gm_out_publish(). Returns the bytes written, 0 if the path is a device that
 * discards everything, or -1 after one line on stderr. mark gets the gstack_sum() of the file; it
 * may be NULL. gm.dump_lock is held. */
int64_t gm_write(const char *path, const struct gm_build *build, const struct gm_counts *c,
                 const struct gm_histogram *h, uint64_t *mark);

/* Returns the number of samples in the file, the total that a reader computes. */
uint64_t gm_samples_in(const struct gm_histogram *h);

#pragma GCC visibility pop

#endif
