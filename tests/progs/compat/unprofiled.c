/* unprofiled.c - compiled without -pg, so only its time is seen
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

int quiet(int n), quieter(int n), loud(int n);

KEEP int quieter(int n)
{
    BURN(500);
    return n + 1;
}

KEEP int quiet(int n)
{
    BURN(300);
    return quieter(n) + loud(n);
}
