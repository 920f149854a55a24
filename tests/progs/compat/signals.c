/* signals.c - handlers called by the kernel, with callees of their own
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/time.h>
#include "burn.h"

static volatile sig_atomic_t hits;

static KEEP void deeper(int n)
{
    BURN(300);
    hits += n;
}

static KEEP void on_usr1(int sig)
{
    BURN(500);
    deeper(sig);
}

static KEEP void on_alarm(int sig)
{
    deeper(sig);
    raise(SIGUSR1);
}

KEEP void toss(int n)
{
    BURN(200);
    if (n % 2)
        raise(SIGUSR1);
}

int main(void)
{
    struct sigaction act = {.sa_handler = on_usr1, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &act, 0);
    act.sa_handler = on_alarm;
    sigaction(SIGALRM, &act, 0);
    struct itimerval every = {{0, 5000}, {0, 5000}};
    setitimer(ITIMER_REAL, &every, 0);
    for (int i = 0; i < 20000; i++)
        toss(i);
    return hits == 1;
}
