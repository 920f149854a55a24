/* hist - divides samples by address among functions
 *
 * The classic listings count addresses in units of two bytes, as the oldest profil() did. A bin's
 * limits are rounded down to whole units, but its size is not. So the shares of a bin add up to its
 * count only if bins are whole units (tests/unit/test_hist.c has the sums). If they are not, exact
 * reports count bytes, and shares and ticks outside all functions add up to the count of any bin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/hist.h"

#include "base/search.h"
#include "base/trace.h"

#include <math.h>

enum {
    UNIT = 2,     /* bytes of a unit of the classic listings and of profil() */
    WHOLE = 65536 /* scale of profil() for bins of one unit */
};

/* State of a pass over all bins. */
struct assignment {
    struct hist_result sum; /* ticks, total, outside, unnamed and stray so far */
    const struct symtab *symtab;
    unsigned shift;           /* a unit of addresses has 2^shift bytes; set for each histogram */
    const struct diag *trace; /* diag that traces the pass, or NULL */
    hist_visitor *visit;      /* receiver of each share, in place of `ticks`; or NULL */
    void *context;            /* of the receiver */
};

static uint64_t first_unit(const struct assignment *a, uint32_t symbol)
{
    return a->symtab->symbols[symbol].address >> a->shift;
}

/* Returns the first unit behind a function that ends within `unit`. If no other function begins in
 * that unit, all of it is the function's. */
static uint64_t cut_unit(const struct assignment *a, uint32_t symbol, uint64_t unit)
{
    bool is_shared = symbol + 1 < a->symtab->n_code && first_unit(a, symbol + 1) <= unit;

    return is_shared ? unit : unit + 1;
}

/* Returns the first unit behind the function. */
static uint64_t end_unit(const struct assignment *a, uint32_t symbol)
{
    const struct symbol *s = &a->symtab->symbols[symbol];
    uint64_t end = add_saturated(s->address, s->size), unit = end >> a->shift;

    return end & a->shift && a->symtab->has_sizes ? cut_unit(a, symbol, unit) : unit;
}

/* Returns the number of units of [low, high) that belong to functions, from number `symbol` on. */
static uint64_t covered_units(const struct assignment *a, uint32_t symbol, uint64_t low,
                              uint64_t high)
{
    uint64_t covered = 0;

    for (; symbol < a->symtab->n_code && first_unit(a, symbol) < high; symbol++) {
        uint64_t start = first_unit(a, symbol), end = end_unit(a, symbol);

        start = start > low ? start : low;
        end = end < high ? end : high;
        covered += end > start ? end - start : 0;
    }
    return covered;
}

/* Returns the start of bin number `bin`, in units from the first bin: bin * size rounded down. The
 * result is at most `span`, the extent of all bins, which rounding could exceed. */
static uint64_t bin_offset(double size, uint32_t bin, uint64_t span)
{
    double offset = size * bin;

    return offset < (double)span ? (uint64_t)offset : span;
}

/* Credits a symbol with its share of a bin, which is of the units [start, end). */
static void credit(struct assignment *a, uint32_t symbol, uint64_t start, uint64_t end,
                   double share)
{
    if (a->trace)
        trace_line(a->trace, "hist_assign_samples", "%.2f of them for %" PRIu64 " bytes of %s",
                   share, (end - start) << a->shift, a->symtab->symbols[symbol].name);
    if (!a->visit)
        a->sum.ticks[symtab_owner(a->symtab, symbol)] += share;
    else if (!a->visit(a->context, symbol, start << a->shift, end << a->shift, share))
        a->sum.total -= share;
}

/* Credits the symbols from number `symbol` on with their shares of a bin over the units [low,
 * high). */
