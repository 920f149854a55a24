/* profile_histograms - the histograms of a profile: which ranges there are, and their sums
 *
 * Where thousands of files are added up, nearly all the time goes into add_block. It is written so
 * that compilers turn it into vector instructions at -O2: a fixed number of steps, and no check of
 * the sums, which 2^47 files would have to bring to an overflow. Blocks without a sample are passed
 * over, so that their memory is never touched.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"

#include "base/mem.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one histogram --------------------------------------------------------------------------- */

enum { BLOCK = 64 }; /* bins added in one go */

void histogram_release(struct histogram *h)
{
    free(h->bins);
    h->bins = NULL;
}

void histogram_clear(struct histogram *h, struct diag *d)
{
    h->bins = mem_alloc(d, h->n_bins, sizeof *h->bins);
}

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

static bool host_is_big_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;

    memcpy(&first, &one, 1);
    return first == 0;
}

static void add_block(uint64_t *restrict sum, const uint8_t *restrict raw)
{
    for (size_t i = 0; i < BLOCK; i++) {
        uint16_t ticks;
        memcpy(&ticks, raw + sizeof ticks * i, sizeof ticks);
        sum[i] += ticks;
    }
}

/* Adds blocks of the usual width in the host's byte order; returns how many bins are done. */
static uint32_t add_blocks(struct histogram *sum, const struct raw_bins *raw)
{
    static const uint8_t empty[BLOCK * GMON_BIN_BYTES];
    uint32_t i = 0;

    if (raw->width != GMON_BIN_BYTES || raw->big_endian != host_is_big_endian())
        return 0;
    for (; sum->n_bins - i >= BLOCK; i += BLOCK) {
        const uint8_t *block = raw->bytes + (size_t)GMON_BIN_BYTES * i;

        if (memcmp(block, empty, sizeof empty) != 0)
            add_block(sum->bins + i, block);
    }
    return i;
}

static void add_ticks(struct histogram *sum, uint32_t bin, uint64_t ticks)
{
    if (ticks > 0)
        sum->bins[bin] = histogram_ticks(sum, bin) + ticks;
}

void histogram_add_raw(struct histogram *sum, const struct raw_bins *raw)
{
    for (uint32_t i = add_blocks(sum, raw); i < sum->n_bins; i++)
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

/* Bin size in units of two bytes. Without bins it is infinite, or NaN when the range is empty too:
 * such a record agrees with every other, as with GNU gprof. */
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
        rest += strspn(rest, "0123456789"); /* of a process or a rank */
        if (*rest == '.')
            library = rest;
    }
    if (!library || !(end = strstr(library, ".so")))
        return 0;
    *name = library + 1;
    end += 3;
    end += strspn(end, ".0123456789"); /* its version */
    return (size_t)(end - *name) - (end[-1] == '.');
}

/* If the two are not of the same program, as their build IDs say, reports this and returns true. */
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
                   "is of the library %.*s, unlike %s; report it with: gprof DIR/%.*s %s",
                   (int)length, name, other->file, (int)length, name, h->file);
    else
        diag_error(d, h->file,
                   "is of another program or build than %s, by their build IDs; report it with its "
                   "own image: gprof IMAGE %s",
                   other->file, h->file);
    return true;
}

/* Say how the bins of two files differ, and why they probably do. */
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
                      "different scales in histogram records: %" PRIu32 " bins for %" PRIu64
                      " bytes here, %" PRIu32 " for %" PRIu64
                      " in %s (%.7g and %.7g bytes a bin): %s; report them separately",
                      h->n_bins, h->high - h->low, other->n_bins, other->high - other->low,
                      other->file, 2 * scale_of(h), 2 * scale_of(other), cause);
}

/* A difference that is not a number (NaN) counts as none. */
static bool check_scale(const struct histogram *h, const struct histogram *other, struct diag *d)
{
    bool differ = fabs(scale_of(other) - scale_of(h)) > scale_tolerance;

    return !differ || report_scales(h, other, d);
}

static const char one_rate_remedy[] = "a sum has one rate, so sum them separately, or leave out -s";

static bool report_rates(const struct histogram *h, const char *other, uint32_t rate,
                         const char *remedy, struct diag *d)
{
    return diag_error(d, h->file, "sampled %" PRIu32 " times a second, %s %" PRIu32 " times; %s",
                      h->rate, other, rate, remedy);
}

/* Whether `h` may stand in one report with what is there. The dimension is the same in all, so the
 * first speaks for it; bin sizes may differ a little, so `h` is held against the extremes,
 * lest the order of the files decide. */
