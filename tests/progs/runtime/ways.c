/* ways.c - ends in the way that it is told; work() is called 10 times before, late() sometimes
 * after
 *
 * Use: ways WAY [ARG]; the head of main lists them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Programs for LD_PRELOAD are linked without them. */
#pragma weak gmon_dump
#pragma weak gmon_reset

#define NOINLINE __attribute__((noinline))

static int is_late;

NOINLINE void work(void)
{
    __asm__ volatile("");
}

NOINLINE void late(void)
{
    __asm__ volatile("");
}

NOINLINE void early(void)
{
    __asm__ volatile("");
}

__attribute__((constructor)) static void at_start(void)
{
    early();
}

__attribute__((destructor)) static void at_end(void)
{
    if (is_late)
        late();
}

static void work_times(int n)
{
    for (int i = 0; i < n; i++)
        work();
}

/* CPU time, in ms, here or in any thread that calls it. */
NOINLINE void burn(long ms)
{
    struct timespec start;
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    do {
        for (volatile int i = 0; i < 100000; i++)
            ;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    } while ((t.tv_sec - start.tv_sec) * 1000 + (t.tv_nsec - start.tv_nsec) / 1000000 < ms);
}

static void *blocked_thread(void *unused)
{
    sigset_t all;

    (void)unused;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    burn(500);
    return NULL;
}

/* Sleeps that a signal ends; each should take its time. */
static int interrupted(void)
{
    pthread_t t;
    int n = 0;

    pthread_create(&t, NULL, blocked_thread, NULL);
    for (int i = 0; i < 40; i++)
        n += usleep(10000) != 0;
    pthread_join(t, NULL);
    return n;
}

/* Calls nothing that is instrumented. */
__attribute__((no_instrument_function)) static void *silent_thread(void *unused)
{
    struct timespec t;

    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while (t.tv_sec == 0 && t.tv_nsec < 300000000);
    return unused;
}

static void silent(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, silent_thread, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}

static void on_prof(int signal)

{
    (void)signal;
}

static void take_prof(void)
{
    struct itimerval t = {{0, 10000}, {0, 10000}};

    signal(SIGPROF, on_prof);
    setitimer(ITIMER_PROF, &t, NULL);
    burn(100);
}

static void children(void)
{
    if (fork() == 0) {
        work_times(3);
        burn(200);
        exit(0);
    }
    wait(NULL);
    if (fork() == 0)
        _exit(0); /* counted nothing: leaves no file */
    wait(NULL);
    if (vfork() == 0)
        _exit(0);
    wait(NULL);
}

/* Goes on sleeping when a signal has woken it. */
static void sleep_a_second(void)
{
    struct timespec end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec++;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) != 0)
        ;
}

static void pausing(void)
{
    moncontrol(0);
    work_times(1000);
    burn(200);
    moncontrol(1);
}

static void dumping(const char *path)
{
    if (gmon_dump(path) != 0)
        exit(3);
    work_times(5);
    gmon_reset();
    work_times(7);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "return";
    const char *arg = argc > 2 ? argv[2] : "1";

    work_times(10);
    if (strcmp(way, "exit") == 0)
        exit(4);
    if (strcmp(way, "_exit") == 0)
        _exit(5);
    if (strcmp(way, "_Exit") == 0)
        _Exit(5);
    if (strcmp(way, "quick_exit") == 0)
        quick_exit(6);
    if (strcmp(way, "abort") == 0)
        abort();
    if (strcmp(way, "raise") == 0)
        raise((int)strtol(arg, NULL, 10));
    if (strcmp(way, "late") == 0)
        is_late = 1;
    if (strcmp(way, "chdir") == 0 && chdir(arg) != 0)
        return 9;
    if (strcmp(way, "exec") == 0)
        execl("/bin/sh", "sh", "-c", "i=0; while test $i -lt 100000; do i=$((i + 1)); done; exit 7",
              (char *)NULL);
    if (strcmp(way, "daemon") == 0 && daemon(1, 0) != 0)
        return 9;
    if (strcmp(way, "burn") == 0)
        burn(strtol(arg, NULL, 10));
    if (strcmp(way, "sleep") == 0)
        sleep_a_second();
    if (strcmp(way, "prof") == 0)
        take_prof();
    if (strcmp(way, "children") == 0)
        children();
    if (strcmp(way, "pause") == 0)
        pausing();
    if (strcmp(way, "dump") == 0)
        dumping(arg);
    if (strcmp(way, "reset") == 0) {
        gmon_reset();
        children();
    }
    if (strcmp(way, "silent") == 0)
        silent();
    if (strcmp(way, "blocked") == 0)
        printf("%d\n", interrupted());
    if (strcmp(way, "twice") == 0) {
        burn(20);
        _mcleanup();
        work_times(1);
    }
    if (strcmp(way, "closed") == 0)
        for (int fd = 0; fd < 20; fd++)
            close(fd);
    return 0;
}
