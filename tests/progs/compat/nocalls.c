/* nocalls.c - main alone: no arc but the one into main
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

int main(void)
{
    BURN(60000000);
    return 0;
}