static bool check_compatible(const struct profile *p, const struct histogram *h, struct diag *d)
{
    const struct histogram *first = p->n_hists > 0 ? p->hists : NULL;

    if (!first)
        return true;
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
    if (p->one_rate && first->rate != h->rate)
        return report_rates(h, first->file, first->rate, one_rate_remedy, d);
    return check_scale(h, &p->hists[p->finest], d) && check_scale(h, &p->hists[p->coarsest], d);
}

/* BSD files must be of one range and one rate. A histogram of another kind of file may have a
 * further one, and whether it came before or behind makes no difference. */
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

/* The histogram of the range and rate of `h`, which is compatible; *found is NULL when there is
 * none. */
static bool find_histogram(const struct profile *p, const struct histogram *h,
                           struct histogram **found, struct diag *d)
{
    uint32_t number = pair_map_find(&p->ranges, h->low, h->high);
    struct histogram *of_range = number == PAIR_MAP_NONE ? NULL : &p->hists[number];

    *found = of_range;
    if (!of_range)
        return true;
    if (of_range->rate != h->rate) {
        uint32_t other = pair_map_find(&p->other_rates, number, h->rate);
        *found = other == PAIR_MAP_NONE ? NULL : &p->others[other];
    }
    /* the scales agree, so the numbers of bins can differ only within the tolerance */
    return of_range->n_bins == h->n_bins || report_scales(h, of_range, d);
}

/* After a histogram was appended: note whether its bin size is an extreme; NaN never is. */
static void note_scale(struct profile *p)
{
    size_t last = p->n_hists - 1;
    double scale = scale_of(&p->hists[last]);

    if (isnan(scale_of(&p->hists[p->finest])) || scale < scale_of(&p->hists[p->finest]))
        p->finest = last;
    if (isnan(scale_of(&p->hists[p->coarsest])) || scale > scale_of(&p->hists[p->coarsest]))
        p->coarsest = last;
}

/* Takes over the bins of `h`, whose range or rate is new. */
static struct histogram *append(struct profile *p, const struct histogram *h, struct diag *d)
{
    uint32_t range = pair_map_find(&p->ranges, h->low, h->high);

    if (range != PAIR_MAP_NONE) {
        p->others = mem_grow(d, p->others, &p->others_cap, p->n_others + 1, sizeof *p->others);
        pair_map_add(&p->other_rates, range, h->rate, d);
        p->others[p->n_others] = *h;
        return &p->others[p->n_others++];
    }
    p->hists = mem_grow(d, p->hists, &p->hists_cap, p->n_hists + 1, sizeof *p->hists);
    pair_map_add(&p->ranges, h->low, h->high, d);
    p->hists[p->n_hists++] = *h;
    note_scale(p);
    return &p->hists[p->n_hists - 1];
}

/* BSD files are of the range of `h`, and of that rate. */
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
    if ((is_bsd && !check_bsd(p, like, d)) || !check_compatible(p, like, d) ||
        !find_histogram(p, like, &sum, d))
        return NULL;
    if (!sum) {
        histogram_clear(&fresh, d);
        sum = append(p, &fresh, d);
    }
    if (is_bsd && !p->bsd && like->n_bins > 0)
        note_bsd(p, like, like->rate);
    return sum;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

struct range_ref {
    uint64_t low, high;
    size_t number;
};

static struct range_ref range_ref(const struct profile *p, size_t number)
{
    return (struct range_ref){p->hists[number].low, p->hists[number].high, number};
}

/* Ranges of one profile differ, so that the numbers, which depend on the order of files, do not
 * count. */
static int by_range(const void *left, const void *right)
{
    const struct range_ref *l = left, *r = right;

    if (l->low != r->low)
        return l->low < r->low ? -1 : 1;
    return l->high < r->high ? -1 : l->high > r->high;
}

/* Merge the sorted new ranges into by_address, from the back, in place. */
static void merge_ranges(struct profile *p, const struct range_ref *fresh, size_t n_fresh)
{
    size_t old = p->n_checked, at = p->n_checked + n_fresh;

    while (n_fresh > 0) {
        struct range_ref last = range_ref(p, old > 0 ? p->by_address[old - 1] : 0);
        if (old > 0 && by_range(&last, &fresh[n_fresh - 1]) > 0)
            p->by_address[--at] = p->by_address[--old];
        else
            p->by_address[--at] = fresh[--n_fresh].number;
    }
}

/* The histograms of two profiles by address, as far as they are checked; `*i` and `*j` are the
 * numbers of the next ones. A range that both have comes twice. */
static const struct histogram *next_range(const struct profile *a, size_t *i,
                                          const struct profile *b, size_t *j)
{
    const struct histogram *l = *i < a->n_checked ? &a->hists[a->by_address[*i]] : NULL;
    const struct histogram *r = *j < b->n_checked ? &b->hists[b->by_address[*j]] : NULL;
    bool left = l && (!r || l->low < r->low || (l->low == r->low && l->high <= r->high));

    ++*(left ? i : j);
    return left ? l : r;
}

