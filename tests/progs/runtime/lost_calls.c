/* lost_calls - threads that call functions at the same time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 4, ROUNDS = 1000 };

static volatile long rounds;

__attribute__((noinline)) void leaf(void)
{
    rounds++;
}

__attribute__((noinline)) void middle(void)
{
    leaf();
    rounds++;
}

static void *work(void *nothing)
{
    for (int i = 0; i < ROUNDS; i++)
        middle();
    return nothing;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, NULL) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
