/* mainrec.c - main itself is part of a cycle that nobody calls from outside
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

int main(int argc, char **argv);

KEEP int bounce(int n, char **argv)
{
    BURN(4000);
    return n < 3000 ? main(n + 1, argv) : 0;
}

int main(int argc, char **argv)
{
    BURN(9000);
    return bounce(argc, argv);
}
