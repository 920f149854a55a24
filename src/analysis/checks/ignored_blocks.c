/* ignored_blocks - counts of basic blocks that no report looks at
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

void check_ignored_blocks(const struct diagnosis *at, struct diag *d)
{
    if (at->profile->has_blocks && !at->by_line && !(at->figures & SHOWS_BLOCKS))
        diag_warning(d, NULL, "ignoring basic-block exec counts; use -l to see them with -A or -C");
}
