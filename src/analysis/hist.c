/* hist - from samples by address to time by function
 *
 * Addresses are counted in units of two bytes, as the oldest profil() did, and a bin's limits are
 * rounded down to whole units while its size is not: shares of a bin need not add up to its count.
 * The classic listings depend on it (tests/unit/test_hist.c has the sums).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/hist.h"

#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

enum { UNIT = 2 /* bytes */ };

struct assignment {
    struct hist_result *result;
    const struct symtab *symtab;
    const struct sym_filter *filter;
    const struct diag *diag; /* for tracing */
};

static uint64_t first_unit(const struct symbol *s)
{
    return s->address / UNIT;
}

static uint64_t end_unit(const struct symbol *s)
{
    uint64_t end = s->address + s->size;

    return end < s->address ? UINT64_MAX / UNIT : end / UNIT;
}

/* The first symbol that ends behind `unit`, by binary search. */
static uint32_t first_behind(const struct symtab *symtab, uint64_t unit)
{
    uint32_t low = 0, high = symtab->n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (end_unit(&symtab->symbols[middle]) <= unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Credit the symbols from number `symbol` on with their shares of a bin over the units [low, high).
 */
static void share_bin(const struct assignment *a, uint32_t symbol, uint64_t low, uint64_t high,
                      double ticks, double scale)
{
    const struct symtab *symtab = a->symtab;
    bool traced = trace_on(a->diag, TRACE_SAMPLES);

    a->result->total += ticks;
    if (traced)
        trace_line(a->diag, "hist_assign_samples", "%.0f ticks from 0x%" PRIx64 " up to 0x%" PRIx64,
                   ticks, low * UNIT, high * UNIT);
    for (; symbol < symtab->n && first_unit(&symtab->symbols[symbol]) < high; symbol++) {
        uint64_t start = first_unit(&symtab->symbols[symbol]);
        uint64_t end = end_unit(&symtab->symbols[symbol]);
        double share;

        start = start > low ? start : low;
        end = end < high ? end : high;
        if (end <= start)
            continue;
        share = (double)(end - start) * ticks / scale;
        if (traced)
            trace_line(a->diag, "hist_assign_samples", "%.2f of them for %" PRIu64 " bytes of %s%s",
                       share, (end - start) * UNIT, symtab->symbols[symbol].name,
                       sym_selected(a->filter, SYM_TABLE_FLAT, symbol) ? ""
                                                                       : ", which is left out");
        if (sym_selected(a->filter, SYM_TABLE_FLAT, symbol))
            a->result->time[symbol] += share;
        else
            a->result->total -= share;
    }
}

static void assign_record(const struct assignment *a, const struct histogram *h)
{
    uint64_t span = (h->high - h->low) / UNIT;
    uint64_t base = h->low / UNIT;
    double scale = (double)span / h->n_bins;
    uint32_t symbol = first_behind(a->symtab, base);

    for (uint32_t bin = 0; bin < h->n_bins; bin++) {
        uint64_t ticks = histogram_ticks(h, bin);
        uint64_t low, high;

        if (ticks == 0)
            continue;
        low = base + hist_bin_offset(scale, bin, span);
        high = base + hist_bin_offset(scale, bin + 1, span);
        while (symbol < a->symtab->n && end_unit(&a->symtab->symbols[symbol]) <= low)
            symbol++;
        share_bin(a, symbol, low, high, (double)ticks, scale);
    }
}

bool hist_assign_samples(struct hist_result *result, const struct profile *profile,
                         const struct symtab *symtab, const struct sym_filter *filter,
                         struct diag *d)
{
    struct assignment a = {.result = result, .symtab = symtab, .filter = filter, .diag = d};

    *result = (struct hist_result){.dimension = "seconds", .abbreviation = 's'};
    result->time = mem_alloc(d, symtab->n, sizeof *result->time);
    if (!result->time)
        return false;
    if (profile->n_hists == 0)
        return true;
    const struct histogram *first = &profile->hists[0];
    result->rate = first->rate;
    result->dimension = first->dimension;
    result->abbreviation = first->abbreviation;
    if (first->n_bins > 0) /* the quotient of whole numbers, as a bin's limits are rounded down */
        result->granularity = UNIT * ((first->high - first->low) / UNIT / first->n_bins);
    for (size_t i = 0; i < profile->n_hists; i++)
        assign_record(&a, &profile->hists[i]);
    if (trace_on(d, TRACE_SAMPLES))
        trace_line(d, "hist_assign_samples", "%.2f ticks in all, %.2f %s", result->total,
                   hist_units(result, result->total), result->dimension);
    return true;
}

void hist_result_release(struct hist_result *result)
{
    free(result->time);
    *result = (struct hist_result){0};
}
