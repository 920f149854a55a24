/* measured_truth - calls, and how long they take by the program's own clock
 *
 * Prints a line for each function whose time it measures with the processor's clock: its name and
 * the time as a percentage of the whole. What is measured makes few counted calls, so that counting
 * takes none of it. Usage: measured_truth MILLISECONDS, of CPU time
 *
 *     few, often      call work: often 99 times for a hundredth of it, few once for the rest
 *     lightly, hard   sort with the library's qsort and a cheap or a dear comparison
 *     even, odd       call each other; each of them works
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))
#define UNCOUNTED __attribute__((noinline, no_instrument_function))

enum { ITEMS = 5000, STEP = 3000, DEPTH = 20 };

static volatile unsigned sum;

NOINLINE void work(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sum = sum * 3 + i;
}

NOINLINE void often(void)
{
    for (int i = 0; i < 99; i++)
        work(STEP / 25);
    __asm__ volatile("");
}

NOINLINE void few(void)
{
    work(99 * 99 * (STEP / 25));
    __asm__ volatile("");
}

UNCOUNTED static int cheap(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

UNCOUNTED static int dear(const void *a, const void *b)
{
    for (unsigned i = 0; i < 40; i++)
        sum = sum * 5 + i;
    return cheap(a, b);
}

NOINLINE void lightly(int *items)
{
    qsort(items, ITEMS, sizeof *items, cheap);
    __asm__ volatile("");
}

NOINLINE void hard(int *items)
{
    qsort(items, ITEMS, sizeof *items, dear);
    __asm__ volatile("");
}

int even(int n);

NOINLINE int odd(int n)
{
    work(STEP);
    return n == 0 ? 0 : even(n - 1) + 1;
}

NOINLINE int even(int n)
{
    work(5 * STEP);
    return n == 0 ? 1 : odd(n - 1) + 1;
}

UNCOUNTED static long long now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int numbers[ITEMS], items[ITEMS];

NOINLINE void measure(long long spent[5])
{
    long long at[7];

    at[0] = now();
    often();
    at[1] = now();
    few();
    at[2] = now();
    memcpy(items, numbers, sizeof items);
    lightly(items);
    at[3] = now();
    memcpy(items, numbers, sizeof items);
    hard(items);
    at[4] = now();
    sum += (unsigned)even(DEPTH);
    at[5] = now();
    for (int i = 0; i < 5; i++)
        spent[i] += at[i + 1] - at[i];
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"often", "few", "lightly", "hard", "even"};
    long long spent[5] = {0}, all = 0, end = now() + (argc > 1 ? atoll(argv[1]) : 1000) * 1000000;

    for (int i = 0; i < ITEMS; i++)
        numbers[i] = rand();
    while (now() < end)
        measure(spent);
    for (int i = 0; i < 5; i++)
        all += spent[i];
    for (int i = 0; i < 5; i++)
        printf("%s %.2f\n", names[i], 100.0 * (double)spent[i] / (double)all);
    return 0;
}
