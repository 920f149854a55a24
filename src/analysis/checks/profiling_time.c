/* profiling_time - how much of the time was the profiler's own
 *
 * A runtime that charges its time to functions which reports leave out (mcount and its like) makes
 * the totals smaller by it, so that nobody would see what the profile has cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

/* Nothing is said up to this share of all samples, nor of so few samples that it says nothing. */
static const double silent_share = 0.10, few_samples = 10;

void check_profiling_time(const struct diagnosis *at, struct diag *d)
{
    const struct hist_result *hist = at->hist;
    double ticks = 0;

    for (uint32_t i = 0; i < at->symtab->n; i++)
        if (hist->ticks[i] > 0 && sym_is_profiler(at->symtab, i))
            ticks += hist->ticks[i];
    if (hist->total >= few_samples && ticks > silent_share * hist->total)
        diag_warning(d, at->data,
                     "profiling took %.0f %% of the processor time, which reports and their totals "
                     "leave out; for less of it, compile small functions that are called often "
                     "without -pg",
                     100 * ticks / hist->total);
}
