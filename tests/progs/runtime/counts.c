/* counts.c - calls in known numbers: direct, recursive, from libc, from two sites, by pointer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

static volatile int sink;
static int compared;

NOINLINE void leaf(void)
{
    sink++;
}

/* No call stands last, or compilers make a jump or a loop of it. */
NOINLINE void twice(void)
{
    leaf();
    leaf();
    sink++;
}

NOINLINE int deep(int n)
{
    int below = n == 0 ? 0 : deep(n - 1);

    sink++;
    return below + 1;
}

NOINLINE int compare(const void *a, const void *b)
{
    compared++;
    return *(const int *)a - *(const int *)b;
}

NOINLINE void by_pointer(void (*f)(void), int n)
{
    for (int i = 0; i < n; i++)
        f();
}

int main(void)
{
    int v[100];

    for (int i = 0; i < 100; i++)
        v[i] = i * 37 % 100;
    qsort(v, 100, sizeof v[0], compare);
    for (int i = 0; i < 1000; i++)
        twice();
    by_pointer(leaf, 77);
    sink += deep(500);
    printf("%d\n", compared);
    return 0;
}
