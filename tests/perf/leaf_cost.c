/* leaf_cost - what a call of a profiled leaf costs, by how long the leaf makes the processor wait
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RING = 1 << 23, CACHE_LINE = 8 /* pointers */ };

static volatile double one = 1;

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#define LEAF(name, expression)                                                                     \
    __attribute__((noinline)) static double name(double x, double d)                               \
    {                                                                                              \
        (void)d;                                                                                   \
        return expression;                                                                         \
    }
LEAF(returns, x)
LEAF(multiplies_1, x *d)
LEAF(multiplies_2, x *d *d)
LEAF(multiplies_4, x *d *d *d *d)
LEAF(multiplies_8, x *d *d *d *d *d *d *d *d)
LEAF(divides_2, x / d / d)

#define MEASURE(leaf, n)                                                                           \
    do {                                                                                           \
        double best = 1e9, d = one, x = 1;                                                         \
        for (int round = 0; round < 7; round++) {                                                  \
            double begin = seconds();                                                              \
            for (long i = 0; i < (n); i++)                                                         \
                x = leaf(x, d);                                                                    \
            begin = seconds() - begin;                                                             \
            best = begin < best ? begin : best;                                                    \
        }                                                                                          \
        printf("%-13s %7.2f ns (%g)\n", #leaf, 1e9 * best / (double)(n), x);                       \
    } while (0)

__attribute__((noinline)) static void **loads(void **at)
{
    return *at;
}

static void measure_loads(void)
{
    void **ring = malloc((size_t)RING * CACHE_LINE * sizeof *ring), **at = ring;
    size_t *order = malloc((size_t)RING * sizeof *order);
    const long n = 2000000;
    double begin;

    if (!ring || !order)
        exit(1);
    for (size_t i = 0; i < RING; i++)
        order[i] = i;
    for (size_t i = RING - 1; i > 0; i--) {
        size_t other = (((size_t)rand() << 15) ^ (size_t)rand()) % i, old = order[i];

        order[i] = order[other];
        order[other] = old;
    }
    for (size_t i = 0; i < RING; i++)
        ring[order[i] * CACHE_LINE] = &ring[order[(i + 1) % RING] * CACHE_LINE];
    begin = seconds();
    for (long i = 0; i < n; i++)
        at = loads(at);
    printf("%-13s %7.2f ns (%d)\n", "loads", 1e9 * (seconds() - begin) / (double)n, at != NULL);
    free(ring);
    free(order);
}

int main(void)
{
    MEASURE(returns, 50000000);
    MEASURE(multiplies_1, 50000000);
    MEASURE(multiplies_2, 50000000);
    MEASURE(multiplies_4, 30000000);
    MEASURE(multiplies_8, 30000000);
    MEASURE(divides_2, 30000000);
    measure_loads();
}
