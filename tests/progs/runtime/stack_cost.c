/* stack_cost.c - how long a tick takes, at a given depth of the stack
 *
 * Use: stack_cost SENDER DEPTH TICKS [cold]. Sends itself ticks as the kernel's timers do, from
 * stacks of that depth, each of one of 1,024 orders of calls. Prints the median and the 95th
 * percentile of their time in ns, without that of the signal itself. cold: between two ticks it
 * uses so much memory that all caches are full of that. SENDER, the address of the runtime's state,
 * is what ticks are known by (nm has it; the program is linked at fixed addresses).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))
#define END __asm__ volatile("") /* no tail call: the function stays on the stack */

static siginfo_t tick;
static int number;
static unsigned order;
static int64_t last;
static bool is_cold;

static int64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void use_memory(void)
{
    static unsigned char memory[16 << 20];

    for (size_t i = 0; i < sizeof memory; i += 64)
        memory[i]++;
}

static void send(void)
{
    if (is_cold)
        use_memory();
    int64_t before = now();

    syscall(SYS_rt_tgsigqueueinfo, getpid(), (int)syscall(SYS_gettid), number, &tick);
    last = now() - before;
}

static void down(int depth);
APART void left(int depth)
{
    down(depth);
    END;
}
APART void right(int depth)
{
    down(depth);
    END;
}

APART void down(int depth)
{
    if (depth <= 0)
        send();
    else if ((order >> depth / 2 % 10 & 1) != 0)
        left(depth - 2);
    else
        right(depth - 2);
    END;
}

static int compare_times(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void ignore(int n)
{
    (void)n;
}

/* Sorted times of so many signals. */
static int64_t *times_of(int depth, int n)
{
    int64_t *times = calloc((size_t)n, sizeof *times);

    for (int i = 0; i < n; i++) {
        order = (unsigned)rand() % 1024;
        down(depth);
        times[i] = last;
    }
    qsort(times, (size_t)n, sizeof *times, compare_times);
    return times;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    int depth = atoi(argv[2]), n = atoi(argv[3]);

    is_cold = argc > 4;
    memset(&tick, 0, sizeof tick);
    tick.si_code = SI_TIMER;
    tick.si_value.sival_ptr = (void *)(uintptr_t)strtoull(argv[1], NULL, 16);
    number = SIGUSR1;
    signal(SIGUSR1, ignore);
    int64_t signal_alone = times_of(depth, n)[n / 2];
    number = SIGPROF;
    tick.si_signo = SIGPROF;
    int64_t *times = times_of(depth, n);
    printf("%ld %ld\n", (long)(times[n / 2] - signal_alone),
           (long)(times[n / 20 * 19] - signal_alone));
    return 0;
}
