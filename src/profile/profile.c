/* profile - the raw data of one or more data files, summed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bin sizes of two histograms, in units of two bytes, may differ by this much and count as equal.
 */
static const double scale_tolerance = 1e-6;

void histogram_release(struct histogram *h)
{
    free(h->bins);
    free(h->wide);
    h->bins = NULL;
    h->wide = NULL;
}

void profile_release(struct profile *p)
{
    for (size_t i = 0; i < p->n_hists; i++)
        histogram_release(&p->hists[i]);
    free(p->hists);
    free(p->by_address);
    pair_map_release(&p->ranges);
    pair_map_release(&p->arcs);
    free(p->arc_counts);
    pair_map_release(&p->blocks);
    free(p->block_counts);
    *p = (struct profile){0};
}

/* Bin size in units of two bytes. Without bins it is infinite, or NaN when the range is empty too:
 * such a record agrees with every other, as with GNU gprof. */
static double scale_of(const struct histogram *h)
{
    uint64_t units = (h->high - h->low) / 2;

    return (double)units / h->n_bins;
}

static bool widen(struct histogram *h, struct diag *d)
{
    h->wide = mem_alloc(d, h->n_bins, sizeof *h->wide);
    if (!h->wide)
        return false;
    for (uint32_t i = 0; i < h->n_bins; i++)
        h->wide[i] = h->bins[i];
    free(h->bins);
    h->bins = NULL;
    return true;
}

static bool add_bins(struct histogram *sum, const struct histogram *h, struct diag *d)
{
    for (uint32_t i = 0; i < h->n_bins; i++) {
        uint64_t ticks = add_saturated(histogram_ticks(sum, i), histogram_ticks(h, i));
        if (ticks > UINT32_MAX && !sum->wide && !widen(sum, d))
            return false;
        if (sum->wide)
            sum->wide[i] = ticks;
        else
            sum->bins[i] = (uint32_t)ticks;
    }
    return true;
}

/* Whether `h` may stand in one report with `first`. */
static bool check_compatible(const struct histogram *first, const struct histogram *h,
                             struct diag *d)
{
    if (strcmp(first->dimension, h->dimension) != 0)
        return diag_error(d, h->file,
                          "its histogram counts `%s', that of %s `%s'; report them "
                          "separately",
                          h->dimension, first->file, first->dimension);
    if (first->abbreviation != h->abbreviation)
        return diag_error(d, h->file,
                          "its dimension is abbreviated `%c', that of %s `%c'; report "
                          "them separately",
                          h->abbreviation, first->file, first->abbreviation);
    if (first->rate != h->rate)
        return diag_error(d, h->file,
                          "sampled %" PRIu32 " times a second, %s %" PRIu32
                          " times; report them separately",
                          h->rate, first->file, first->rate);
    if (fabs(scale_of(first) - scale_of(h)) > scale_tolerance)
        return diag_error(d, h->file,
                          "different scales in histogram records: %" PRIu32 " bins for %" PRIu64
                          " bytes here, %" PRIu32 " for %" PRIu64 " in %s; report them separately",
                          h->n_bins, h->high - h->low, first->n_bins, first->high - first->low,
                          first->file);
    return true;
}

static void trace_histogram(const struct histogram *h, const struct diag *d)
{
    double width = (double)(h->high - h->low) / h->n_bins;

    trace_line(d, "profile_add_histogram",
               "%s: %" PRIu32 " bins from 0x%" PRIx64 " up to 0x%" PRIx64 ", %" PRIu32
               " ticks are one of `%s'",
               h->file, h->n_bins, h->low, h->high, h->rate, h->dimension);
    for (uint32_t i = 0; i < h->n_bins; i++)
        if (histogram_ticks(h, i) > 0)
            trace_line(d, "profile_add_histogram", "bin %" PRIu32 ", about 0x%" PRIx64 ": %" PRIu64,
                       i, h->low + (uint64_t)(width * i), histogram_ticks(h, i));
}

bool profile_add_histogram(struct profile *p, struct histogram *h, struct diag *d)
{
    uint32_t number;
    bool ok = true;

    p->has_histogram = true;
    if (trace_on(d, TRACE_SAMPLES))
        trace_histogram(h, d);
    if (p->n_hists > 0)
        ok = check_compatible(&p->hists[0], h, d);
    number = ok ? pair_map_add(&p->ranges, h->low, h->high, d) : PAIR_MAP_FAILED;
    if (number == PAIR_MAP_FAILED) {
        histogram_release(h);
        return false;
    }
    if (number < p->n_hists) {
        /* the same range and scale: the numbers of bins are equal but for the tolerance */
        ok = p->hists[number].n_bins == h->n_bins
                 ? add_bins(&p->hists[number], h, d)
                 : diag_error(d, h->file,
                              "different scales in histogram records: %" PRIu32
                              " bins here, %" PRIu32 " in %s; report them separately",
                              h->n_bins, p->hists[number].n_bins, p->hists[number].file);
        histogram_release(h);
        return ok;
    }
    struct histogram *hists =
        mem_grow(d, p->hists, &p->hists_cap, p->n_hists + 1, sizeof *p->hists);
    if (!hists) {
        histogram_release(h);
        return false;
    }
    p->hists = hists;
    p->hists[p->n_hists++] = *h;
    return true;
}

