/* ends.c - a library that works before main, or behind it
 *
 * Compile with -DWHEN=constructor or destructor: that function works for 0.3 s and then makes 1,000
 * calls. work(N) works for N hundredths of a second.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <time.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void called(void)
{
    sum++;
}

void work(int hundredths);
void work(int hundredths)
{
    clock_t end = clock() + hundredths * CLOCKS_PER_SEC / 100;

    while (clock() < end)
        for (int i = 0; i < 10000; i++)
            sum += (unsigned)i;
}

__attribute__((WHEN)) static void at_that_time(void)
{
    work(30);
    for (int i = 0; i < 1000; i++)
        called();
}
