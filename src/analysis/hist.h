/* hist - from samples by address to ticks by function
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
    double outside; /* ticks of addresses outside all functions. Where the size of bins is a
                       multiple of two bytes, these and the functions' add up to the total */
    double stray;   /* ticks of bins that no function overlaps */
    uint64_t
        granularity; /* bytes a bin covers, rounded down to a multiple of two; 0: no histogram */
    double rate;     /* ticks a second; 0 without a histogram */
    const char *dimension; /* what a tick divided by the rate is counted in; of the profile */
    char abbreviation;     /* the dimension's letter */
};

/* Share the ticks of every bin out among the functions that it overlaps, by the bytes of overlap. A
 * tick of a histogram that was sampled at another rate than the first one counts as the ticks of
 * the first one that take the same time, so that one rate tells the times of all. O(bins +
 * functions + overlaps). */
void hist_assign_samples(struct hist_result *result, const struct profile *profile,
                         const struct symtab *symtab, struct diag *d);

/* The same, but only for the functions that `filter` selects for the flat profile: their ticks are
 * added to `ticks`, by symbol number, and the result is their total: ticks of all bins, less those
 * of the other functions. It is summed up bin by bin, because the last digits of the classic
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

/* Whether a bin with ticks overlaps the symbol. O(bins). */
bool hist_has_ticks(const struct histogram *h, const struct symbol *symbol);

/* Ticks as units of the dimension: 0 when there is no histogram, never nan or inf. */
static inline double hist_units(const struct hist_result *h, double ticks)
{
    return h->rate > 0 ? ticks / h->rate : 0.0;
}

/* Bins are shared out by units of that many bytes. */
enum { HIST_UNIT = 2 };

/* The units that a function covers: its first one, and the first behind it. */
static inline uint64_t hist_first_unit(const struct symbol *s)
{
    return s->address / HIST_UNIT;
}

static inline uint64_t hist_end_unit(const struct symbol *s)
{
    uint64_t end = s->address + s->size;

    return end < s->address ? UINT64_MAX / HIST_UNIT : end / HIST_UNIT;
}

/* Where the bins of a histogram lie, in these units. */
struct hist_layout {
    uint64_t base; /* where the first one begins */
    uint64_t span; /* the extent of all */
    double size;   /* of one */
};

/* That of `h` for the reports that `symtab` is for. The classic ones divide the range by the number
 * of bins. The C library's runtime rounds that number up, and its bins are larger than the
 * quotient: profil(), which samples for it, takes their size as a scale in 65536ths, so that at the
 * end of a static program the bins are up to a dozen bytes behind, and a function's samples are
 * taken for its neighbour's. The exact layout is that of the scale; where the quotient is a whole
 * number, or there are more bins than rounding explains, it is the classic one. */
struct hist_layout hist_layout_of(const struct histogram *h, const struct symtab *symtab);

/* Where bin number `bin` begins, counted from the first: bin * size rounded down. At most `span`,
 * the extent of all bins, which rounding can exceed and which uint64_t holds. */
static inline uint64_t hist_bin_offset(double size, uint32_t bin, uint64_t span)
{
    double offset = size * bin;

    return offset < (double)span ? (uint64_t)offset : span;
}

void hist_result_release(struct hist_result *result);

#endif
