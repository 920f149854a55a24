/* profile - adds up the raw data of data files
 *
 * When thousands of files are added up, add_block takes nearly all the time. Compilers turn
 * add_block into vector instructions at -O2: it has a fixed number of steps, and no check of the
 * sums, which only 2^47 files could make overflow. Blocks without a sample are skipped, so that
 * their memory is never touched.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/trace.h"

#include <math.h>

/* ---- one histogram --------------------------------------------------------------------------- */

enum { BLOCK = 64 }; /* bins added in one go */

uint64_t histogram_largest(const struct histogram *h)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < h->n_bins; i++)
        if (histogram_ticks(h, i) > most)
            most = histogram_ticks(h, i);
    return most;
}

uint64_t raw_bins_ticks(const struct raw_bins *raw, uint32_t bin)
{
    const uint8_t *p = raw->bytes + bin * raw->width;
    uint64_t ticks = 0;

    for (size_t i = 0; i < raw->width; i++)
        ticks = ticks << 8 | p[raw->big_endian ? i : raw->width - 1 - i];
    return ticks < HISTOGRAM_MOST ? ticks : HISTOGRAM_MOST;
}

/* Adds BLOCK bins of two bytes in the host's byte order. */
static void add_block(uint64_t *restrict sum, const uint8_t *restrict raw)
{
    for (size_t i = 0; i < BLOCK; i++) {
        uint16_t ticks;
        memcpy(&ticks, raw + sizeof ticks * i, sizeof ticks);
        sum[i] += ticks;
    }
}

static void add_ticks(struct histogram *sum, uint32_t bin, uint64_t ticks)
{
    if (ticks > 0)
        sum->bins[bin] = histogram_ticks(sum, bin) + ticks;
}

void histogram_add_raw(struct histogram *sum, const struct raw_bins *raw)
{
    static const uint8_t empty[BLOCK * GMON_BIN_BYTES], big_endian_one[] = {0, 1};
    const uint16_t one = 1;
    bool host_is_big = memcmp(&one, big_endian_one, sizeof one) == 0;
    bool in_blocks = raw->width == GMON_BIN_BYTES && raw->big_endian == host_is_big;
    uint32_t i = 0;

    for (; in_blocks && sum->n_bins - i >= BLOCK; i += BLOCK) {
        const uint8_t *block = raw->bytes + (size_t)GMON_BIN_BYTES * i;

        if (memcmp(block, empty, sizeof empty) != 0)
            add_block(sum->bins + i, block);
    }
    for (; i < sum->n_bins; i++)
        add_ticks(sum, i, raw_bins_ticks(raw, i));
}

void histogram_add(struct histogram *sum, const struct histogram *h)
{
    for (uint32_t i = 0; i < sum->n_bins; i++)
        add_ticks(sum, i, histogram_ticks(h, i));
}

/* ---- what may stand in one profile ----------------------------------------------------------- */

/* Bin sizes that differ by less than this, in units of two bytes, count as equal. */
static const double scale_tolerance = 1e-6;

/* Returns the bin size in units of two bytes. Without bins it is infinite, or NaN if the range is
 * empty, too: a record without bins agrees with every other, as in GNU gprof. */
static double scale_of(const struct histogram *h)
{
    uint64_t units = (h->high - h->low) / 2;

    return (double)units / h->n_bins;
}

size_t profile_library(const char *path, const char **name)
{
    static const char usual[] = "gmon.out.";
    const char *base = diag_basename(path), *library = strstr(base, ".lib"), *rest, *end;

    if (strncmp(base, usual, sizeof usual - 1) == 0) {
        library = base + sizeof usual - 2;
        rest = library + 1;
        rest += strspn(rest, "0123456789"); /* number of a process or a rank */
        if (*rest == '.')
            library = rest;
    }
    if (!library || !(end = strstr(library, ".so")))
        return 0;
    *name = library + 1;
    end += 3;
    end += strspn(end, ".0123456789"); /* version of the library */
    return (size_t)(end - *name) - (end[-1] == '.');
}

size_t profile_other_library(const char *path, const char *image, const char **name)
{
    const char *base = diag_basename(image);
    size_t length = profile_library(path, name);

    return length > 0 && strncmp(base, *name, length) == 0 && !base[length] ? 0 : length;
}

