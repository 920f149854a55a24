/* clone_times - a program whose time is in what compilers make of functions, which says how much
 *
 * loop becomes loop._omp_fn.0; heavy, whose argument is a constant, heavy.constprop.0, and rows, of
 * whose argument one member is used, rows.isra.0. tiny is inlined. Prints the percentages of CPU
 * time of loop, heavy and rows, and how often each was called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CELLS = 1 << 12 };

struct table {
    double *cells;
    long unused, n;
};

static double cells[CELLS];
static volatile double sum;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline double tiny(double x, int i)
{
    return x * 0.5 + i;
}

static __attribute__((noinline)) void loop(int n)
{
#pragma omp parallel for
    for (int i = 0; i < CELLS; i++) {
        double x = 0;

        for (int k = 0; k < n; k++)
            x = tiny(x, k);
        cells[i] = x;
    }
}

static __attribute__((noinline)) double heavy(int n, int mode)
{
    double x = 0;

    for (int i = 0; i < n; i++)
        x = mode == 1 ? tiny(x, i) : x - i;
    return x;
}

static __attribute__((noinline)) double rows(const struct table *t)
{
    double x = 0;

    for (int k = 0; k < 400; k++)
        for (long i = 0; i < t->n; i++)
            x = tiny(x, (int)i);
    return x;
}

int main(int argc, char **argv)
{
    const struct table table = {.cells = cells, .n = CELLS};
    int turns = 0;
    double least = argc > 1 ? atof(argv[1]) : 1, spent[3] = {0}, all = 0;
    static const char *const names[] = {"loop", "heavy", "rows"};

    for (; all < least; turns++) {
        double at[4];

        at[0] = now();
        loop(1000);
        at[1] = now();
        sum += heavy(3000000, 1);
        at[2] = now();
        sum += rows(&table);
        at[3] = now();
        for (int i = 0; i < 3; i++)
            spent[i] += at[i + 1] - at[i];
        all = spent[0] + spent[1] + spent[2];
    }
    for (int i = 0; i < 3; i++)
        printf("%s %.1f %d\n", names[i], 100 * spent[i] / all, turns);
    return 0;
}
