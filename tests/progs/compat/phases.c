/* phases.c - does other work in every run: argv[1] is the phase
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include "burn.h"

KEEP int common(int n)
{
    BURN(200);
    return n;
}

KEEP int phase_one(int n)
{
    BURN(500);
    return common(n) + 1;
}

KEEP int phase_two(int n)
{
    BURN(700);
    return n > 0 ? phase_two(n - 1) + common(n) : phase_one(n);
}

KEEP int phase_three(int n)
{
    return phase_one(n) + phase_two(n % 5);
}

int main(int argc, char **argv)
{
    long phase = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
    int sum = 0;
    for (int i = 0; i < 15000; i++)
        sum += phase == 1 ? phase_one(i) : phase == 2 ? phase_two(i % 4) : phase_three(i);
    return sum == 1;
}
