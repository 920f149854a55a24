/* stack_waits.c - waits in three ways, half a second each, and works in between
 *
 * Use: stack_waits [MS]: works for so many ms of CPU time; 200.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))
#define END __asm__ volatile("") /* no tail call: the function stays on the stack */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned sum;

APART void naps(void)
{
    for (int i = 0; i < 10; i++)
        usleep(50000);
    END;
}

APART void asks(void)
{
    struct pollfd none;

    poll(&none, 0, 500);
    END;
}

APART void locks(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    END;
}

APART void work(long ms)
{
    clock_t end = clock() + ms * (CLOCKS_PER_SEC / 1000);

    while (clock() < end)
        for (unsigned i = 0; i < 100000; i++)
            sum = sum * 3 + i;
    END;
}

static void *other(void *arg)
{
    locks();
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t thread;

    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, other, NULL);
    naps();
    asks();
    work(argc > 1 ? atol(argv[1]) : 200);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
