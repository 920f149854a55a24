/* no_call_counts - the data hold samples but no calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"
#include "analysis/checks/other_build.h"

void check_no_call_counts(const struct diagnosis *at, struct diag *d)
{
    const struct profile *profile = at->profile;
    bool shows_blocks = at->by_line && profile->has_blocks; /* these are counts, too */

    if (profile->has_histogram && !profile->has_arcs && !shows_blocks &&
        build_evidence(at) != BUILD_DIFFERS) /* which check_other_build says */
        diag_warning(d, at->data,
                     "has no call counts; compile the program with -pg, too, not only link it");
}
