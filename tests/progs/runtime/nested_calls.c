/* nested_calls.c - a nested function, called by its outer one and by pointer (gcc only)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

__attribute__((noinline)) static int apply(int (*f)(int), int x)
{
    return f(x) + 1;
}

__attribute__((noinline)) static int outer(int k)
{
    int sum = 0;
    __attribute__((noinline)) int inner(int x)
    {
        __asm__ volatile("");
        return x + k++;
    }

    for (int i = 0; i < 30; i++)
        sum += inner(i);
    for (int i = 0; i < 12; i++)
        sum += apply(inner, i);
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    printf("%d\n", outer(argc));
    return 0;
}
