/* manycycles.c - some fifty small cycles, with equal times and counts
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

#define PAIR(x)                                                                                    \
    int pong##x(int n);                                                                            \
    KEEP int ping##x(int n)                                                                        \
    {                                                                                              \
        BURN(10);                                                                                  \
        return n > 0 ? pong##x(n - 1) : 0;                                                         \
    }                                                                                              \
    KEEP int pong##x(int n)                                                                        \
    {                                                                                              \
        BURN(30 + (1##x % 3) * 400);                                                               \
        return n > 0 ? ping##x(n - 1) : 1;                                                         \
    }

#define TEN(M, x) M(x##0) M(x##1) M(x##2) M(x##3) M(x##4) M(x##5) M(x##6) M(x##7) M(x##8) M(x##9)
#define FIFTY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5)
#define CALL(x) sum += ping##x(i % 12);

FIFTY(PAIR)

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 600; i++) {
        FIFTY(CALL)
    }
    return sum == 1;
}
