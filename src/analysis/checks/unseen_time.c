/* unseen_time - how much of the time no sample has seen
 *
 * libgmon charges such time to a function of this name: the processor time of the process is known,
 * but threads that end before their first sample do not say where they spent theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

#include <string.h>

/* Nothing is said up to this share of all samples, nor of so few samples that it says nothing. */
static const double silent_share = 0.05, few_samples = 10;

void check_unseen_time(const struct diagnosis *at, struct diag *d)
{
    const struct hist_result *hist = at->hist;
    double ticks = 0;

    for (uint32_t i = 0; i < at->symtab->n; i++)
        if (hist->ticks[i] > 0 && strcmp(at->symtab->symbols[i].name, "<unseen>") == 0)
            ticks += hist->ticks[i];
    if (hist->total >= few_samples && ticks > silent_share * hist->total)
        diag_warning(d, at->data,
                     "no sample has seen %.0f %% of the processor time (<unseen>), used by threads "
                     "that are too short or block the signal SIGPROF; let threads live longer",
                     100 * ticks / hist->total);
}
