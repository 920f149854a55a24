/* tinycalls.c - millions of calls that cost next to nothing
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

KEEP void nothing(void)
{
    __asm__ volatile("");
}

KEEP void thrice(void)
{
    nothing();
    nothing();
    nothing();
}

int main(void)
{
    for (int i = 0; i < 3000000; i++)
        thrice();
    for (int i = 0; i < 3; i++)
        BURN(3000000);
    return 0;
}
