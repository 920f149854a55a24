/* hist - divides samples by address among functions
 *
 * Input: the profile's histograms, the symbol table. Output: all ticks of each function;
 * view/flat_view.h applies the filters of the flat profile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_HIST_H
#define ANALYSIS_HIST_H

#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

struct hist_result {
    double *ticks;  /* ticks by symbol number; owned */
    double total;   /* ticks of all bins */
    double outside; /* ticks of addresses outside all functions. If the size of bins is a multiple
                     * of two bytes, or the symbol table is_exact, they and the ticks of all
                     * functions add up to the total */
    double stray;   /* ticks of bins that no function overlaps */
    uint64_t
        granularity; /* bytes a bin covers, rounded down to a multiple of two; 0: no histogram */
    double rate;     /* ticks a second; 0 without a histogram */
    const char *dimension; /* dimension of ticks divided by the rate; owned by the profile */
    char abbreviation;     /* the dimension's letter */
};

/* Divides the ticks of every bin among the functions that the bin overlaps, by bytes of overlap. If
 * a histogram has another rate than the first one, its ticks are converted to the first rate. So
 * one rate holds for all times. O(bins + functions + overlaps). */
void hist_assign_samples(struct hist_result *result, const struct profile *profile,
                         const struct symtab *symtab, struct diag *d);

/* Divides ticks as hist_assign_samples does, but only adds those of functions that `filter` selects
 * for the flat profile to `ticks`, by symbol number. Returns the ticks of all bins, less those of
 * the other functions. The total is summed up bin by bin, because the last digits of the classic
 * listings depend on that. This pass is traced, since it sees the functions that are left out. */
double hist_assign_selected(double *ticks, const struct profile *profile,
                            const struct symtab *symtab, const struct sym_filter *filter,
                            const struct diag *d);

/* Takes a part that hist_assign_samples adds up: `ticks` for function number `symbol`, of a bin
 * that overlaps the function from address `low` up to `high`. If the size of bins is a multiple of
 * two bytes, both are even, even if the function begins or ends at an odd address. */
typedef void hist_visitor(void *context, uint32_t symbol, uint64_t low, uint64_t high,
                          double ticks);

/* Calls `visit` for all parts. Bins ascend within a histogram, and functions within a bin. Returns
 * the ticks of all bins. O(bins + overlaps + log(functions)). */
double hist_visit_shares(const struct profile *profile, const struct symtab *symtab,
                       hist_visitor *visit, void *context);

/* Returns ticks in units of the dimension; 0 if there is no histogram, never nan or inf. */
static inline double hist_units(const struct hist_result *h, double ticks)
{
    return h->rate > 0 ? ticks / h->rate : 0.0;
}

void hist_result_release(struct hist_result *result);

#endif
