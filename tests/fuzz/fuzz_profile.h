/* fuzz_profile.h - reads profiles from fuzzed data files, and checks what must hold for every one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUZZ_PROFILE_H
#define FUZZ_PROFILE_H

#include "base/arith.h"
#include "base/file.h"
#include "fuzz.h"
#include "profile/gmon_io.h"

#include <math.h>

/* Reads `file` into `p`. Checks that a refusal has reported one reason, and a success none. */
static inline bool fuzz_read(struct profile *p, const char *file, const struct gmon_format *format,
                             const struct gmon_target *target, struct gmon_file_info *info)
{
    struct diag d = fuzz_diag();
    struct file_bytes scratch = {0};
    bool ok = gmon_out_read(p, file, format, target, &scratch, info, &d);

    file_bytes_release(&scratch);
    FUZZ_CHECK(d.errors == (ok ? 0 : 1));
    return ok;
}

static inline uint64_t fuzz_sum(const uint64_t *counts, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum = add_saturated(sum, counts[i]);
    return sum;
}

static inline uint64_t fuzz_ticks(const struct profile *p)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < profile_n_histograms(p); i++)
        for (uint32_t j = 0; j < profile_histogram(p, i)->n_bins; j++)
            sum = add_saturated(sum, histogram_ticks(profile_histogram(p, i), j));
    return sum;
}

/* Returns the rate of the first histogram of that range, which must exist. */
static inline uint32_t fuzz_histogram_rate(const struct profile *p, const struct histogram *h)
{
    uint32_t range = pair_map_find(&p->ranges, h->low, h->high);

    FUZZ_CHECK(range < p->n_hists);
    return p->hists[range].rate;
}

/* Checks invariants of every profile that was read without complaint. */
static inline void fuzz_check_profile(const struct profile *p)
{
    const struct histogram *last = NULL;

    FUZZ_CHECK(p->n_checked == p->n_hists && p->ranges.n == p->n_hists);
    FUZZ_CHECK(p->has_histogram || p->n_hists == 0);
    FUZZ_CHECK(p->has_arcs || p->arcs.n == 0);
    FUZZ_CHECK(p->has_blocks || p->blocks.n == 0);
    FUZZ_CHECK(p->other_rates.n == p->n_others);
    for (size_t i = 0; i < p->n_others; i++)
        FUZZ_CHECK(p->others[i].rate != fuzz_histogram_rate(p, &p->others[i]));
    for (size_t i = 0; i < p->n_checked; i++) {
        const struct histogram *h = &p->hists[p->by_address[i]];

        FUZZ_CHECK(h->rate > 0 && h->bins != NULL);
        FUZZ_CHECK(h->dimension[GMON_DIMENSION_BYTES] == '\0');
        FUZZ_CHECK(h->low <= h->high || h->n_bins == 0);
        FUZZ_CHECK(!last || last->low == last->high || (h->low < h->high && last->low < h->low));
        last = h;
    }
}

/* Returns the number of a pair that the map must hold already. */
static inline uint32_t fuzz_number_of(struct pair_map *m, struct pair_key key)
{
    struct diag d = fuzz_diag();
    size_t before = m->n;
    uint32_t number = pair_map_add(m, key.first, key.second, &d);

    FUZZ_CHECK(m->n == before);
    return number;
}

static inline void fuzz_same_counts(struct pair_map *a, const uint64_t *a_counts,
                                    struct pair_map *b, const uint64_t *b_counts)
{
    FUZZ_CHECK(a->n == b->n);
    for (size_t i = 0; i < a->n; i++)
        FUZZ_CHECK(a_counts[i] == b_counts[fuzz_number_of(b, a->keys[i])]);
}

/* Returns the histogram with the range and rate of `h`, which must exist. */
static inline const struct histogram *fuzz_histogram_like(struct profile *p,
                                                          const struct histogram *h)
{
    uint32_t range = fuzz_number_of(&p->ranges, (struct pair_key){h->low, h->high});

    if (p->hists[range].rate == h->rate)
        return &p->hists[range];
    return &p->others[fuzz_number_of(&p->other_rates, (struct pair_key){range, h->rate})];
}

/* Checks that two profiles hold the same, in any order. */
static inline void fuzz_same_profile(struct profile *a, struct profile *b)
{
    FUZZ_CHECK(a->n_hists == b->n_hists && a->n_others == b->n_others);
    for (size_t i = 0; i < profile_n_histograms(a); i++) {
        const struct histogram *h = profile_histogram(a, i);
        const struct histogram *g = fuzz_histogram_like(b, h);

        FUZZ_CHECK(h->n_bins == g->n_bins && h->rate == g->rate);
        FUZZ_CHECK(strcmp(h->dimension, g->dimension) == 0 && h->abbreviation == g->abbreviation);
        for (uint32_t j = 0; j < h->n_bins; j++)
            FUZZ_CHECK(histogram_ticks(h, j) == histogram_ticks(g, j));
    }
    fuzz_same_counts(&a->arcs, a->arc_counts, &b->arcs, b->arc_counts);
    fuzz_same_counts(&a->blocks, a->block_counts, &b->blocks, b->block_counts);
}

/* Returns true if the bytes of a BSD file could make more sense as those of another kind of
 * program, which the reader refuses. The file has no mark; bins of more than 16 MB are doubtful. So
 * is an empty range at an address that no program has. */
static inline bool fuzz_is_doubtful_bsd(const struct profile *p, const struct gmon_format *format)
{
    const struct histogram *h = p->hists;

    return format != &gmon_formats[FORMAT_MAGIC] && p->n_hists > 0 &&
           (h->n_bins == 0 ? h->low >> 32 != 0 : (h->high - h->low) / h->n_bins > 1 << 24);
}

/* Checks that a profile is unchanged after it was written and read again. A BSD format may be
 * unable to express it. */
static inline void fuzz_round_trip(struct profile *p, const struct gmon_format *format,
                                   const struct gmon_target *target)
{
    struct diag d = fuzz_diag();
    struct profile again = {0};
    struct gmon_file_info info;
    uint64_t most =
        add_saturated(fuzz_sum(p->arc_counts, p->arcs.n), fuzz_sum(p->block_counts, p->blocks.n));
    uint64_t ticks = fuzz_ticks(p);

    if (most >> 42 != 0 || ticks >> 26 != 0)
        return; /* thousands of records would be slow */
    if (p->n_others > 0)
        return; /* a sum has one rate */
    if (!gmon_out_write(p, "written", format, target, &d)) {
        FUZZ_CHECK(d.errors == 1);
        return;
    }
    FUZZ_CHECK(d.errors == 0);
    if (fuzz_is_doubtful_bsd(p, format))
        return;
    FUZZ_CHECK(fuzz_read(&again, "written", format, target, &info));
    fuzz_check_profile(&again);
    if (p->n_hists > 0 ||
        format == &gmon_formats[FORMAT_MAGIC]) /* a BSD file always has a histogram */
        fuzz_same_profile(p, &again);
    FUZZ_CHECK(fuzz_ticks(p) == fuzz_ticks(&again));
    profile_release(&again);
}

#endif
