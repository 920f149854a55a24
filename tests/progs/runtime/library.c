/* library.c - a library: outer() calls inner() 100 times, which takes most of the time
 *
 * inner(0), which outer(0) calls once, works until it has used 0.15 s of CPU time, so that
 * there are samples on a machine of any speed. The numbers of calls are always the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <time.h>

int inner(int x);
int outer(int x);

__attribute__((noinline)) int inner(int x)
{
    clock_t end = x == 0 ? clock() + CLOCKS_PER_SEC * 15 / 100 : 0;
    volatile int s = 0;

    do {
        for (int i = 0; i < (x == 0 ? 100000 : 1000); i++)
            s += x;
    } while (x == 0 && clock() < end);
    return s;
}

int outer(int x)
{
    int s = 0;

    for (int i = 0; i < 100; i++)
        s += inner(x + i);
    return s;
}
