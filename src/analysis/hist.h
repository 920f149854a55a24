/* hist - shares samples by address out among functions
 *
 * Input: the profile's histograms, the symbol table.
 * Output: the ticks that each function received, all of them; what the flat profile leaves out of
 * that is the business of view/flat_view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_HIST_H
#define ANALYSIS_HIST_H

#include "base/diag.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stdint.h>

struct hist_result {
    double *ticks;  /* by symbol number; owned */
    double total;   /* ticks of all bins */
    double outside; /* ticks of addresses outside all functions. If the size of bins is a
                       multiple of two bytes, these and the functions' add up to the total */
    double stray;   /* ticks of bins that no function overlaps */
    uint64_t
        granularity; /* bytes a bin covers, rounded down to a multiple of two; 0: no histogram */
    double rate;     /* ticks a second; 0 without a histogram */
    const char *dimension; /* what a tick divided by the rate is counted in; of the profile */
    char abbreviation;     /* the dimension's letter */
};

/* Shares the ticks of every bin out among the functions that it overlaps, by the bytes of overlap.
 * If a histogram was sampled at another rate than the first one, its tick counts as the ticks of
 * the first one that take the same time. So one rate tells the times of all. O(bins + functions +
 * overlaps). */
void hist_assign_samples(struct hist_result *result, const struct profile *profile,
                         const struct symtab *symtab, struct diag *d);

/* Does the same, but only for the functions that `filter` selects for the flat profile: their ticks
 * are added to `ticks`, by symbol number, and the result is their total: ticks of all bins, less
 * those of the other functions. It is summed up bin by bin, because the last digits of the classic
 * listings depend on that. This pass, which sees what is left out, is the one that is traced. */
double hist_assign_selected(double *ticks, const struct profile *profile,
                            const struct symtab *symtab, const struct sym_filter *filter,
                            const struct diag *d);

/* Gets what hist_assign_samples adds up: `ticks` for function number `symbol`, of a bin that
 * overlaps it from `low` up to `high`, in units of two bytes. Bins ascend within a histogram, and
 * functions within a bin. */
struct hist_visitor {
    void (*take)(void *context, uint32_t symbol, uint64_t low, uint64_t high, double ticks);
    void *context;
};

void hist_visit_shares(const struct profile *profile, const struct symtab *symtab,
                       const struct hist_visitor *visitor);

/* Returns ticks as units of the dimension: 0 if there is no histogram, never nan or inf. */
static inline double hist_units(const struct hist_result *h, double ticks)
{
    return h->rate > 0 ? ticks / h->rate : 0.0;
}

void hist_result_release(struct hist_result *result);

#endif
