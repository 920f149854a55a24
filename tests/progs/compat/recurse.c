/* recurse.c - deep, mutual and three-way recursion
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

KEEP int deep(int n)
{
    BURN(20);
    return n == 0 ? 0 : 1 + deep(n - 1);
}

int odd(int n);

KEEP int even(int n)
{
    BURN(60);
    return n == 0 ? 1 : odd(n - 1);
}

KEEP int odd(int n)
{
    BURN(30);
    return n == 0 ? 0 : even(n - 1);
}

int three_c(int n);

KEEP int three_b(int n)
{
    BURN(80);
    return n > 0 ? three_c(n - 1) + 1 : 0;
}

KEEP int three_a(int n)
{
    return n > 0 ? three_b(n - 1) + three_b(n / 2) + 1 : 1;
}

KEEP int three_c(int n)
{
    BURN(10);
    return n > 0 ? three_a(n - 1) + 1 : 2;
}

KEEP int ack(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 20; i++)
        sum += deep(20000) + even(10000 + i) + three_a(40);
    sum += ack(2, 300) + odd(3);
    return sum == 42;
}
