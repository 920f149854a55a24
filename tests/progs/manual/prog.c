/* prog.c - a program for the manual's commands: some work, for some hundredths of a second
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

__attribute__((noinline)) static unsigned hash(unsigned x)
{
    for (int i = 0; i < 3000; i++)
        x = x * 1103515245 + 12345;
    return x;
}

__attribute__((noinline)) static unsigned find(unsigned x)
{
    return hash(x) % 10;
}

int main(void)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < 8000; i++)
        sum += find(i);
    printf("%u\n", sum);
    return 0;
}
