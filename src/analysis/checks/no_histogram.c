/* no_histogram - the data hold calls but no samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

void check_no_histogram(const struct diagnosis *at, struct diag *d)
{
    /* a file without any record was reported when it was read */
    if (at->profile->has_arcs && !at->profile->has_histogram && !at->stacks)
        diag_warning(d, at->data,
                     "has no histogram, so that all times are 0.00; run a program that is sampled "
                     "to see times");
}
