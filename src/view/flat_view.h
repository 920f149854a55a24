/* flat_view - what the classic flat profile shows of the samples
 *
 * Role: the ticks that are left when the functions that the flat profile leaves out (-p, -P, and
 * the profiler's own) lose theirs. The call graph shows these ticks as well, as GNU gprof's does:
 * there, too, a function left out with -P has no time. hist_result has all that happened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FLAT_VIEW_H
#define VIEW_FLAT_VIEW_H

#include "analysis/hist.h"
#include "base/diag.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#include <stdbool.h>

struct flat_view {
    const double *ticks; /* by symbol number; those of hist_result if nothing is left out */
    double total;        /* of all bins, less the ticks of what is left out */
    double *selected;    /* owned; NULL if nothing is left out */
    bool is_of_stacks;   /* the ticks are those of call stacks, for want of a histogram */
};

/* Makes the view. `hist`, made of `profile` and `symtab`, must outlive the view. `profile` is NULL
 * if `hist` was made of call stacks (hist_from_stacks) and there are no bins. O(functions), and
 * O(bins) if a function with ticks is left out. */
void flat_view_init(struct flat_view *v, const struct hist_result *hist,
                    const struct profile *profile, const struct symtab *symtab,
                    const struct sym_filter *filter, struct diag *d);

void flat_view_release(struct flat_view *v);

#endif