bool profile_is_build(const uint8_t build[GMON_BUILD_ID_BYTES], struct build_id id)
{
    uint8_t start[GMON_BUILD_ID_BYTES] = {0};

    if (id.n > 0)
        memcpy(start, id.bytes, id.n < sizeof start ? id.n : sizeof start);
    return memcmp(build, start, sizeof start) == 0;
}

/* Reports that two histograms are of different programs, and returns true, if their build IDs
 * differ. */
static bool report_builds(const struct histogram *h, const struct histogram *other, struct diag *d)
{
    static const uint8_t unknown[sizeof h->build];
    const char *name;
    size_t length;

    if (memcmp(h->build, unknown, sizeof unknown) == 0 ||
        memcmp(other->build, unknown, sizeof unknown) == 0 ||
        memcmp(h->build, other->build, sizeof unknown) == 0)
        return false;
    length = profile_library(h->file, &name);
    if (length > 0)
        diag_error(d, h->file,
                   "belongs to library %.*s, unlike %s; report it with: gprof DIR/%.*s %s",
                   (int)length, name, other->file, (int)length, name, h->file);
    else
        diag_error(d, h->file,
                   "is of another program or build than %s, by their build IDs; report it with its "
                   "own image: gprof IMAGE %s",
                   other->file, h->file);
    return true;
}

/* Reports how the bins of two files differ, and the probable reason. */
static bool report_scales(const struct histogram *h, const struct histogram *other, struct diag *d)
{
    const char *cause = "they are of two programs, or of two builds of one";

    if (report_builds(h, other, d))
        return false;
    if (h->n_bins == 0 || other->n_bins == 0)
        cause = "without bins a file has no samples";
    else if (h->low == other->low && h->high == other->high)
        cause = "the same code in other bins is of another runtime, or of other settings of one";
    return diag_error(d, h->file,
                      "cannot be added to %s: %s (%" PRIu32 " bins for %" PRIu64
                      " bytes, there %" PRIu32 " for %" PRIu64 "); report them separately",
                      other->file, cause, h->n_bins, h->high - h->low, other->n_bins,
                      other->high - other->low);
}

/* Returns true if the bin sizes are equal; else reports and returns false. A difference of NaN
 * counts as none. */
static bool check_scale(const struct histogram *h, const struct histogram *other, struct diag *d)
{
    return !(fabs(scale_of(other) - scale_of(h)) > scale_tolerance) || report_scales(h, other, d);
}

static bool report_rates(const struct histogram *h, const char *other, uint32_t rate,
                         const char *remedy, struct diag *d)
{
    return diag_error(d, h->file, "sampled %" PRIu32 " times a second, %s %" PRIu32 " times; %s",
                      h->rate, other, rate, remedy);
}

/* Returns true if `h` fits into one report with the other histograms; else reports and returns
 * false. All other histograms have the same dimension, so `h` is compared with the first. Bin sizes
 * may differ a little: `h` is compared with the extremes, so that the order of the files does not
 * matter. */
static bool check_compatible(const struct profile *p, const struct histogram *h, struct diag *d)
{
    uint32_t range = pair_map_find(&p->ranges, h->low, h->high);
    const struct histogram *first = p->hists;

    if (p->n_hists == 0)
        return true;
    if (strcmp(first->dimension, h->dimension) != 0 || first->abbreviation != h->abbreviation)
        return diag_error(d, h->file,
                          "its histogram counts '%s' (%c), that of %s '%s' (%c); report them "
                          "separately",
                          h->dimension, h->abbreviation, first->file, first->dimension,
                          first->abbreviation);
    if (p->one_rate && first->rate != h->rate)
        return report_rates(h, first->file, first->rate,
                            "a sum has one rate, so sum them separately, or leave out -s", d);
    if (!check_scale(h, &p->hists[p->finest], d) || !check_scale(h, &p->hists[p->coarsest], d))
        return false;
    /* the scales agree, so the numbers of bins can differ only within the tolerance */
    return range == PAIR_MAP_NONE || p->hists[range].n_bins == h->n_bins ||
           report_scales(h, &p->hists[range], d);
}

/* Returns true if a BSD file fits: all BSD files must have one range and one rate. Files of other
 * formats may have further ones, in any order of reading. */
