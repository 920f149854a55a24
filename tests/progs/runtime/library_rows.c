/* library_rows - a program whose time is in libraries, which says how much of it each part took
 *
 * Prints the share of CPU time, in percent, of copying, sorting, allocating, of its own library, of
 * reading, which is the kernel's time, and of a thread; then the seconds of CPU time, user and
 * system, that the process has used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double own_work(long n); /* of library_rows_own.c */

enum { BYTES = 1 << 18, NUMBERS = 20000, BLOCKS = 64, PARTS = 6 };

static char from[BYTES], to[BYTES];
static int numbers[NUMBERS];

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int compare(const void *left, const void *right)
{
    int l = *(const int *)left, r = *(const int *)right;

    return (l > r) - (l < r);
}

static __attribute__((noinline)) void copy(volatile size_t *bytes)
{
    for (int i = 0; i < 200; i++)
        memcpy(to, from, *bytes);
}

static __attribute__((noinline)) void sort(void)
{
    unsigned seed = 1;

    for (int i = 0; i < NUMBERS; i++) {
        seed = seed * 1103515245 + 12345;
        numbers[i] = (int)(seed >> 8);
    }
    qsort(numbers, NUMBERS, sizeof *numbers, compare);
}

static __attribute__((noinline)) void allocate(void)
{
    static void *volatile block[BLOCKS];

    for (int i = 0; i < 5000; i++) {
        free(block[i % BLOCKS]);
        block[i % BLOCKS] = malloc((size_t)(i * 37 % 5000) + 1);
    }
}

static __attribute__((noinline)) void fetch(int zeros)
{
    for (int i = 0; i < 300; i++)
        if (read(zeros, to, BYTES) != BYTES)
            exit(1);
}

static __attribute__((noinline)) void *elsewhere(void *sum)
{
    for (int i = 0; i < 700000; i++)
        *(volatile double *)sum += i;
    return NULL;
}

static double used(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv)
{
    static const char *const parts[PARTS] = {"copy", "sort",  "allocate",
                                             "own",  "fetch", "elsewhere"};
    double least = argc > 1 ? atof(argv[1]) : 1, spent[PARTS] = {0}, all = 0, sum = 0;
    volatile size_t bytes = BYTES;
    int zeros = open("/dev/zero", O_RDONLY);
    pthread_t thread;

    while (all < least) {
        double at[PARTS + 1];

        at[0] = now();
        copy(&bytes);
        at[1] = now();
        sort();
        at[2] = now();
        allocate();
        at[3] = now();
        sum += own_work(300000);
        at[4] = now();
        fetch(zeros);
        at[5] = now();
        if (pthread_create(&thread, NULL, elsewhere, &sum) != 0)
            return 77;
        pthread_join(thread, NULL);
        at[6] = now();
        for (int i = 0; i < PARTS; i++) {
            spent[i] += at[i + 1] - at[i];
            all += at[i + 1] - at[i];
        }
    }
    for (int i = 0; i < PARTS; i++)
        printf("%s %.1f\n", parts[i], 100 * spent[i] / all);
    printf("cpu %.3f\n", used());
    return sum < 0;
}
