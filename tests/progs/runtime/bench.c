/* bench.c - calls to time: prints "CASE NANOSECONDS-PER-CALL" (or seconds) for each case asked for
 *
 * Use: bench CASE...    with sites.h beside it, which tests/runtime/bench_runtime.pl makes: many
 * call sites of one function, and many functions for one call site.
 *
 * CPU time is taken, of all threads together, so that other programs disturb little.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))
#define UNCOUNTED __attribute__((noinline, no_instrument_function))

static volatile long sink;

NOINLINE static void leaf(void)
{
    __asm__ volatile("");
}

NOINLINE static void other_leaf(void)
{
    __asm__ volatile("nop");
}

NOINLINE static long down(long n)
{
    long r = n == 0 ? 0 : down(n - 1);

    __asm__ volatile("" : "+r"(r));
    return r + 1;
}

NOINLINE static long fib(long n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

NOINLINE static void swap(int *a, int *b)
{
    int t = *a;

    *a = *b;
    *b = t;
}

NOINLINE static void quick(int *v, long n)
{
    long last = 0;

    if (n < 2)
        return;
    swap(v, v + n / 2);
    for (long i = 1; i < n; i++)
        if (v[i] < v[0]) {
            last++;
            int t = v[last];
            v[last] = v[i];
            v[i] = t;
        }
    swap(v, v + last);
    quick(v, last);
    quick(v + last + 1, n - last - 1);
}

#include "sites.h" /* sites_1000(), sites_50000(), callees[10000], neighbours[], places[] */

/* 64 handlers of a bytecode, called from one place. */
typedef struct machine {
    uint64_t r[8];
} machine;
typedef void handler(machine *, unsigned);
#define H1(n, x)                                                                                   \
    NOINLINE static void h##n(machine *m, unsigned b)                                              \
    {                                                                                              \
        m->r[b & 7] x m->r[b >> 3 & 7] + n;                                                        \
    }
#define H8(n)                                                                                      \
    H1(n##0, +=)                                                                                   \
    H1(n##1, ^=) H1(n##2, -=) H1(n##3, +=) H1(n##4, ^=) H1(n##5, |=) H1(n##6, +=) H1(n##7, ^=)
H8(1)
H8(2) H8(3) H8(4) H8(5) H8(6) H8(7) H8(8)
#define N8(n) h##n##0, h##n##1, h##n##2, h##n##3, h##n##4, h##n##5, h##n##6, h##n##7
    static handler *const handlers[64] = {N8(1), N8(2), N8(3), N8(4), N8(5), N8(6), N8(7), N8(8)};

UNCOUNTED static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

UNCOUNTED static void hot(long n)
{
    for (long i = 0; i < n; i++)
        leaf();
}

UNCOUNTED static void *hot_thread(void *same)
{
    if (same != NULL)
        hot(20000000);
    else
        for (long i = 0; i < 20000000; i++)
            other_leaf();
    return NULL;
}

UNCOUNTED static void threads(int n, int same)
{
    pthread_t t[8];

    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, hot_thread, same || i % 2 ? t : NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
}

UNCOUNTED static void interpret(long n)
{
    static unsigned char code[4096];
    machine m = {{1, 2, 3, 4, 5, 6, 7, 8}};
    unsigned x = 1;

    for (size_t i = 0; i < sizeof code; i++)
        code[i] = (unsigned char)((x = x * 1103515245U + 12345U) >> 16);
    for (long i = 0; i < n; i++) {
        unsigned b = code[i & 4095];
        handlers[b & 63](&m, b);
    }
    sink += (long)m.r[0];
}

UNCOUNTED static void through(long n, long callees_used)
{
    for (long done = 0; done < n; done += callees_used)
        for (long i = 0; i < callees_used; i++)
            callees[i]();
}

/* Calls each of n functions that lie `apart` bytes apart from each of `sites` places with `step`
 * bytes from one to the next. Returns the number of calls. */
UNCOUNTED static long regular(int n, int apart, int sites, int step)
{
    long calls = 0;

    for (size_t i = 0; i < sizeof neighbours / sizeof *neighbours; i++)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++)
            if (neighbours[i].apart == apart && places[k].sites == sites && places[k].step == step)
                for (; calls < 5000000; calls += (long)n * sites)
                    for (int c = 0; c < n; c++)
                        places[k].call(neighbours[i].callee[c]);
    return calls > 0 ? calls : -1;
}

UNCOUNTED static void sort(void)
{
    enum { N = 2000000 };
    int *v = malloc(N * sizeof *v);
    unsigned x = 1;

    for (int i = 0; i < N; i++)
        v[i] = (int)((x = x * 1103515245U + 12345U) >> 1);
    quick(v, N);
    free(v);
}

NOINLINE static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    sink++;
    return (x > y) - (x < y);
}

/* By libc, which calls compare from outside of the program. */
UNCOUNTED static long sort_by_libc(void)
{
    enum { N = 500000 };
    int *v = malloc(N * sizeof *v);
    unsigned x = 1;
    long before = sink;

    for (int i = 0; i < N; i++)
        v[i] = (int)((x = x * 1103515245U + 12345U) >> 1);
    qsort(v, N, sizeof *v, compare);
    free(v);
    return sink - before;
}

/* Calls made, or -1: no such case. */
UNCOUNTED static long run(const char *name)
{
    int n, apart, sites, step;

    if (sscanf(name, "%dx%d,%dx%d", &n, &apart, &sites, &step) == 4)
        return regular(n, apart, sites, step);
    if (strcmp(name, "hot") == 0)
        return hot(30000000), 30000000;
    if (strcmp(name, "recursion") == 0) {
        for (int i = 0; i < 1000; i++)
            sink += down(10000);
        return 10000000;
    }
    if (strcmp(name, "sites1k") == 0) {
        for (int i = 0; i < 20000; i++)
            sites_1000();
        return 20000000;
    }
    if (strcmp(name, "sites50k") == 0) {
        for (int i = 0; i < 200; i++)
            sites_50000();
        return 10000000;
    }
    if (strcmp(name, "callees100") == 0)
        return through(2000000, 100), 2000000;
    if (strcmp(name, "callees1k") == 0)
        return through(1000000, 1000), 1000000;
    if (strcmp(name, "callees10k") == 0)
        return through(200000, 10000), 200000;
    if (strcmp(name, "threads2") == 0)
        return threads(2, 1), 40000000;
    if (strcmp(name, "threads2other") == 0)
        return threads(2, 0), 40000000;
    if (strcmp(name, "threads4") == 0)
        return threads(4, 1), 80000000;
    if (strcmp(name, "interpreter") == 0)
        return interpret(50000000), 50000000;
    if (strcmp(name, "fib35") == 0)
        return sink += fib(35), 29860703;
    if (strcmp(name, "callbacks") == 0)
        return sort_by_libc();
    if (strcmp(name, "quicksort") == 0)
        return sort(), 1;
    return -1;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        double best = 1e30;
        long n = 0;

        for (int k = 0; k < 3 && n >= 0 && (k == 0 || best < 1e9); k++) {
            double start = now();
            n = run(argv[i]);
            if (now() - start < best)
                best = now() - start;
        }
        if (n > 1)
            printf("%s %.3f\n", argv[i], best / (double)n);
        else if (n == 1)
            printf("%s %.4f\n", argv[i], best / 1e9);
    }
    return 0;
}
