/* calls_outside - calls that belong to no function of the image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

#include <inttypes.h>

void check_calls_outside(const struct diagnosis *at, struct diag *d)
{
    if (at->graph->unknown_calls > 0)
        diag_warning(d, at->image->path,
                     "calls from or to code outside every known function are not counted: %" PRIu64
                     "; to see them, use an image with all its symbols, and link shared libraries "
                     "with -static",
                     at->graph->unknown_calls);
}
