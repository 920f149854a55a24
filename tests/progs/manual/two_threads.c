/* two_threads.c - a program for the manual's commands: two threads call the same function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>

long add(long n);

__attribute__((noinline)) long add(long n)
{
    return n + 1;
}

static void *run(void *unused)
{
    volatile long n = 0;

    (void)unused;
    for (int i = 0; i < 1000000; i++)
        n = add(n);
    return 0;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, run, 0);
    pthread_create(&two, 0, run, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
