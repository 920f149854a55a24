/* diagnosis - warns if a report is empty, all zero or doubtful, and tells why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/diagnosis.h"
enum { ANY_FIGURES = 0 /* called even if a run shows no figures at all */ };

/* Checks, in the order of their warnings. */
static const struct {
    diagnosis_check *check;
    unsigned figures; /* shown_figures bits; the check is called if reports show one of them */
} table[] = {
    {check_no_histogram, SHOWS_TIMES},
    {check_doubtful_samples, SHOWS_TIMES},
    {check_profiling_time, SHOWS_TIMES},
    {check_unseen_time, SHOWS_TIMES},
    {check_incomplete_stacks, SHOWS_TIMES},
    {check_missing_stacks, SHOWS_TIMES},
    {check_stacks_disagree, SHOWS_TIMES},
    {check_two_clocks, SHOWS_TIMES},
    {check_other_stacks, SHOWS_TIMES},
    {check_clones, SHOWS_TIMES | SHOWS_CALLS},
    {check_no_call_counts, SHOWS_CALLS},
    {check_lost_calls, SHOWS_TIMES | SHOWS_CALLS},
    {check_calls_outside, ANY_FIGURES},
    {check_other_build, ANY_FIGURES},
    {check_other_image, ANY_FIGURES},
    {check_no_lines, SHOWS_LINES},
    {check_ignored_blocks, SHOWS_TIMES | SHOWS_CALLS},
};

void diagnose(const struct diagnosis *at, struct diag *d)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].figures == ANY_FIGURES || (table[i].figures & at->figures))
            table[i].check(at, d);
}
