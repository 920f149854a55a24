/* jump.c - setjmp and longjmp across several frames
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include "burn.h"

static jmp_buf home;

KEEP void dive(int n)
{
    BURN(50);
    if (n == 0)
        longjmp(home, 1);
    dive(n - 1);
    BURN(50);
}

KEEP int attempt(int n)
{
    if (setjmp(home))
        return n;
    dive(n);
    return -1;
}

int main(void)
{
    volatile int sum = 0;
    for (int i = 0; i < 20000; i++)
        sum = sum + attempt(i % 50);
    return sum == 1;
}
