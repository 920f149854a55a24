/* hist - divides samples by address among functions
 *
 * Addresses are counted in units of two bytes, as the oldest profil() did. A bin's limits are
 * rounded down to whole units, but its size is not. So the shares of a bin add up to its count only
 * if bins are whole units. The classic listings depend on that (tests/unit/test_hist.c has the
 * sums).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/hist.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { UNIT = 2 /* bytes of a unit of addresses */ };

/* State of a pass over all bins. */
struct assignment {
    double *ticks;  /* ticks by symbol number */
    double total;   /* ticks of all bins, less those that are left out */
    double outside; /* ticks of units in no function */
    double stray;   /* ticks of bins that no function overlaps */
    const struct symtab *symtab;
    const struct sym_filter *filter; /* filter of the flat profile; functions that it does not
                                      * select are left out; NULL: no filter */
    const struct diag *trace;        /* diag that traces the pass, or NULL */
    hist_visitor *visit;             /* receiver of each share, in place of `ticks`; or NULL */
    void *context;                   /* of the receiver */
};

static uint64_t first_unit(const struct symbol *s)
{
    return s->address / UNIT;
}

/* Returns the first unit behind the function. */
static uint64_t end_unit(const struct symbol *s)
{
    return add_saturated(s->address, s->size) / UNIT;
}

/* Returns the start of bin number `bin`, in units from the first bin: bin * size rounded down. The
 * result is at most `span`, the extent of all bins, which rounding could exceed. */
static uint64_t bin_offset(double size, uint32_t bin, uint64_t span)
{
    double offset = size * bin;

    return offset < (double)span ? (uint64_t)offset : span;
}

/* Returns the first symbol that ends behind `unit`, by binary search. */
static uint32_t first_behind(const struct symtab *symtab, uint64_t unit)
{
    uint32_t low = 0, high = symtab->n_code;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (end_unit(&symtab->symbols[middle]) <= unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Credits the symbols from number `symbol` on with their shares of a bin over the units [low,
 * high).
 */
static void share_bin(struct assignment *a, uint32_t symbol, uint64_t low, uint64_t high,
                      double ticks, double scale)
{
    const struct symtab *symtab = a->symtab;
    uint64_t uncovered = high - low;

    a->total += ticks;
    if (scale <= 0 || symbol == symtab->n_code ||
        first_unit(&symtab->symbols[symbol]) >= high + (high == low))
        a->stray += ticks;
    if (a->trace)
        trace_line(a->trace, "hist_assign_samples",
                   "%.0f ticks from 0x%" PRIx64 " up to 0x%" PRIx64, ticks, low * UNIT,
                   high * UNIT);
    for (; symbol < symtab->n_code && first_unit(&symtab->symbols[symbol]) < high; symbol++) {
        uint64_t start = first_unit(&symtab->symbols[symbol]);
        uint64_t end = end_unit(&symtab->symbols[symbol]);
        uint32_t function = symtab_owner(symtab, symbol);
        bool selected = !a->filter || sym_selected(a->filter, SYM_TABLE_FLAT, function);
        double share;

        start = start > low ? start : low;
        end = end < high ? end : high;
        if (end <= start)
            continue;
        uncovered -= end - start;
        share = (double)(end - start) * ticks / scale;
        if (a->trace)
            trace_line(a->trace, "hist_assign_samples",
                       "%.2f of them for %" PRIu64 " bytes of %s%s", share, (end - start) * UNIT,
                       symtab->symbols[symbol].name, selected ? "" : ", which is left out");
        if (a->visit)
            a->visit(a->context, symbol, start * UNIT, end * UNIT, share);
        else if (selected)
            a->ticks[function] += share;
        else
            a->total -= share;
    }
    if (uncovered > 0)
        a->outside += (double)uncovered * ticks / scale;
}

/* Divides the ticks of the bins of `h`; a tick counts as `weight` ticks.
 *
 * The classic reports divide the range by the number of bins. The C library's runtime rounds that
 * number up, and its bins are larger than the quotient: profil(), which samples for it, takes their
 * size as a scale in 65536ths. So at the end of a static program the bins are up to a dozen bytes
 * behind, and a function's samples are taken for its neighbour's. Exact reports divide by
 * that scale; where the quotient is a whole number, or there are more bins than rounding explains,
 * they do as the classic ones. */
static void assign_record(struct assignment *a, const struct histogram *h, double weight)
{
    const double whole = 65536; /* the scale of bins of one unit */
    const double most_bins = 4; /* bins by which their number may be rounded up */
    uint64_t span = (h->high - h->low) / UNIT, base = h->low / UNIT;
    double size = (double)span / h->n_bins, scale = size > 0 ? floor(whole / size) : 0;
    double by_scale = scale >= 1 ? whole / scale : 0;
    uint32_t symbol = first_behind(a->symtab, base);

    if (a->symtab->is_exact && h->n_bins > 0 && span % h->n_bins != 0 && by_scale > 0 &&
        by_scale * h->n_bins - (double)span <= most_bins * by_scale) {
        size = by_scale;
        span = (uint64_t)ceil(size * h->n_bins);
    }
    for (uint32_t bin = 0; bin < h->n_bins; bin++) {
        uint64_t low, high;

        if (h->bins[bin] == 0)
            continue;
        low = base + bin_offset(size, bin, span);
        high = base + bin_offset(size, bin + 1, span);
        while (symbol < a->symtab->n_code && end_unit(&a->symtab->symbols[symbol]) <= low)
            symbol++;
        share_bin(a, symbol, low, high, (double)histogram_ticks(h, bin) * weight, size);
    }
}

static void assign_all(struct assignment *a, const struct profile *profile)
{
    uint32_t rate = profile->n_hists > 0 ? profile->hists[0].rate : 0;

    for (size_t i = 0; i < profile_n_histograms(profile); i++) {
        const struct histogram *h = profile_histogram(profile, i);

        assign_record(a, h, h->rate == rate || h->rate == 0 ? 1.0 : (double)rate / h->rate);
    }
}

void hist_assign_samples(struct hist_result *result, const struct profile *profile,
                         const struct symtab *symtab, struct diag *d)
{
    struct assignment a = {.symtab = symtab};

    *result = (struct hist_result){.dimension = "seconds", .abbreviation = 's'};
    result->ticks = a.ticks = mem_alloc(d, symtab->n, sizeof *result->ticks);
    if (profile->n_hists == 0)
        return;
    const struct histogram *first = &profile->hists[0];
    result->rate = first->rate;
    result->dimension = first->dimension;
    result->abbreviation = first->abbreviation;
    if (first->n_bins > 0) /* the quotient of whole numbers, as a bin's limits are rounded down */
        result->granularity = UNIT * ((first->high - first->low) / UNIT / first->n_bins);
    assign_all(&a, profile);
    result->total = a.total;
    result->outside = a.outside;
    result->stray = a.stray;
}

double hist_assign_selected(double *ticks, const struct profile *profile,
                            const struct symtab *symtab, const struct sym_filter *filter,
                            const struct diag *d)
{
    struct assignment a = {.ticks = ticks,
                           .symtab = symtab,
                           .filter = filter,
                           .trace = trace_on(d, TRACE_SAMPLES) ? d : NULL};

    assign_all(&a, profile);
    return a.total;
}

void hist_visit_shares(const struct profile *profile, const struct symtab *symtab,
                       hist_visitor *visit, void *context)
{
    struct assignment a = {.symtab = symtab, .visit = visit, .context = context};

    assign_all(&a, profile);
}

void hist_result_release(struct hist_result *result)
{
    free(result->ticks);
    *result = (struct hist_result){0};
}
