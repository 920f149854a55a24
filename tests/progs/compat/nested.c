/* nested.c - gcc's nested functions: dotted local names, trampolines, equal names
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

typedef int visit_fn(int);

KEEP static int walk(visit_fn *fn, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += fn(i);
    return sum;
}

KEEP int outer_a(int base)
{
    int calls = 0;
    __attribute__((noinline)) int visit(int v)
    {
        __attribute__((noinline)) int inner(int w)
        {
            BURN(200);
            return w + base + calls;
        }
        calls++;
        BURN(100);
        return inner(v) + base;
    }
    return walk(visit, 20) + calls;
}

KEEP int outer_b(int base)
{
    __attribute__((noinline)) int visit(int v)
    {
        BURN(300);
        return v * base;
    }
    return walk(visit, 30);
}

KEEP int counter(void)
{
    static int calls; /* data with a dotted name as well */
    return ++calls;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 1500; i++)
        sum += outer_a(i) + outer_b(i) + counter();
    return sum == 1;
}
