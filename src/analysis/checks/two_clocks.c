/* two_clocks - call stacks of processor time and of elapsed time, of which one is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

void check_two_clocks(const struct diagnosis *at, struct diag *d)
{
    if (at->stacks && at->stacks->other_clock > 0)
        diag_warning(d, at->profile->stacks.file,
                     "call stacks are of two clocks: processor time is shown, and %.2f seconds of "
                     "elapsed time are left out; name the files of one clock at a time",
                     at->stacks->other_clock);
}
