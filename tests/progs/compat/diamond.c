/* diamond.c - shared helpers with equal shares, ties in every column
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

KEEP void bottom(int n)
{
    BURN(n);
}

#define SIDE(x)                                                                                    \
    KEEP void side_##x(int n)                                                                      \
    {                                                                                              \
        bottom(n);                                                                                 \
    }                                                                                              \
    KEEP void _side_##x(int n)                                                                     \
    {                                                                                              \
        bottom(n);                                                                                 \
    }                                                                                              \
    KEEP void Side_##x(int n)                                                                      \
    {                                                                                              \
        side_##x(n);                                                                               \
        _side_##x(n);                                                                              \
    }

SIDE(z)
SIDE(m)
SIDE(b)
SIDE(a)

int main(void)
{
    for (int i = 0; i < 10000; i++) {
        Side_a(400);
        Side_z(400);
        Side_m(400);
        Side_b(400);
    }
    for (int i = 0; i < 5; i++)
        side_a(1);
    return 0;
}
