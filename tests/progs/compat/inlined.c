/* inlined.c - inlining at every level, clones, cold and partial parts
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include "burn.h"

static inline __attribute__((always_inline)) int flat(int n)
{
    BURN(n & 63);
    return n + 1;
}

static inline int maybe(int n)
{
    return flat(n) + flat(n + 1);
}

/* A constant argument everywhere: a candidate for .constprop; an unused one for .isra. */
static __attribute__((noinline)) int scaled(int n, int scale, int unused)
{
    (void)unused;
    int sum = 0;
    for (int i = 0; i < scale; i++)
        sum += maybe(n + i);
    return sum;
}

struct pair {
    int left, right;
};

static __attribute__((noinline)) int by_pointer(const struct pair *p)
{
    return flat(p->left);
}

/* Early return in front of a large body: a candidate for .part; the abort path for .cold. */
static int guarded(int *p, int n)
{
    if (!p)
        return 0;
    if (n < 0) {
        fprintf(stderr, "impossible: %d\n", n);
        abort();
    }
    for (int i = 0; i < n; i++)
        *p += scaled(i, 4, i);
    return *p;
}

__attribute__((noinline)) int user_one(int n)
{
    int v = n;
    return guarded(n % 3 ? &v : NULL, n % 17);
}

__attribute__((noinline)) int user_two(int n)
{
    int v = 2 * n;
    struct pair p = {n, v};
    return guarded(&v, n % 11) + by_pointer(&p);
}

__attribute__((cold, noinline)) int unlikely(int n)
{
    return maybe(n) - 1;
}

__attribute__((hot, noinline)) int likely(int n)
{
    return maybe(n) + (n == 77777 ? unlikely(n) : 0);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 25000; i++)
        sum += user_one(i) + user_two(i) + likely(i);
    return sum == 1;
}
