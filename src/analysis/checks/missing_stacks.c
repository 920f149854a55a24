/* missing_stacks - ticks that were due and brought no call stack
 *
 * Where there is a histogram it has such time in `<unseen>`, and check_unseen_time tells of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

/* Nothing is said up to this share of all ticks, nor of so few samples that it says nothing. */
static const double silent_share = 0.05, few_samples = 10;

void check_missing_stacks(const struct diagnosis *at, struct diag *d)
{
    const struct stack_frames *stacks = at->stacks;
    double due;

    if (!stacks || at->profile->has_histogram)
        return;
    due = stacks->all.ticks + stacks->missing;
    if (due >= few_samples && stacks->missing > silent_share * due)
        diag_warning(d, at->profile->stacks.file,
                     "has no call stack for %.0f %% of the time, used by threads that are too "
                     "short or block the signal SIGPROF; let threads live longer",
                     100 * stacks->missing / due);
}
