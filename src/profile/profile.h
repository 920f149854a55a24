/* profile - adds up the raw data of data files
 *
 * Role: holds histograms, arcs and basic-block counts by address, exactly as in the files; it
 * knows no symbols. Equal histograms are added bin by bin, equal arcs and blocks count by count,
 * all in 64 bits. Arcs and blocks keep the order of their first appearance. Except for that order,
 * the contents depend neither on the order of the files nor on how they were added up before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include "gmon_out.h"
#include "profile/stacks.h"

/* Samples of a range. Bin i of n covers [low + i*w, low + (i+1)*w), with w = (high - low) / n. */
struct histogram {
    uint64_t low, high; /* first address covered, first address behind */
    uint32_t n_bins;
    uint32_t rate;                            /* ticks a second as the file says; 0 is possible */
    char dimension[GMON_DIMENSION_BYTES + 1]; /* "seconds"; NULs behind it */
    char abbreviation;                        /* 's'; may be NUL */
    uint64_t *bins;                           /* ticks, to be read by histogram_ticks; owned */
    const char *file;                         /* first file that has it, for messages; not owned */
    uint8_t build[GMON_BUILD_ID_BYTES]; /* build ID of the program that wrote `file`; zeros: not
                                         * known */
};

/* Bins in the form that they have in a data file. */
struct raw_bins {
    const uint8_t *bytes; /* not owned */
    size_t width;         /* bytes of a bin: 1, 2, 4 or 8 */
    bool big_endian;
};

/* Most ticks that a bin counts: no sum of two such numbers overflows. */
#define HISTOGRAM_MOST (UINT64_MAX / 2)

/* Returns the ticks in a bin; `bin` < h->n_bins. */
static inline uint64_t histogram_ticks(const struct histogram *h, uint32_t bin)
{
    return h->bins[bin] < HISTOGRAM_MOST ? h->bins[bin] : HISTOGRAM_MOST;
}

/* Returns the ticks in a bin of a data file. */
uint64_t raw_bins_ticks(const struct raw_bins *raw, uint32_t bin);

/* Returns the most ticks of a bin. O(bins). */
uint64_t histogram_largest(const struct histogram *h);

/* Adds n_bins raw bins to `sum`. O(bins). */
void histogram_add_raw(struct histogram *sum, const struct raw_bins *raw);

/* Adds `h`, which has as many bins, to `sum`. */
void histogram_add(struct histogram *sum, const struct histogram *h);

/* A build of the program, by its build ID. */
struct profile_build {
    uint8_t id[GMON_BUILD_ID_BYTES]; /* first bytes of the build ID */
    const char *path;                /* first data file that the build wrote; outlives the
                                      * profile */
};

struct profile {
    /* Samples of the program counter. */
    struct histogram *hists; /* histograms in the order first seen; owned */
    size_t n_hists, hists_cap;
    struct pair_map ranges; /* (low, high) -> number of the histogram */
    size_t *by_address;     /* numbers of the first n_checked hists: those of empty ranges, then the
                             * others by address, which are disjoint; owned */
    size_t n_checked, by_address_cap;
    size_t finest, coarsest; /* numbers of the histograms of the least and the greatest bin size */
    size_t bsd;              /* 1 + number of the histogram of BSD files; 0: none were read */
    uint32_t bsd_rate;       /* ticks a second of the BSD files */

    struct histogram *others; /* histograms of ranges in hists, but sampled at other rates; owned */
    size_t n_others, others_cap;
    struct pair_map other_rates; /* (number of the range's histogram, rate) -> number in others */

    /* Calls. */
    struct pair_map arcs; /* (call site, callee) -> number of the arc */
    uint64_t *arc_counts; /* calls, by number of the arc; owned */
    size_t arc_counts_cap;

    /* Executions of basic blocks. */
    struct pair_map blocks; /* (address, 0) -> number of the basic block */
    uint64_t *block_counts; /* executions, by number of the block; owned */
    size_t block_counts_cap;

    /* Call stacks of samples; empty if it has no trees. */
    struct stack_data stacks;

    bool arcs_repeat; /* set by the owner: arcs are only listed, and may repeat; for a single file,
                       * and for reports that add arcs up by function */
    bool one_rate;    /* set by the owner: a histogram of another rate than the first is refused */

    /* Builds of the program that wrote the files, if the files tell. */
    struct profile_build builds[2]; /* the first two that differ */
    unsigned n_builds;              /* builds in the array; 0: no file told one */
    bool has_unknown_build;         /* some file told no build */

    bool has_histogram; /* some file had one, or is of a format that implies one */
    bool has_arcs;      /* some file had call-graph data, or implies them */
    bool has_blocks;    /* some file had a basic-block record */
};

/* Frees the contents of a profile. A profile starts zero-initialised. */
void profile_release(struct profile *p);

/* Returns the number of histograms. profile_histogram returns one of them by number: first those of
 * hists, then those of others. */
static inline size_t profile_n_histograms(const struct profile *p)
{
    return p->n_hists + p->n_others;
}

static inline const struct histogram *profile_histogram(const struct profile *p, size_t i)
{
    return i < p->n_hists ? &p->hists[i] : &p->others[i - p->n_hists];
}

/* Returns the histogram of the range and rate of `like`, or adds one with bins of 0. The result is
 * valid until the next call. The bins of `like` are not used. `is_bsd` means that the bins are of a
 * BSD file; all BSD files must have one range and rate. Returns NULL, after reporting, if
 * dimension, bin size, or a rate that must not differ, do not fit the other histograms. */
struct histogram *profile_open_histogram(struct profile *p, const struct histogram *like,
                                         bool is_bsd, struct diag *d);

/* Returns true if all of `from`, whose ranges are checked, can be added to `p`; else reports and
 * returns false. */
bool profile_fits(const struct profile *p, const struct profile *from, struct diag *d);

/* Adds all of `from` to `p` and releases `from`. If `from` does not fit, `p` is unchanged. */
bool profile_merge(struct profile *p, struct profile *from, struct diag *d);

/* Checks the ranges for overlaps, reports them, and updates `by_address`. To be called after a
 * file's last histogram. O(k log k + n) if there are k new histograms, O(1) if there are none. */
bool profile_check_ranges(struct profile *p, struct diag *d);

/* Adds `count` calls from the call site `from` to the callee `self`; 0 counts too. */
void profile_add_arc(struct profile *p, uint64_t from, uint64_t self, uint64_t count,
                     struct diag *d);

/* Adds `count` executions of the basic block at `address`. */
void profile_add_block(struct profile *p, uint64_t address, uint64_t count, struct diag *d);

/* Notes that `build` wrote an added data file; NULL: the file does not tell its build. */
void profile_add_build(struct profile *p, const struct profile_build *build);

/* Releases the arcs early; the profile then has none. */
void profile_release_arcs(struct profile *p);

/* Finds the library of a data file by the name that libgmon gives: DATA.LIBRARY. Sets *name to a
 * part of `path` and returns its length, or 0 if the name tells of no library. */
size_t profile_library(const char *path, const char **name);

/* Does the same, but returns 0 also if `image`, the path of an image, is that library. */
size_t profile_other_library(const char *path, const char *image, const char **name);

/* Returns true if the build ID begins with `build`, the part that data files have. Zeros follow a
 * build ID that is shorter than this part. */
bool profile_is_build(const uint8_t build[GMON_BUILD_ID_BYTES], struct build_id id);

#endif
