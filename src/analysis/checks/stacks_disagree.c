/* stacks_disagree - call stacks and histogram cannot be of the same runs
 *
 * Whether the histogram has the time of libraries and of the runtime depends on how the program was
 * linked and run; so it may have anything between the samples in the image alone and all ticks that
 * were due.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

/* What signals that come between two records, and rounding, may make. */
static const double tolerance = 0.1, few_ticks = 10;

void check_stacks_disagree(const struct diagnosis *at, struct diag *d)
{
    const struct stack_frames *stacks = at->stacks;
    const struct hist_result *hist = at->hist;
    double least = 0, most;

    if (!stacks || !at->profile->has_histogram || at->profile->n_hists == 0)
        return;
    for (uint32_t i = GSTACK_ENDS; i < stacks->n; i++)
        if (stacks->at[i].function < at->symtab->n_code)
            least += stacks->at[i].own.ticks;
    most = stacks->all.ticks + stacks->missing;
    if (hist->total >= (1 - tolerance) * least - few_ticks &&
        hist->total <= (1 + tolerance) * most + few_ticks)
        return;
    diag_warning(d, at->profile->stacks.file,
                 "call stacks and histogram are not of the same runs: %.2f and %.2f %s; name the "
                 "files that one run has written",
                 hist_units(hist, stacks->all.ticks), hist_units(hist, hist->total),
                 hist->dimension);
}
