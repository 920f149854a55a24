/* split_stack.c - works on stacks that -fsplit-stack takes from the heap, far from the first one
 *
 * Use, compiled with -fsplit-stack: (ulimit -s 64; split_stack MS)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <time.h>

static volatile unsigned long sink;

__attribute__((noinline)) static int leaf(int n)
{
    for (unsigned i = 0; i < 200000; i++)
        sink += i * (unsigned)n;
    return (int)sink;
}

__attribute__((noinline)) static int deeper(int n)
{
    volatile char frame[3000];

    frame[0] = (char)n;
    return n == 0 ? leaf(3) : deeper(n - 1) + frame[0];
}

int main(int argc, char **argv)
{
    clock_t end = (clock_t)(argc > 1 ? atol(argv[1]) : 300) * (CLOCKS_PER_SEC / 1000);

    while (clock() < end)
        deeper(30);
    return 0;
}
