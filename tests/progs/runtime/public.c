/* public.c - calls everything in gmon.h with errno set, and what is said to be safe in handlers
 *
 * Prints the names of functions that changed errno. Then a timer's handler calls moncontrol and
 * gmon_reset, and, when there is an argument, gmon_dump, while main allocates memory and calls.
 * The timer is armed again at the end of the handler: where writing a file takes longer than the
 * timer's interval, main would never go on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/* Programs for LD_PRELOAD are linked without these. */
#pragma weak gmon_dump
#pragma weak gmon_reset

static const struct itimerval once = {{0, 0}, {0, 1000}};
static volatile sig_atomic_t ticks;
static int may_dump;

__attribute__((noinline)) static void work(void)
{
    __asm__ volatile("");
}

static void on_alarm(int signal)
{
    (void)signal;
    ticks++;
    moncontrol(0);
    moncontrol(1);
    gmon_reset();
    if (may_dump)
        gmon_dump("snapshot");
    setitimer(ITIMER_REAL, &once, NULL);
}

static void check(const char *name)
{
    if (errno != ERANGE)
        puts(name);
    errno = ERANGE;
}

static void call_all(void)
{
    errno = ERANGE;
    monstartup(0, 0);
    check("monstartup");
    moncontrol(0);
    moncontrol(1);
    check("moncontrol");
    gmon_dump("snapshot");
    check("gmon_dump");
    gmon_dump("no/such/directory");
    check("gmon_dump that fails");
    gmon_reset();
    check("gmon_reset");
    _mcleanup();
    check("_mcleanup");
}

int main(int argc, char **argv)
{
    struct sigaction a;

    (void)argv;
    may_dump = argc > 1;
    call_all();
    memset(&a, 0, sizeof a);
    a.sa_handler = on_alarm;
    a.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &a, NULL);
    setitimer(ITIMER_REAL, &once, NULL);
    while (ticks < 300) {
        free(malloc(1 << (ticks % 20)));
        work();
    }
    a.sa_handler = SIG_IGN;
    sigaction(SIGALRM, &a, NULL);
    gmon_reset();
    for (int i = 0; i < 1000; i++)
        work();
    return 0;
}
