/* thread_calls.c - calls in many threads; prints how often work() was called
 *
 * Use: threads join|detach|alive|signals|jump|fork|locked|dumps|ranges|bare [ROUNDS]
 *   join     threads come and go, eight at a time
 *   detach   the same, detached
 *   alive    threads still wait when main returns
 *   signals  a timer's handler, which calls functions itself, interrupts two threads
 *   jump     the handler leaves by siglongjmp
 *   fork     children are forked while a thread calls; each prints its own count
 *   locked   a fork waits for a lock of libc; the thread that has it makes its first call
 *   dumps    main writes snapshots while threads call
 *   ranges   main chooses other ranges for samples while threads call
 *   bare     very short threads, 16 at a time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include "gmon.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Programs for LD_PRELOAD are linked without it. */
#pragma weak gmon_dump
#pragma weak monstartup

#define NOINLINE __attribute__((noinline))
#define QUIET __attribute__((noinline, no_instrument_function))

static atomic_long worked;
static atomic_long handled;
static atomic_int waiting;
static atomic_int stop;
static int calls = 20000;
static char sink;
static sigjmp_buf again;

NOINLINE void work(void)
{
    __asm__ volatile("");
}

NOINLINE void handle(void)
{
    atomic_fetch_add_explicit(&handled, 1, memory_order_relaxed);
}

/* New arcs all the time: a table that grows while it is interrupted. */
#define MANY_1(n)                                                                                  \
    NOINLINE void many##n(void)                                                                    \
    {                                                                                              \
        __asm__ volatile("" ::"r"(n));                                                             \
    }
#define MANY_4(n) MANY_1(n##0) MANY_1(n##1) MANY_1(n##2) MANY_1(n##3)
MANY_4(0)
MANY_4(1)
MANY_4(2) MANY_4(3) MANY_4(4) MANY_4(5) MANY_4(6) MANY_4(7)
#define CALL_4(n) many##n##0(), many##n##1(), many##n##2(), many##n##3();
#define CALL_ALL CALL_4(0) CALL_4(1) CALL_4(2) CALL_4(3) CALL_4(4) CALL_4(5) CALL_4(6) CALL_4(7)

    NOINLINE
    void spread(void){CALL_ALL CALL_ALL CALL_ALL CALL_ALL CALL_ALL CALL_ALL CALL_ALL CALL_ALL}

QUIET static void *run(void *wait)
{
    for (int i = 0; i < calls; i++)
        work();
    spread();
    atomic_fetch_add(&worked, calls);
    atomic_fetch_add(&waiting, 1);
    if (wait != NULL)
        for (;;)
            pause();
    return NULL;
}

QUIET static void on_alarm(int signal)
{
    (void)signal;
    handle();
    spread();
}

QUIET static void jump_out(int signal)
{
    (void)signal;
    handle();
    siglongjmp(again, 1);
}

QUIET static void alarms(void (*handler)(int))
{
    struct sigaction a;
    struct itimerval t = {{0, 200}, {0, 200}};

    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    a.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &a, NULL);
    setitimer(ITIMER_REAL, &t, NULL);
}

QUIET static void no_alarms(void)
{
    struct itimerval t = {{0, 0}, {0, 0}};

    setitimer(ITIMER_REAL, &t, NULL);
}

QUIET static void jumping(void)
{
    static volatile int n;

    if (sigsetjmp(again, 1) == 0)
        alarms(jump_out); /* not before there is a place to jump to */
    while (n < 3000000) {
        n++;
        work(); /* may be left between n++ and its count: at most one call a jump */
    }
    no_alarms();
    atomic_store(&worked, n);
}

QUIET static void *until_stopped(void *unused)
{
    (void)unused;
    while (!stop) {
        work();
        spread();
        free(malloc(1)); /* ThreadSanitizer delivers signals here */
    }
    return NULL;
}

QUIET static void forking(int children)
{
    pthread_t t;

    pthread_create(&t, NULL, until_stopped, NULL);
    for (int i = 0; i < children; i++) {
        pid_t child = fork();
        if (child == 0) {
            for (int k = 0; k < 100 + i; k++)
                handle();
            printf("%ld %d\n", (long)getpid(), 100 + i);
            exit(0);
        }
        waitpid(child, NULL, 0);
    }
    stop = 1;
    pthread_join(t, NULL);
}

/* fflush(NULL) holds the lock of all streams, for which fork waits, while it calls this. */
QUIET static ssize_t write_late(void *unused, const char *text, size_t size)
{
    (void)unused;
    (void)text;
    atomic_fetch_add(&waiting, 1);
    usleep(200000);
    work();
    return (ssize_t)size;
}

QUIET static void *flush_all(void *stream)
{
    fputs("text", stream);
    fflush(NULL);
    atomic_fetch_add(&worked, 1);
    return NULL;
}

QUIET static void fork_locked(void)
{
    cookie_io_functions_t io = {.write = write_late};
    FILE *stream = fopencookie(NULL, "w", io);
    pthread_t t;

    pthread_create(&t, NULL, flush_all, stream);
    while (atomic_load(&waiting) == 0)
        usleep(1000);
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    pthread_join(t, NULL);
}

QUIET static void joining(int rounds, int at_once)
{
    pthread_t t[16];

    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < at_once; i++)
            pthread_create(&t[i], NULL, run, NULL);
        for (int i = 0; i < at_once; i++)
            pthread_join(t[i], NULL);
    }
}

/* The threads stay: that one has ended, and another may have its tables, is seen by the kernel
 * alone and not by ThreadSanitizer. */
QUIET static void dumping(int count)
{
    pthread_t t;

    for (int i = 0; i < count; i++)
        pthread_create(&t, NULL, run, &sink);
    do
        gmon_dump("snapshot");
    while (atomic_load(&waiting) < count);
}

QUIET static void choosing(int count)
{
    unsigned long at = (unsigned long)work;
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, until_stopped, NULL);
    for (int i = 0; i < count; i++) {
        usleep(1000);
        monstartup(at - 4096 * (i % 2), at + 4096);
    }
    stop = 1;
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}

QUIET static void detaching(int rounds, void *wait)
{
    pthread_attr_t attr;
    pthread_t t;

    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    for (int i = 0; i < rounds; i++)
        pthread_create(&t, &attr, run, wait);
    while (atomic_load(&waiting) < rounds)
        usleep(1000);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "join";
    int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 10;

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strcmp(mode, "signals") == 0)
        alarms(on_alarm);
    if (strcmp(mode, "detach") == 0 || strcmp(mode, "alive") == 0) {
        detaching(rounds, mode[0] == 'a' ? argv : NULL);
    } else if (strcmp(mode, "jump") == 0) {
        jumping();
    } else if (strcmp(mode, "dumps") == 0) {
        dumping(rounds);
    } else if (strcmp(mode, "ranges") == 0) {
        choosing(rounds);
    } else if (strcmp(mode, "fork") == 0) {
        forking(rounds);
    } else if (strcmp(mode, "locked") == 0) {
        fork_locked();
    } else if (strcmp(mode, "bare") == 0) {
        calls = 10;
        joining(rounds, 16);
    } else {
        joining(rounds, 8);
    }
    no_alarms();
    printf("%ld %ld\n", (long)worked, (long)handled);
    return 0;
}