static void share_bin(struct assignment *a, uint32_t symbol, uint64_t low, uint64_t high,
                      double ticks, double scale)
{
    const struct symtab *symtab = a->symtab;
    uint64_t uncovered = high - low, covered;

    a->sum.total += ticks;
    if (scale <= 0 || symbol == symtab->n_code || first_unit(a, symbol) >= high + (high == low))
        a->sum.stray += ticks;
    if (a->trace)
        trace_line(a->trace, "hist_assign_samples",
                   "%.0f ticks from 0x%" PRIx64 " up to 0x%" PRIx64, ticks, low << a->shift,
                   high << a->shift);
    if (symtab->has_sizes) {
        if (low < high && symbol < symtab->n_code && first_unit(a, symbol) <= low &&
            end_unit(a, symbol) >= high) { /* most bins */
            credit(a, symbol, low, high, ticks);
            return;
        }
        covered = covered_units(a, symbol, low, high);
        uncovered = covered > 0 ? covered : uncovered; /* the rest of the bin is padding */
        scale = covered > 0 ? (double)covered : scale;
    }
    for (; uncovered > 0 && symbol < symtab->n_code && first_unit(a, symbol) < high; symbol++) {
        uint64_t start = first_unit(a, symbol), end = end_unit(a, symbol);

        start = start > low ? start : low;
        end = end < high ? end : high;
        if (end <= start)
            continue;
        uncovered -= end - start;
        credit(a, symbol, start, end, (double)(end - start) * ticks / scale);
    }
    if (uncovered == 0)
        return;
    a->sum.outside += (double)uncovered * ticks / scale;
    if (symtab_has_code(symtab, low << a->shift))
        a->sum.unnamed += (double)uncovered * ticks / scale;
}

/* Returns the scale in 65536ths from units to bins with which profil() took the samples, or 0 if
 * the size of bins is the range divided by their number.
 *
 * The C library's runtime rounds the number of bins up, and profil(), which samples for it, takes
 * their size as such a scale. So its bins are larger than the quotient: at the end of a static
 * program they are up to a dozen bytes behind, and a function's samples would be taken for its
 * neighbour's. If the quotient is a whole number or less than a unit, or there are more bins than
 * rounding explains, it is the size. */
static uint64_t profil_scale(const struct histogram *h)
{
    const uint64_t most_bins = 4; /* bins by which their number may be rounded up */
    uint64_t bytes = h->high - h->low, units = bytes / UNIT, whole = WHOLE * (uint64_t)h->n_bins;
    uint64_t scale;

    if (bytes % h->n_bins == 0 || units < h->n_bins)
        return 0;
    scale = whole / units;
    return whole - units * scale <= most_bins * WHOLE ? scale : 0;
}

/* Size of bins: unit * (whole + rest / count) bytes. The count is below 2^32. */
struct bin_size {
    uint64_t unit, whole, rest, count;
};

static struct bin_size exact_size(const struct histogram *h)
{
    uint64_t scale = profil_scale(h), unit = scale > 0 ? UNIT : 1;
    uint64_t size = scale > 0 ? WHOLE : h->high - h->low, count = scale > 0 ? scale : h->n_bins;

    return (struct bin_size){unit, size / count, size % count, count};
}

/* Returns the first byte of bin number `bin`, from the first bin. A sample has the address of a
 * whole byte, so a limit within a byte is rounded up. */
static uint64_t exact_offset(const struct bin_size *s, uint64_t bin)
{
    return s->unit * (s->whole * bin + (s->rest * bin + s->count - 1) / s->count);
}

/* Divides the ticks of the bins of `h`; a tick counts as `weight` ticks. `mixed` has the ticks if
 * they are of several rates; else it is NULL. */
static void assign_record(struct assignment *a, const struct histogram *h, double weight,
                          const double *mixed)
{
    uint64_t bytes = h->high - h->low, base;
    bool exact = a->symtab->is_exact && h->n_bins > 0 &&
                 (bytes == 0 || bytes % (UNIT * (uint64_t)h->n_bins) != 0);
    struct bin_size step = {0};
    double size = (double)(bytes / UNIT) / h->n_bins;
    const struct symbol *s = a->symtab->symbols;
    uint32_t symbol = (uint32_t)count_up_to(s, a->symtab->n_code, sizeof *s, h->low);

    symbol -= symbol > 0; /* the range may begin in that one */
    a->shift = exact ? 0 : 1;
    base = h->low >> a->shift;
    if (exact)
        step = exact_size(h);
    for (uint32_t bin = 0; bin < h->n_bins; bin++) {
        double ticks;
        uint64_t low, high;

        if (mixed ? mixed[bin] == 0 : h->bins[bin] == 0)
            continue;
        ticks = mixed ? mixed[bin] : (double)histogram_ticks(h, bin) * weight;
        if (exact) {
            low = add_saturated(base, exact_offset(&step, bin));
            high = add_saturated(base, exact_offset(&step, (uint64_t)bin + 1));
            if (low == high) { /* the bin is part of one byte */
                low -= bytes > 0;
                high = low + 1;
            }
            size = (double)(high - low);
        } else {
            low = base + bin_offset(size, bin, bytes / UNIT);
            high = base + bin_offset(size, bin + 1, bytes / UNIT);
        }
        while (symbol < a->symtab->n_code && end_unit(a, symbol) <= low)
            symbol++;
        share_bin(a, symbol, low, high, ticks, size);
    }
}

