/* shared_b - inline functions and instances of templates in two objects (b)
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "shared.h"

static KEEP int here(int n)
{
    return from_both(n) - spend(n);
}

int elsewhere(int n)
{
    return here(n) + (int)half<float>((float)n);
}
