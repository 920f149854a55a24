/* many_threads.c - threads that wait, threads that come and go, and short ones that work
 *
 * Use: many_threads idle COUNT MS    COUNT threads wait while main works for MS of CPU time
 *      many_threads made COUNT       COUNT threads that call one function each, at most 64 at once
 *      many_threads quiet COUNT      the same, but they call nothing that is instrumented
 *      many_threads short COUNT US   COUNT threads one after the other, which work for US
 *                                    microseconds, in light() for a quarter and heavy() for the
 *                                    rest
 *      many_threads library COUNT US the same, but in libc's memset()
 *      many_threads main COUNT US    the same; then main lets no SIGPROF in and works in hidden()
 *                                    for 300 ms of CPU time
 *      many_threads thread COUNT US  the same after a thread that does so
 * Prints the CPU time of the process, in milliseconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
#define QUIET __attribute__((noinline, no_instrument_function))

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long sink;

QUIET static long used(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Loops of one microsecond, about: measured once, so that the clock takes no time later. */
static long loops;

QUIET static void measure(void)
{
    long start = used(CLOCK_THREAD_CPUTIME_ID);

    for (unsigned long i = 0; i < 20000000; i++)
        sink += i;
    long took = used(CLOCK_THREAD_CPUTIME_ID) - start;
    loops = 20000000 / (took > 0 ? took : 1) + 1;
}

NOINLINE static void light(long us)
{
    for (long i = us * loops; i > 0; i--)
        sink += (unsigned long)i;
}

NOINLINE static void heavy(long us)
{
    for (long i = us * loops; i > 0; i--)
        sink += (unsigned long)i;
}

NOINLINE static void work(void)
{
    for (int i = 0; i < 1000; i++)
        sink += 1;
}

NOINLINE static void idle(void)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

static void *wait_there(void *unused)
{
    idle();
    return unused;
}

static void *work_once(void *unused)
{
    work();
    return unused;
}

QUIET static void *work_quietly(void *unused)
{
    for (int i = 0; i < 1000; i++)
        sink += 1;
    return unused;
}

static void *work_briefly(void *us)
{
    light((long)us / 4);
    heavy((long)us - (long)us / 4);
    return NULL;
}

static long rounds; /* of memset in a microsecond, times 1,000 */

QUIET static void fill(long us)
{
    static char block[1 << 16];

    for (long i = us * rounds / 1000; i > 0; i--)
        memset(block, (int)i, sizeof block);
}

NOINLINE static void *fill_briefly(void *us)
{
    fill((long)us);
    return NULL;
}

QUIET static void measure_memset(void)
{
    rounds = 1000 * 1000; /* a thousand a microsecond */
    long start = used(CLOCK_THREAD_CPUTIME_ID);

    fill(10);
    long took = used(CLOCK_THREAD_CPUTIME_ID) - start;
    rounds = 10 * 1000 * 1000 / (took > 0 ? took : 1);
}

/* The runtime changes masks that the program sets, but not by this way. */
NOINLINE static void *hidden(void *unused)
{
    unsigned long set = 1UL << (SIGPROF - 1);

    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, sizeof set);
    long end = used(CLOCK_THREAD_CPUTIME_ID) + 300000;
    while (used(CLOCK_THREAD_CPUTIME_ID) < end)
        for (unsigned long i = 0; i < 100000; i++)
            sink += i;
    return unused;
}

QUIET static pthread_t begin(void *(*run)(void *), void *arg)
{
    pthread_attr_t attr;
    pthread_t t;

    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 65536);
    if (pthread_create(&t, &attr, run, arg) != 0) {
        perror("pthread_create");
        _exit(77);
    }
    return t;
}

QUIET static void waiting(int count, long ms)
{
    pthread_t *t = calloc((size_t)count, sizeof *t);

    pthread_mutex_lock(&gate);
    for (int i = 0; i < count; i++)
        t[i] = begin(wait_there, NULL);
    long end = used(CLOCK_THREAD_CPUTIME_ID) + ms * 1000;
    while (used(CLOCK_THREAD_CPUTIME_ID) < end)
        for (int i = 0; i < 1000; i++)
            work();
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < count; i++)
        pthread_join(t[i], NULL);
    free(t);
}

QUIET static void making(int count, void *(*run)(void *))
{
    pthread_t t[64];
    int made = 0;

    for (; made < count; made++) {
        if (made >= 64)
            pthread_join(t[made % 64], NULL);
        t[made % 64] = begin(run, NULL);
    }
    for (int i = made < 64 ? 0 : made - 64; i < made; i++)
        pthread_join(t[i % 64], NULL);
}

QUIET static void working(int count, long us, void *(*run)(void *))
{
    measure();
    measure_memset();
    for (int i = 0; i < count; i++)
        pthread_join(begin(run, (void *)us), NULL);
}

int main(int argc, char **argv)
{
    int count = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 100;
    long amount = argc > 3 ? strtol(argv[3], NULL, 10) : 500;

    if (argc > 1 && strcmp(argv[1], "idle") == 0)
        waiting(count, amount);
    else if (argc > 1 && strcmp(argv[1], "made") == 0)
        making(count, work_once);
    else if (argc > 1 && strcmp(argv[1], "quiet") == 0)
        making(count, work_quietly);
    else {
        if (argc > 1 && strcmp(argv[1], "thread") == 0)
            pthread_join(begin(hidden, NULL), NULL);
        bool in_library = argc > 1 && strcmp(argv[1], "library") == 0;
        working(count, amount, in_library ? fill_briefly : work_briefly);
        if (argc > 1 && strcmp(argv[1], "main") == 0)
            hidden(NULL);
    }
    printf("%ld\n", used(CLOCK_PROCESS_CPUTIME_ID) / 1000);
    return 0;
}
