/* library.c - a library: outer() calls inner() 100 times, which takes most of the time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
int inner(int x);
int outer(int x);

__attribute__((noinline)) int inner(int x)
{
    volatile int s = 0;

    for (int i = 0; i < 1000; i++)
        s += x;
    return s;
}

int outer(int x)
{
    int s = 0;

    for (int i = 0; i < 100; i++)
        s += inner(x + i);
    return s;
}
