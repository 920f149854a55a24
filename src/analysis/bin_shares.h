/* bin_shares - whose the bins of a histogram are, worked out once for all files of one program
 *
 * Role: what hist.h does for the sum of all files, for each file by itself and while it is read.
 * The files of a program have histograms of one layout: so it is noted once which stretch of bins
 * is which function's, and a file takes one pass over its bins. The shares are those of hist.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_BIN_SHARES_H
#define ANALYSIS_BIN_SHARES_H

#include "base/diag.h"
#include "profile/histogram.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bins of which a function has the same part each. */
struct bin_stretch {
    uint32_t first, end; /* their numbers; end is behind the last one */
    uint32_t symbol;
    double part; /* of a bin's ticks; 1 where the function has all of it */
};

/* The same within a block of bins, where a bin has whole units (hist.h). */
struct bin_piece {
    uint32_t symbol;
    uint16_t units;   /* of each bin that are the function's */
    uint8_t low, end; /* the bins, counted from the block's first */
};

struct bin_shares {
    uint64_t low, high; /* the layout */
    uint32_t n_bins;
    uint32_t scale;                /* units of a bin, if bin_shares_add_whole can be used; else 0 */
    struct bin_stretch *stretches; /* by their bins; owned */
    size_t n, cap;
    uint32_t *of_block; /* by block of bins: the first stretch that ends in or behind it; owned */
    struct bin_piece *pieces; /* those of the blocks, one after the other, if scale > 0; owned */
    uint32_t *piece_of_block; /* by block: its first piece; likewise; owned */
    size_t n_pieces, pieces_cap;
};

/* Work them out for the layout of `h`, whose own bins are not looked at. Fails, after reporting,
 * when memory is out. O(bins + functions). */
bool bin_shares_init(struct bin_shares *s, const struct histogram *h, const struct symtab *symtab,
                     struct diag *d);

/* Ticks of a file by function. */
struct bin_ticks {
    double *ticks;     /* by symbol number; not owned */
    uint32_t *touched; /* room for all symbols: those that have ticks, each once; not owned */
    uint32_t n_touched;
    double total; /* of all bins */
};

/* Add the ticks of `raw`, which has that layout, each counting as `weight`. O(bins), and fast where
 * most of them are 0. */
void bin_shares_add(const struct bin_shares *s, const struct raw_bins *raw, double weight,
                    struct bin_ticks *to);

/* The same in integers, for layouts with a scale and bins of two little-endian bytes: to `units`,
 * by symbol number and zero at first, go the ticks times the units of each bin that are the
 * function's, and to `*total` the ticks of all bins. False where that takes more than 32 bits;
 * `units` is of no use then. */
bool bin_shares_add_whole(const struct bin_shares *s, const uint8_t *bins, uint32_t *units,
                          uint64_t *total);

void bin_shares_release(struct bin_shares *s);

#endif
