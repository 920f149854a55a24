/* cycles.c - overlapping cycles, entered from several places
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

int a(int n), b(int n), c(int n), d(int n), e(int n);

KEEP void leaf(int n)
{
    BURN(n);
}

KEEP int a(int n)
{
    leaf(60);
    return n > 0 ? b(n - 1) : 1;
}

KEEP int b(int n)
{
    BURN(40);
    if (n <= 0)
        return 2;
    return (n & 1) ? c(n - 1) : d(n - 1);
}

KEEP int c(int n)
{
    BURN(90);
    return n > 0 ? a(n - 2) + (n % 5 == 0 ? c(n / 3) : 0) : 3;
}

KEEP int d(int n)
{
    leaf(20);
    return n > 0 ? b(n - 1) + (n % 3 == 0 ? e(n - 3) : 0) : 4;
}

KEEP int e(int n)
{
    BURN(70);
    return n > 0 ? c(n - 1) : 5;
}

KEEP int x1(int n);

KEEP int x2(int n)
{
    leaf(100);
    return n > 0 ? x1(n - 1) : a(6);
}

KEEP int x1(int n)
{
    BURN(50);
    return n > 0 ? x2(n - 1) : e(3);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3000; i++) {
        sum += a(20 + i % 7) + x1(i % 10);
        if (i % 4 == 0)
            sum += d(9);
    }
    return sum == 1;
}
