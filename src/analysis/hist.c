/* hist - from samples by address to ticks by function
 *
 * Addresses are counted in units of two bytes, as the oldest profil() did. A bin's limits are
 * rounded down to whole units while its size is not, so the shares of a bin add up to its count
 * only where bins are whole units. The classic listings depend on it (tests/unit/test_hist.c has
 * the sums).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/hist.h"

#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* One pass over all bins. */
struct assignment {
    double *ticks;  /* by symbol number */
    double total;   /* of all bins, less what is left out */
    double outside; /* of units in no function */
    double stray;   /* of bins that no function overlaps */
    const struct symtab *symtab;
    const struct sym_filter *filter;    /* functions that the flat profile does not select are left
                                           out; NULL: none is */
    const struct diag *trace;           /* where the pass is traced, or NULL */
    const struct hist_visitor *visitor; /* gets each share, in place of `ticks`; or NULL */
};

/* The first symbol that ends behind `unit`, by binary search. */
static uint32_t first_behind(const struct symtab *symtab, uint64_t unit)
{
    uint32_t low = 0, high = symtab->n_code;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (hist_end_unit(&symtab->symbols[middle]) <= unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void trace_share(const struct assignment *a, uint32_t symbol, double share, uint64_t units,
                        bool selected)
{
    trace_line(a->trace, "hist_assign_samples", "%.2f of them for %" PRIu64 " bytes of %s%s", share,
               units * HIST_UNIT, a->symtab->symbols[symbol].name,
               selected ? "" : ", which is left out");
}

/* Credit the symbols from number `symbol` on with their shares of a bin over the units [low, high).
 */
static void share_bin(struct assignment *a, uint32_t symbol, uint64_t low, uint64_t high,
                      double ticks, double scale)
{
    const struct symtab *symtab = a->symtab;
    uint64_t uncovered = high - low;

    a->total += ticks;
    if (scale <= 0 || symbol == symtab->n_code ||
        hist_first_unit(&symtab->symbols[symbol]) >= high + (high == low))
        a->stray += ticks;
    if (a->trace)
        trace_line(a->trace, "hist_assign_samples",
                   "%.0f ticks from 0x%" PRIx64 " up to 0x%" PRIx64, ticks, low * HIST_UNIT,
                   high * HIST_UNIT);
    for (; symbol < symtab->n_code && hist_first_unit(&symtab->symbols[symbol]) < high; symbol++) {
        uint64_t start = hist_first_unit(&symtab->symbols[symbol]);
        uint64_t end = hist_end_unit(&symtab->symbols[symbol]);
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
            trace_share(a, symbol, share, end - start, selected);
        if (a->visitor)
            a->visitor->take(a->visitor->context, symbol, start * HIST_UNIT, end * HIST_UNIT,
                             share);
        else if (selected)
            a->ticks[function] += share;
        else
            a->total -= share;
    }
    if (uncovered > 0)
        a->outside += (double)uncovered * ticks / scale;
}

struct hist_layout hist_layout_of(const struct histogram *h, const struct symtab *symtab)
{
    const double whole = 65536; /* the scale of bins of one unit */
    const double most_bins = 4; /* by which their number is rounded up */
    uint64_t span = (h->high - h->low) / HIST_UNIT;
    struct hist_layout l = {h->low / HIST_UNIT, span, (double)span / h->n_bins};
    double scale = l.size > 0 ? floor(whole / l.size) : 0;

    if (!symtab->is_exact || h->n_bins == 0 || span % h->n_bins == 0 || !(scale >= 1))
        return l;
    if (whole / scale * h->n_bins - (double)span > most_bins * (whole / scale))
        return l; /* not the data of such a runtime */
    l.size = whole / scale;
    l.span = (uint64_t)ceil(l.size * h->n_bins);
    return l;
}

/* `weight` is what a tick counts for. */
static void assign_record(struct assignment *a, const struct histogram *h, double weight)
{
    const struct hist_layout layout = hist_layout_of(h, a->symtab);
    uint64_t span = layout.span, base = layout.base;
    double scale = layout.size;
    uint32_t symbol = first_behind(a->symtab, base);

    for (uint32_t bin = 0; bin < h->n_bins; bin++) {
        uint64_t low, high;

        if (h->bins[bin] == 0)
            continue;
        low = base + hist_bin_offset(scale, bin, span);
        high = base + hist_bin_offset(scale, bin + 1, span);
        while (symbol < a->symtab->n_code && hist_end_unit(&a->symtab->symbols[symbol]) <= low)
            symbol++;
        share_bin(a, symbol, low, high, (double)histogram_ticks(h, bin) * weight, scale);
    }
}

bool hist_has_ticks(const struct histogram *h, const struct symbol *symbol)
{
    uint64_t span = (h->high - h->low) / HIST_UNIT;
    uint64_t base = h->low / HIST_UNIT;
    uint64_t first = hist_first_unit(symbol), end = hist_end_unit(symbol);
    double scale = (double)span / h->n_bins;

    if (first >= base + span || end <= base)
        return false;
    for (uint32_t bin = 0; bin < h->n_bins; bin++)
        if (histogram_ticks(h, bin) > 0 && base + hist_bin_offset(scale, bin, span) < end &&
            base + hist_bin_offset(scale, bin + 1, span) > first)
            return true;
    return false;
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
        result->granularity = HIST_UNIT * ((first->high - first->low) / HIST_UNIT / first->n_bins);
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
                       const struct hist_visitor *visitor)
{
    struct assignment a = {.symtab = symtab, .visitor = visitor};

    assign_all(&a, profile);
}

void hist_result_release(struct hist_result *result)
{
    free(result->ticks);
    *result = (struct hist_result){0};
}