static bool check_bsd(const struct profile *p, const struct histogram *h, struct diag *d)
{
    const struct histogram *first = p->bsd ? &p->hists[p->bsd - 1] : NULL;

    if (first && h->rate != p->bsd_rate)
        return report_rates(h, first->file, p->bsd_rate, "report them separately", d);
    if (!first || h->n_bins == 0 ||
        (first->low == h->low && first->high == h->high && first->n_bins == h->n_bins))
        return true;
    return diag_error(
        d, h->file,
        "incompatible with first gmon file %s: %" PRIu32 " bins over 0x%" PRIx64 "-0x%" PRIx64
        " here, %" PRIu32 " over 0x%" PRIx64 "-0x%" PRIx64 " there; report them separately",
        first->file, h->n_bins, h->low, h->high, first->n_bins, first->low, first->high);
}

/* ---- histograms ------------------------------------------------------------------------------ */

/* Returns the histogram of the range and rate of `h`, or NULL. */
static struct histogram *find_histogram(const struct profile *p, const struct histogram *h)
{
    uint32_t range = pair_map_find(&p->ranges, h->low, h->high), other;

    if (range == PAIR_MAP_NONE || p->hists[range].rate == h->rate)
        return range == PAIR_MAP_NONE ? NULL : &p->hists[range];
    other = pair_map_find(&p->other_rates, range, h->rate);
    return other == PAIR_MAP_NONE ? NULL : &p->others[other];
}

/* Adds a histogram with the bins of `h`, whose range or rate is new. Takes ownership of the
 * bins. */
static struct histogram *append(struct profile *p, const struct histogram *h, struct diag *d)
{
    uint32_t range = pair_map_find(&p->ranges, h->low, h->high);
    double scale = scale_of(h); /* NaN is not an extreme */

    if (range != PAIR_MAP_NONE) {
        p->others = mem_grow(d, p->others, &p->others_cap, p->n_others + 1, sizeof *p->others);
        pair_map_add(&p->other_rates, range, h->rate, d);
        p->others[p->n_others] = *h;
        return &p->others[p->n_others++];
    }
    p->hists = mem_grow(d, p->hists, &p->hists_cap, p->n_hists + 1, sizeof *p->hists);
    pair_map_add(&p->ranges, h->low, h->high, d);
    p->hists[p->n_hists] = *h;
    if (isnan(scale_of(&p->hists[p->finest])) || scale < scale_of(&p->hists[p->finest]))
        p->finest = p->n_hists;
    if (isnan(scale_of(&p->hists[p->coarsest])) || scale > scale_of(&p->hists[p->coarsest]))
        p->coarsest = p->n_hists;
    return &p->hists[p->n_hists++];
}

/* Notes that BSD files are of the range of `h`, and of that rate. */
static void note_bsd(struct profile *p, const struct histogram *h, uint32_t rate)
{
    p->bsd = (size_t)pair_map_find(&p->ranges, h->low, h->high) + 1;
    p->bsd_rate = rate;
}

