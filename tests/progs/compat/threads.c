/* threads.c - four threads share one call graph
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stddef.h>
#include "burn.h"

enum { THREADS = 4 };

static KEEP void chunk(int n)
{
    BURN(n);
}

static KEEP void *worker(void *arg)
{
    int rounds = *(int *)arg;
    for (int i = 0; i < rounds; i++)
        chunk(200);
    return NULL;
}

int main(void)
{
    pthread_t id[THREADS];
    int rounds[THREADS];
    for (int i = 0; i < THREADS; i++) {
        rounds[i] = 20000 * (i + 1);
        if (pthread_create(&id[i], NULL, worker, &rounds[i]))
            return 1;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(id[i], NULL);
    return 0;
}