/* Whether no ranges of the two profiles overlap; equal ones may. The message is about a file of
 * `b`, if one of them is. Cost: the number of ranges. */
static bool check_overlaps(const struct profile *a, const struct profile *b, struct diag *d)
{
    const struct histogram *l = NULL;
    bool l_of_b = false;

    for (size_t i = 0, j = 0; i < a->n_checked || j < b->n_checked;) {
        size_t before = j;
        const struct histogram *r = next_range(a, &i, b, &j);
        bool r_of_b = j > before;

        if (r->low == r->high || (l && l->low == r->low && l->high == r->high))
            continue; /* covers nothing, or both have it */
        if (l && r->low < l->high) {
            const struct histogram *here = l_of_b && !r_of_b ? l : r, *there = here == l ? r : l;
            return !report_builds(here, there, d) &&
                   diag_error(d, here->file,
                              "overlapping histogram records: 0x%" PRIx64 "-0x%" PRIx64
                              " here and 0x%" PRIx64 "-0x%" PRIx64
                              " in %s; the files are of different programs",
                              here->low, here->high, there->low, there->high, there->file);
        }
        l = r;
        l_of_b = r_of_b;
    }
    return true;
}

bool profile_check_ranges(struct profile *p, struct diag *d)
{
    static const struct profile none;
    size_t n_fresh = p->n_hists - p->n_checked;
    struct range_ref *fresh;

    if (n_fresh == 0)
        return true;
    p->by_address =
        mem_grow(d, p->by_address, &p->by_address_cap, p->n_hists, sizeof *p->by_address);
    fresh = mem_alloc(d, n_fresh, sizeof *fresh);
    for (size_t i = 0; i < n_fresh; i++)
        fresh[i] = range_ref(p, p->n_checked + i);
    qsort(fresh, n_fresh, sizeof *fresh, by_range);
    merge_ranges(p, fresh, n_fresh);
    free(fresh);
    p->n_checked = p->n_hists;
    return check_overlaps(p, &none, d);
}

/* ---- two profiles ---------------------------------------------------------------------------- */

static bool bsd_fits(const struct profile *p, const struct profile *from, struct diag *d)
{
    struct histogram bsd;

    if (!from->bsd)
        return true;
    bsd = from->hists[from->bsd - 1];
    bsd.rate = from->bsd_rate;
    return check_bsd(p, &bsd, d);
}

bool profile_histograms_fit(const struct profile *p, const struct profile *from, struct diag *d)
{
    bool any_new = false;

    if (!bsd_fits(p, from, d))
        return false;
    for (size_t i = 0; i < profile_n_histograms(from); i++) {
        const struct histogram *h = profile_histogram(from, i);
        struct histogram *sum;

        if (!check_compatible(p, h, d) || !find_histogram(p, h, &sum, d))
            return false;
        any_new = any_new || !sum;
    }
    return !any_new || check_overlaps(p, from, d);
}

/* Adds a histogram of another profile, which fits. */
static void take(struct profile *p, struct histogram *h, struct diag *d)
{
    struct histogram *sum;

    find_histogram(p, h, &sum, d);
    if (sum) {
        histogram_add(sum, h);
        return;
    }
    append(p, h, d);
    h->bins = NULL; /* they are p's */
}

void profile_merge_histograms(struct profile *p, struct profile *from, struct diag *d)
{
    p->has_histogram = p->has_histogram || from->has_histogram;
    for (size_t i = 0; i < from->n_hists; i++)
        take(p, &from->hists[i], d);
    for (size_t i = 0; i < from->n_others; i++)
        take(p, &from->others[i], d);
    if (from->bsd && !p->bsd)
        note_bsd(p, &from->hists[from->bsd - 1], from->bsd_rate);
    profile_check_ranges(p, d);
}

bool profile_has_one_rate(const struct profile *p, struct diag *d)
{
    for (size_t i = 1; i < profile_n_histograms(p); i++) {
        const struct histogram *h = profile_histogram(p, i);

        if (h->rate != p->hists[0].rate)
            return report_rates(h, p->hists[0].file, p->hists[0].rate, one_rate_remedy, d);
    }
    return true;
}

void profile_release_histograms(struct profile *p)
{
    for (size_t i = 0; i < p->n_others; i++)
        histogram_release(&p->others[i]);
    free(p->others);
    pair_map_release(&p->other_rates);
    for (size_t i = 0; i < p->n_hists; i++)
        histogram_release(&p->hists[i]);
    free(p->hists);
    free(p->by_address);
    pair_map_release(&p->ranges);
}
