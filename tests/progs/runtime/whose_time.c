/* whose_time.c - has the kernel work in calls that libgmon makes for the program
 *
 * Use: whose_time: each function below has 0.3 s of CPU time. Prints a line `FUNCTION TICKS' for
 * each, with the hundredths of a second that it had.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))
#define SLICE 0.3

enum { RANDOM_BYTES = 1 << 18, FORKED_BYTES = 100 << 20, TIMES = 500 };

static char buffer[RANDOM_BYTES];

static double used(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

APART void asks(double end)
{
    while (used() < end)
        syscall(SYS_getrandom, buffer, sizeof buffer, 0);
}

APART void masks(double end)
{
    sigset_t all;

    sigfillset(&all);
    while (used() < end)
        for (int i = 0; i < TIMES; i++)
            sigprocmask(i % 2 == 0 ? SIG_BLOCK : SIG_UNBLOCK, &all, NULL);
}

APART void names(double end)
{
    char name[16];

    while (used() < end)
        for (int i = 0; i < TIMES; i++)
            prctl(PR_GET_NAME, name);
}

APART void alternates(double end)
{
    stack_t old;

    while (used() < end)
        for (int i = 0; i < TIMES; i++)
            sigaltstack(NULL, &old);
}

APART void forks(double end)
{
    while (used() < end) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
    }
}

static void play(const char *name, void (*run)(double))
{
    double begun = used();

    run(begun + SLICE);
    printf("%s %.0f\n", name, 100 * (used() - begun));
}

int main(void)
{
    char *memory =
        mmap(NULL, FORKED_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    play("asks", asks);
    play("masks", masks);
    play("names", names);
    play("alternates", alternates);
    /* Many small pages: a fork copies their tables for milliseconds. */
    madvise(memory, FORKED_BYTES, MADV_NOHUGEPAGE);
    for (long i = 0; i < FORKED_BYTES; i += 4096)
        memory[i] = 1;
    fflush(stdout);
    play("forks", forks);
    return 0;
}
