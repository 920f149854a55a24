/* profiling_truth - phases that call from never to hundreds of millions of times a second
 *
 *     profiling_truth THREADS SCALE
 *
 * Each phase does the same work with -pg and without, and prints the CPU time that it took:
 * without -pg, that is the truth, `PHASE SECONDS'.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RING = 1 << 22, STEP = 8, PHASES = 4, THREADS = 16 };

static long scale;
static void **ring;
static volatile unsigned long seed = 1;

#define CALLED __attribute__((noinline, noclone))

CALLED static unsigned long hot_leaf(unsigned long x)
{
    return x * 5 + 1;
}

CALLED static void **cold_leaf(void **at)
{
    return *at;
}

CALLED static unsigned long rare_leaf(unsigned long x)
{
    for (int i = 0; i < 2000; i++)
        x = x * x + 1;
    return x;
}

CALLED static unsigned long hot(void)
{
    unsigned long x = seed;

    for (long i = 0; i < scale * 100000; i++)
        x = hot_leaf(x);
    return x;
}

CALLED static unsigned long cold(void)
{
    void **at = ring;

    for (long i = 0; i < scale * 3000; i++)
        at = cold_leaf(at);
    return (unsigned long)at;
}

CALLED static unsigned long rare(void)
{
    unsigned long x = seed;

    for (long i = 0; i < scale * 100; i++)
        x = rare_leaf(x);
    return x;
}

CALLED static unsigned long never(void)
{
    unsigned long x = seed;

    for (long i = 0; i < scale * 200000; i++)
        x = x * x + 1;
    return x;
}

static unsigned long (*const phases[PHASES])(void) = {hot, cold, rare, never};
static const char *const names[PHASES] = {"hot", "cold", "rare", "never"};
static double took[THREADS][PHASES];

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *work(void *mine)
{
    double *seconds = mine;

    for (int p = 0; p < PHASES; p++) {
        double begin = now();

        seed = phases[p]();
        seconds[p] = now() - begin;
    }
    return NULL;
}

/* Makes a ring of pointers, in an order that no processor foresees. */
CALLED static void make_ring(void)
{
    unsigned long random = 1;
    size_t *order = malloc(RING * sizeof *order);

    ring = malloc((size_t)RING * STEP * sizeof *ring);
    if (!order || !ring)
        exit(1);
    for (size_t i = 0; i < RING; i++)
        order[i] = i;
    for (size_t i = RING - 1; i > 0; i--) {
        size_t j, other;

        random = random * 6364136223846793005UL + 1442695040888963407UL;
        j = (random >> 33) % (i + 1);
        other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
    for (size_t i = 0; i < RING; i++)
        ring[order[i] * STEP] = &ring[order[(i + 1) % RING] * STEP];
    free(order);
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int n = argc > 1 ? atoi(argv[1]) : 1;

    scale = argc > 2 ? atol(argv[2]) : 1;
    if (n < 1 || n > THREADS)
        return 2;
    make_ring();
    for (int i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, work, took[i]))
            return 1;
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    for (int p = 0; p < PHASES; p++) {
        double sum = 0;

        for (int i = 0; i < n; i++)
            sum += took[i][p];
        printf("%s %.3f\n", names[p], sum);
    }
    return 0;
}