struct range_ref {
    uint64_t low;
    size_t number;
};

static int by_low(const void *left, const void *right)
{
    const struct range_ref *l = left, *r = right;

    if (l->low != r->low)
        return l->low < r->low ? -1 : 1;
    return l->number < r->number ? -1 : 1;
}

/* Merge the sorted new ranges into by_address, from the back, in place. */
static void merge_ranges(struct profile *p, const struct range_ref *fresh, size_t n_fresh)
{
    size_t old = p->n_checked, at = p->n_checked + n_fresh;

    while (n_fresh > 0) {
        if (old > 0 && p->hists[p->by_address[old - 1]].low > fresh[n_fresh - 1].low)
            p->by_address[--at] = p->by_address[--old];
        else
            p->by_address[--at] = fresh[--n_fresh].number;
    }
}

static bool check_overlaps(const struct profile *p, struct diag *d)
{
    const struct histogram *l = NULL;

    for (size_t i = 0; i < p->n_checked; i++) {
        const struct histogram *r = &p->hists[p->by_address[i]];
        if (r->low == r->high)
            continue; /* covers nothing */
        if (l && r->low < l->high)
            return diag_error(d, r->file,
                              "overlapping histogram records: 0x%" PRIx64 "-0x%" PRIx64
                              " here and 0x%" PRIx64 "-0x%" PRIx64
                              " in %s; the files are of different programs",
                              r->low, r->high, l->low, l->high, l->file);
        l = r;
    }
    return true;
}

bool profile_check_ranges(struct profile *p, struct diag *d)
{
    size_t n_fresh = p->n_hists - p->n_checked;
    struct range_ref *fresh;
    size_t *order;

    if (n_fresh == 0)
        return true;
    order = mem_grow(d, p->by_address, &p->by_address_cap, p->n_hists, sizeof *order);
    if (!order)
        return false;
    p->by_address = order;
    fresh = mem_alloc(d, n_fresh, sizeof *fresh);
    if (!fresh)
        return false;
    for (size_t i = 0; i < n_fresh; i++)
        fresh[i] = (struct range_ref){p->hists[p->n_checked + i].low, p->n_checked + i};
    qsort(fresh, n_fresh, sizeof *fresh, by_low);
    merge_ranges(p, fresh, n_fresh);
    free(fresh);
    p->n_checked = p->n_hists;
    return check_overlaps(p, d);
}

/* Add `count` to the counter of a pair; a new pair's counter starts at 0. */
static bool add_count(struct pair_map *map, uint64_t **counts, size_t *cap, struct pair_key key,
                      uint64_t count, struct diag *d)
{
    size_t before = map->n;
    uint32_t number = pair_map_add(map, key.first, key.second, d);
    uint64_t *grown;

    if (number == PAIR_MAP_FAILED)
        return false;
    grown = mem_grow(d, *counts, cap, map->n, sizeof *grown);
    if (!grown)
        return false;
    *counts = grown;
    if (map->n > before)
        grown[number] = 0;
    grown[number] = add_saturated(grown[number], count);
    return true;
}

DIAG_COLD static void trace_arc(uint64_t from, uint64_t self, uint64_t count, const struct diag *d)
{
    trace_line(d, "profile_add_arc", "0x%" PRIx64 " calls 0x%" PRIx64 ": %" PRIu64, from, self,
               count);
}

bool profile_add_arc(struct profile *p, uint64_t from, uint64_t self, uint64_t count,
                     struct diag *d)
{
    p->has_arcs = true;
    if (trace_on(d, TRACE_SAMPLES))
        trace_arc(from, self, count, d);
    return add_count(&p->arcs, &p->arc_counts, &p->arc_counts_cap, (struct pair_key){from, self},
                     count, d);
}

bool profile_add_block(struct profile *p, uint64_t address, uint64_t count, struct diag *d)
{
    if (trace_on(d, TRACE_BLOCKS))
        trace_line(d, "profile_add_block", "0x%" PRIx64 " ran: %" PRIu64, address, count);
    return add_count(&p->blocks, &p->block_counts, &p->block_counts_cap,
                     (struct pair_key){address, 0}, count, d);
}
