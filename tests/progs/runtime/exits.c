/* exits.c - a program several of whose threads call exit at once
 *
 * Use: exits [on]: eight threads and main call work() a hundred times, wait for each other, and end
 * the process with status 3. With `on', two more threads go on calling other() meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 8 };

static pthread_barrier_t all;

__attribute__((noinline)) void work(void)
{
    __asm__ volatile("");
}

__attribute__((noinline)) void other(void)
{
    __asm__ volatile("");
}

static void work_and_wait(void)
{
    for (int i = 0; i < 100; i++)
        work();
    pthread_barrier_wait(&all);
}

static void *end(void *unused)
{
    (void)unused;
    work_and_wait();
    exit(3);
}

static void *go_on(void *unused)
{
    (void)unused;
    for (;;)
        other();
}

int main(int argc, char **argv)
{
    pthread_t t;

    (void)argv;
    pthread_barrier_init(&all, NULL, THREADS + 1);
    for (int i = 0; argc > 1 && i < 2; i++)
        pthread_create(&t, NULL, go_on, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t, NULL, end, NULL);
    work_and_wait();
    return 3;
}