struct histogram *profile_open_histogram(struct profile *p, const struct histogram *like,
                                         bool is_bsd, struct diag *d)
{
    struct histogram *sum, fresh = *like;

    p->has_histogram = true;
    if ((is_bsd && !check_bsd(p, like, d)) || !check_compatible(p, like, d))
        return NULL;
    sum = find_histogram(p, like);
    if (!sum) {
        fresh.bins = mem_alloc(d, fresh.n_bins, sizeof *fresh.bins);
        sum = append(p, &fresh, d);
    }
    if (is_bsd && !p->bsd && like->n_bins > 0)
        note_bsd(p, like, like->rate);
    return sum;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* Returns a checked histogram whose range has a byte of [low, high), or NULL. O(log n). */
static const struct histogram *find_overlap(const struct profile *p, uint64_t low, uint64_t high)
{
    size_t n = 0, end = p->n_checked;
    const struct histogram *last;

    while (n < end) { /* n: number of ranges that are empty or begin below `high' */
        size_t middle = n + (end - n) / 2;

        last = &p->hists[p->by_address[middle]];
        if (last->low == last->high || last->low < high)
            n = middle + 1;
        else
            end = middle;
    }
    last = n > 0 ? &p->hists[p->by_address[n - 1]] : NULL;
    return last && last->low < last->high && last->high > low ? last : NULL;
}

static bool report_overlap(const struct histogram *here, const struct histogram *there,
                           struct diag *d)
{
    return !report_builds(here, there, d) &&
           diag_error(d, here->file,
                      "overlapping histogram records: 0x%" PRIx64 "-0x%" PRIx64
                      " here and 0x%" PRIx64 "-0x%" PRIx64
                      " in %s; the files are of different programs",
                      here->low, here->high, there->low, there->high, there->file);
}

/* Empty ranges come first: they overlap none. */
static int by_range(const void *left, const void *right)
{
    const struct histogram *l = *(struct histogram *const *)left;
    const struct histogram *r = *(struct histogram *const *)right;
    int order = compare_u64(l->low < l->high, r->low < r->high);

    if (!order)
        order = compare_u64(l->low, r->low);
    return order ? order : compare_u64(l->high, r->high);
}

/* Puts the ranges that are not checked yet into by_address. Returns the first changed place. */
static size_t merge_ranges(struct profile *p, struct diag *d)
{
    size_t before = p->n_checked, n = p->n_hists - before, to = p->n_hists;
    LOCAL const struct histogram **fresh = mem_alloc(d, n, sizeof *fresh);

    for (size_t i = 0; i < n; i++)
        fresh[i] = &p->hists[before + i];
    qsort(fresh, n, sizeof *fresh, by_range);
    p->by_address = mem_grow(d, p->by_address, &p->by_address_cap, to, sizeof *p->by_address);
    while (n > 0) {
        const struct histogram *last = before > 0 ? &p->hists[p->by_address[before - 1]] : NULL;

        if (last && by_range(&last, &fresh[n - 1]) > 0)
            p->by_address[--to] = p->by_address[--before];
        else
            p->by_address[--to] = (size_t)(fresh[--n] - p->hists);
    }
    p->n_checked = p->n_hists;
    return to;
}

bool profile_check_ranges(struct profile *p, struct diag *d)
{
    size_t first;

    if (p->n_checked == p->n_hists)
        return true;
    first = merge_ranges(p, d);
    for (size_t i = first > 0 ? first : 1; i < p->n_hists; i++) {
        const struct histogram *l = &p->hists[p->by_address[i - 1]];
        const struct histogram *r = &p->hists[p->by_address[i]];

        if (l->low < l->high && r->low < l->high)
            return report_overlap(r, l, d);
    }
    return true;
}

/* ---- two profiles ---------------------------------------------------------------------------- */

static bool histograms_fit(const struct profile *p, const struct profile *from, struct diag *d)
{
    struct histogram bsd;

    if (from->bsd) {
        bsd = from->hists[from->bsd - 1];
        bsd.rate = from->bsd_rate;
        if (!check_bsd(p, &bsd, d))
            return false;
    }
    for (size_t i = 0; i < profile_n_histograms(from); i++)
        if (!check_compatible(p, profile_histogram(from, i), d))
            return false;
    for (size_t i = 0; i < from->n_checked; i++) {
        const struct histogram *h = &from->hists[from->by_address[i]];
        const struct histogram *other = find_overlap(p, h->low, h->high);

        if (h->low < h->high && other && (other->low != h->low || other->high != h->high))
            return report_overlap(h, other, d);
    }
    return true;
}

static void merge_histograms(struct profile *p, struct profile *from, struct diag *d)
{
    p->has_histogram = p->has_histogram || from->has_histogram;
    for (size_t i = 0; i < profile_n_histograms(from); i++) {
        struct histogram *h =
            i < from->n_hists ? &from->hists[i] : &from->others[i - from->n_hists];
        struct histogram *sum = find_histogram(p, h);

        if (sum) {
            histogram_add(sum, h);
        } else {
            append(p, h, d);
            h->bins = NULL; /* the bins now belong to p */
        }
    }
    if (from->bsd && !p->bsd)
        note_bsd(p, &from->hists[from->bsd - 1], from->bsd_rate);
    profile_check_ranges(p, d);
}

/* ---- arcs and basic blocks, with their counts ------------------------------------------------ */

/* Adds `count` to the counter of a pair; a new pair's counter starts at 0. */
static void add_count(struct pair_map *map, uint64_t **counts, size_t *cap, struct pair_key key,
                      uint64_t count, struct diag *d)
{
    size_t before = map->n;
    uint32_t number = pair_map_add(map, key.first, key.second, d);

    if (map->n > before) {
        *counts = mem_grow(d, *counts, cap, map->n, sizeof **counts);
        (*counts)[number] = 0;
    }
    (*counts)[number] = add_saturated((*counts)[number], count);
}

void profile_add_arc(struct profile *p, uint64_t from, uint64_t self, uint64_t count,
                     struct diag *d)
{
    p->has_arcs = true;
    if (trace_on(d, TRACE_SAMPLES))
        trace_line(d, "profile_add_arc", "0x%" PRIx64 " calls 0x%" PRIx64 ": %" PRIu64, from, self,
                   count);
    if (p->arcs_repeat) {
        pair_map_append(&p->arcs, from, self, d);
        p->arc_counts =
            mem_grow(d, p->arc_counts, &p->arc_counts_cap, p->arcs.n, sizeof *p->arc_counts);
        p->arc_counts[p->arcs.n - 1] = count;
        return;
    }
    add_count(&p->arcs, &p->arc_counts, &p->arc_counts_cap, (struct pair_key){from, self}, count,
              d);
}

void profile_add_block(struct profile *p, uint64_t address, uint64_t count, struct diag *d)
{
    if (trace_on(d, TRACE_BLOCKS))
        trace_line(d, "profile_add_block", "0x%" PRIx64 " ran: %" PRIu64, address, count);
    add_count(&p->blocks, &p->block_counts, &p->block_counts_cap, (struct pair_key){address, 0},
              count, d);
}

void profile_release_arcs(struct profile *p)
{
    pair_map_release(&p->arcs);
    free(p->arc_counts);
    p->arc_counts = NULL;
    p->arc_counts_cap = 0;
}

/* ---- all of it ------------------------------------------------------------------------------- */

void profile_release(struct profile *p)
{
    for (size_t i = 0; i < p->n_others; i++)
        free(p->others[i].bins);
    for (size_t i = 0; i < p->n_hists; i++)
        free(p->hists[i].bins);
    free(p->others);
    free(p->hists);
    free(p->by_address);
    pair_map_release(&p->other_rates);
    pair_map_release(&p->ranges);
    profile_release_arcs(p);
    pair_map_release(&p->blocks);
    free(p->block_counts);
    stack_data_release(&p->stacks);
    *p = (struct profile){0};
}

bool profile_fits(const struct profile *p, const struct profile *from, struct diag *d)
{
    return histograms_fit(p, from, d) && stack_data_fits(&p->stacks, &from->stacks, d);
}

void profile_add_build(struct profile *p, const struct profile_build *build)
{
    if (!build) {
        p->has_unknown_build = true;
        return;
    }
    for (unsigned i = 0; i < p->n_builds; i++)
        if (memcmp(p->builds[i].id, build->id, sizeof build->id) == 0)
            return;
    if (p->n_builds < sizeof p->builds / sizeof *p->builds)
        p->builds[p->n_builds++] = *build;
}

bool profile_merge(struct profile *p, struct profile *from, struct diag *d)
{
    bool ok = profile_fits(p, from, d);

    if (ok) {
        merge_histograms(p, from, d);
        p->has_arcs = p->has_arcs || from->has_arcs;
        for (size_t i = 0; i < from->arcs.n; i++)
            add_count(&p->arcs, &p->arc_counts, &p->arc_counts_cap, from->arcs.keys[i],
                      from->arc_counts[i], d);
        p->has_blocks = p->has_blocks || from->has_blocks;
        for (size_t i = 0; i < from->blocks.n; i++)
            add_count(&p->blocks, &p->block_counts, &p->block_counts_cap, from->blocks.keys[i],
                      from->block_counts[i], d);
        stack_data_merge(&p->stacks, &from->stacks, d);
        if (from->has_unknown_build)
            profile_add_build(p, NULL);
        for (unsigned i = 0; i < from->n_builds; i++)
            profile_add_build(p, &from->builds[i]);
    }
    profile_release(from);
    return ok;
}
