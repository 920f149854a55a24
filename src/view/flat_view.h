/* flat_view - selects the samples that the classic flat profile shows
 *
 * Role: has the ticks without those of functions that the flat profile leaves out (-p, -P, and the
 * profiler's own). The call graph shows the same ticks, as in GNU gprof: a function left out with
 * -P has no time there either. hist_result has all ticks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FLAT_VIEW_H
#define VIEW_FLAT_VIEW_H

#include "analysis/hist.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

struct flat_view {
    const double *ticks; /* ticks by symbol number; those of hist_result if nothing is left out */
    double total;        /* ticks of all bins, less those that are left out */
    double *selected;    /* own array of ticks; owned; NULL if nothing is left out */
    bool is_of_stacks;   /* ticks come from call stacks, since there is no histogram */
};

/* Makes the view. `hist`, made from `profile` and `symtab`, must outlive the view. `profile` is
 * NULL if `hist` was made from call stacks (hist_from_stacks), without bins. O(functions), and
 * O(bins) if a function with ticks is left out. */
void flat_view_init(struct flat_view *v, const struct hist_result *hist,
                    const struct profile *profile, const struct symtab *symtab,
                    const struct sym_filter *filter, struct diag *d);

void flat_view_release(struct flat_view *v);

#endif
