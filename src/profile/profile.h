/* profile - the raw data of one or more data files, summed
 *
 * Role: holds histograms, arcs and basic-block counts by address, exactly as the files gave them;
 * knows no symbols. Equal histograms are added bin by bin, equal arcs and blocks count by count,
 * all in 64 bits. Arcs and blocks keep the order of their first appearance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include "base/diag.h"
#include "base/pair_map.h"
#include "gmon_out.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Samples of the program counter: bin i of n covers [low + i*w, low + (i+1)*w), w = (high-low)/n.
 */
struct histogram {
    uint64_t low, high; /* first address covered, first address behind */
    uint32_t n_bins;
    uint32_t rate;                            /* ticks a second as the file says; 0 is possible */
    char dimension[GMON_DIMENSION_BYTES + 1]; /* "seconds"; NUL-terminated */
    char abbreviation;                        /* 's'; may be NUL */
    uint32_t *bins;                           /* ticks; NULL once they are wide; owned */
    uint64_t *wide;   /* ticks, when a sum has outgrown 32 bits, else NULL; owned */
    const char *file; /* where it was first seen, for messages; not owned */
};

struct profile {
    struct histogram *hists; /* in the order first seen; owned */
    size_t n_hists, hists_cap;
    struct pair_map ranges; /* (low, high) -> number of the histogram */
    size_t *by_address;     /* numbers of the first n_checked hists, ascending, disjoint; owned */
    size_t n_checked, by_address_cap;

    struct pair_map arcs; /* (call site, callee) -> number of the arc */
    uint64_t *arc_counts; /* calls, by number of the arc; owned */
    size_t arc_counts_cap;

    struct pair_map blocks; /* (address, 0) -> number of the basic block */
    uint64_t *block_counts; /* executions, by number of the block; owned */
    size_t block_counts_cap;

    bool has_histogram; /* some file had one, or is of a format that implies one */
    bool has_arcs;      /* likewise for call-graph data */
    bool has_blocks;    /* some file had a basic-block record */
};

/* A profile starts zero-initialised. */
void profile_release(struct profile *p);

/* Take over the histogram `h` (its bins too, also on failure): added to one of the same range, else
 * kept as a further one. Fails, after reporting, when dimension, rate or bin size differ from the
 * first histogram's. */
bool profile_add_histogram(struct profile *p, struct histogram *h, struct diag *d);

/* Call after a file's last histogram: checks the new ranges for overlaps, reports them, and brings
 * `by_address` up to date. O(k log k + n) for k new histograms, O(1) for none. */
bool profile_check_ranges(struct profile *p, struct diag *d);

/* Add `count` calls from the call site `from` to the callee `self`; 0 counts too. */
bool profile_add_arc(struct profile *p, uint64_t from, uint64_t self, uint64_t count,
                     struct diag *d);

/* Add `count` executions of the basic block at `address`. */
bool profile_add_block(struct profile *p, uint64_t address, uint64_t count, struct diag *d);

/* Ticks in a bin; `bin` < h->n_bins. */
static inline uint64_t histogram_ticks(const struct histogram *h, uint32_t bin)
{
    return h->wide ? h->wide[bin] : h->bins[bin];
}

void histogram_release(struct histogram *h);

#endif
