/* histogram - samples of the program counter, summed bin by bin
 *
 * Role: one histogram of a profile, and the addition of another one, be it decoded or still in the
 * form that it has in a data file. Knows neither files nor other ranges; profile.h does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_HISTOGRAM_H
#define PROFILE_HISTOGRAM_H

#include "base/diag.h"
#include "gmon_out.h"

#include <stdbool.h>
#include <stdint.h>

/* Bin i of n covers [low + i*w, low + (i+1)*w), where w = (high - low) / n. */
struct histogram {
    uint64_t low, high; /* first address covered, first one behind */
    uint32_t n_bins;
    uint32_t rate;                            /* ticks a second as the file says; 0 is possible */
    char dimension[GMON_DIMENSION_BYTES + 1]; /* "seconds"; NULs behind it */
    char abbreviation;                        /* 's'; may be NUL */
    uint64_t *bins;                           /* ticks, to be read by histogram_ticks; owned */
    const char *file;                         /* where it was first seen, for messages; not owned */
    uint8_t build[GMON_BUILD_ID_BYTES]; /* of the program that wrote this file; zeros: not known */
};

/* Bins in the form that they have in a data file. */
struct raw_bins {
    const uint8_t *bytes; /* not owned */
    size_t width;         /* bytes of a bin: 1, 2, 4 or 8 */
    bool big_endian;
};

/* The most ticks that a bin counts: no sum of two of them overflows. */
#define HISTOGRAM_MOST (UINT64_MAX / 2)

/* Returns the ticks in a bin; `bin` < h->n_bins. */
static inline uint64_t histogram_ticks(const struct histogram *h, uint32_t bin)
{
    return h->bins[bin] < HISTOGRAM_MOST ? h->bins[bin] : HISTOGRAM_MOST;
}

/* Ticks in a bin of a data file. */
uint64_t raw_bins_ticks(const struct raw_bins *raw, uint32_t bin);

/* The most ticks of a bin. O(bins). */
uint64_t histogram_largest(const struct histogram *h);

/* Gives `h`, whose n_bins is set, bins of 0. */
void histogram_clear(struct histogram *h, struct diag *d);

/* Adds n_bins bins. O(bins). */
void histogram_add_raw(struct histogram *sum, const struct raw_bins *raw);

/* Adds `h`, which has as many bins. */
void histogram_add(struct histogram *sum, const struct histogram *h);

void histogram_release(struct histogram *h);

#endif