/* Returns how many ticks of `rate` a tick of `h` stands for. */
static double weight_of(const struct histogram *h, uint32_t rate)
{
    return h->rate == rate || h->rate == 0 ? 1.0 : (double)rate / h->rate;
}

static void add_weighted(double *ticks, const struct histogram *h, uint32_t rate)
{
    for (uint32_t bin = 0; bin < h->n_bins; bin++)
        ticks[bin] += (double)histogram_ticks(h, bin) * weight_of(h, rate);
}

/* Divides the bins of all histograms. Ticks of one range, but of several rates, are added up first:
 * each bin may be shared by many functions. */
static void assign_all(struct assignment *a, const struct profile *profile)
{
    uint32_t rate = profile->n_hists > 0 ? profile->hists[0].rate : 0;
    LOCAL double **mixed = mem_alloc(NULL, profile->n_hists, sizeof *mixed);

    for (size_t i = 0; i < profile->n_others; i++) {
        const struct histogram *h = &profile->others[i];
        uint32_t range = pair_map_find(&profile->ranges, h->low, h->high);

        if (!mixed[range]) {
            mixed[range] = mem_alloc(NULL, h->n_bins, sizeof **mixed);
            add_weighted(mixed[range], &profile->hists[range], rate);
        }
        add_weighted(mixed[range], h, rate);
    }
    for (size_t i = 0; i < profile->n_hists; i++) {
        const struct histogram *h = &profile->hists[i];

        assign_record(a, h, weight_of(h, rate), mixed[i]);
        free(mixed[i]);
    }
}

void hist_assign_samples(struct hist_result *result, const struct profile *profile,
                         const struct symtab *symtab, hist_visitor *visit, void *context,
                         struct diag *d)
{
    struct assignment a = {.symtab = symtab,
                           .trace = !visit && trace_on(d, TRACE_SAMPLES) ? d : NULL,
                           .visit = visit,
                           .context = context};

    *result = (struct hist_result){.dimension = "seconds", .abbreviation = 's'};
    if (!visit)
        result->ticks = mem_alloc(d, symtab->n, sizeof *result->ticks);
    if (profile->n_hists == 0)
        return;
    const struct histogram *first = &profile->hists[0];
    result->rate = first->rate;
    result->dimension = first->dimension;
    result->abbreviation = first->abbreviation;
    if (first->n_bins > 0) /* the quotient of whole numbers, as a bin's limits are rounded down */
        result->granularity = UNIT * ((first->high - first->low) / UNIT / first->n_bins);
    a.sum = *result;
    assign_all(&a, profile);
    *result = a.sum;
    if (symtab->unnamed && !visit)
        result->ticks[symtab->unnamed] = result->unnamed;
}

void hist_add_names(struct hist_result *result, const struct symtab *symtab, struct diag *d)
{
    double *ticks;

    if (symtab->n == symtab->n_code)
        return;
    ticks = mem_alloc(d, symtab->n, sizeof *ticks);
    memcpy(ticks, result->ticks, symtab->n_code * sizeof *ticks);
    if (symtab->unnamed)
        ticks[symtab->unnamed] = result->unnamed;
    free(result->ticks);
    result->ticks = ticks;
}

void hist_result_release(struct hist_result *result)
{
    free(result->ticks);
    *result = (struct hist_result){0};
}
