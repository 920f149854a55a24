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
#include "symbols/symtab.h"

struct hist_result {
    double *ticks;  /* ticks by symbol number; owned */
    double total;   /* ticks of all bins, less shares that a visitor leaves out */
    double outside; /* ticks of addresses outside all functions. If the size of bins is a multiple
                     * of two bytes, or the symbol table is_exact, they and the ticks of all
                     * functions with code add up to the total */
    double unnamed; /* ticks of these in code of the image, if the symbol table has_sizes */
    double stray;   /* ticks of bins that no function overlaps */
    uint64_t
        granularity; /* bytes a bin covers, rounded down to a multiple of two; 0: no histogram */
    double rate;     /* ticks a second; 0 without a histogram */
    const char *dimension; /* dimension of ticks divided by the rate; owned by the profile */
    char abbreviation;     /* the dimension's letter */
};

/* Takes a function's share of a bin: `ticks` for symbol number `symbol`, which the bin overlaps
 * from address `low` up to `high`. If the size of bins is a multiple of two bytes, both are even,
 * even if the function begins or ends at an odd address. Returns false if the total is to lack the
 * share. */
typedef bool hist_visitor(void *context, uint32_t symbol, uint64_t low, uint64_t high,
                          double ticks);

/* Divides the ticks of every bin among the functions that the bin overlaps, by bytes of overlap. If
 * the symbol table has_sizes, such a bin has no ticks for code between functions: mostly padding.
 * If a histogram has another rate than the first one, its ticks are converted to the first rate. So
 * one rate holds for all times. O(bins + functions + overlaps).
 *
 * With `visit`, all shares go there, and result->ticks stays NULL; this takes O(bins + overlaps +
 * log(functions)), and is not traced. Bins ascend within a histogram, and functions within a bin.
 */
void hist_assign_samples(struct hist_result *result, const struct profile *profile,
                         const struct symtab *symtab, hist_visitor *visit, void *context,
                         struct diag *d);

/* Makes room for the symbols that were added to the table since, and gives symtab.unnamed its
 * ticks. */
void hist_add_names(struct hist_result *result, const struct symtab *symtab, struct diag *d);

/* Returns ticks in units of the dimension; 0 if there is no histogram, never nan or inf. */
static inline double hist_units(const struct hist_result *h, double ticks)
{
    return h->rate > 0 ? ticks / h->rate : 0.0;
}

void hist_result_release(struct hist_result *result);

#endif
