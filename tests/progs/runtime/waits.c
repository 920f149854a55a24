/* waits.c - all threads block signals, and one waits for them
 *
 * Use: waits sigwait|signalfd process|thread|none
 *      SIGPROF is sent ten times, to the process or to the thread that waits, each time after the
 *      last one has arrived, while another thread works; none: SIGUSR1 is sent instead, for 200 ms
 *      of CPU time. Prints how many SIGPROF have arrived.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
enum { SENT = 10, PATIENCE = 300 }; /* ms for all of them */

static atomic_int arrived;
static atomic_bool is_over;
static volatile unsigned long sink;
static sigset_t all;

NOINLINE static void work(void)
{
    for (int i = 0; i < 100000; i++)
        sink += 1;
}

static void *work_on(void *unused)
{
    while (!is_over)
        work();
    return unused;
}

static void *wait_for_signals(void *by_file)
{
    int fd = by_file != NULL ? signalfd(-1, &all, 0) : -1;
    struct signalfd_siginfo info;
    int number = 0;

    while (!is_over) {
        if (fd < 0)
            sigwait(&all, &number);
        else if (read(fd, &info, sizeof info) == sizeof info)
            number = (int)info.ssi_signo;
        work();
        arrived += number == SIGPROF;
    }
    return NULL;
}

static double used(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void send_ten(pthread_t to, bool thread)
{
    const struct timespec ms = {0, 1000000};
    int waited = 0;

    for (int sent = 1; sent <= SENT; sent++) {
        if (thread)
            pthread_kill(to, SIGPROF);
        else
            kill(getpid(), SIGPROF);
        while (arrived < sent && waited++ < PATIENCE * SENT)
            nanosleep(&ms, NULL);
    }
}

int main(int argc, char **argv)
{
    bool by_file = argc > 1 && strcmp(argv[1], "signalfd") == 0;
    pthread_t waiting, working;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_create(&waiting, NULL, wait_for_signals, by_file ? &all : NULL);
    pthread_create(&working, NULL, work_on, NULL);
    if (argc > 2 && strcmp(argv[2], "none") != 0)
        send_ten(waiting, strcmp(argv[2], "thread") == 0);
    else
        for (double end = used() + 0.2; used() < end;)
            pthread_kill(waiting, SIGUSR1);
    is_over = true;
    pthread_join(working, NULL);
    pthread_kill(waiting, SIGUSR1);
    pthread_join(waiting, NULL);
    printf("%d\n", arrived);
    return 0;
}
