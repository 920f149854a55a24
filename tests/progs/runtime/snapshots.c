/* snapshots.c - a program whose profile is paused by a signal, or that is killed
 *
 * Use: snapshots toggle    work on each side of two signals USR2, in a thread and a child, too
 *      snapshots forever   work in four threads and a child, until it is killed
 *      snapshots costly    count so many arcs that a snapshot takes long, then work for 4 s
 *      snapshots signals   the same for a second, with three signals USR2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define APART __attribute__((noinline))

static volatile unsigned sum;

static APART void spin(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sum += i;
}

/* Uses as many hundredths of a second of CPU time. */
static APART void burn(int hundredths)
{
    clock_t end = clock() + hundredths * CLOCKS_PER_SEC / 100;

    while (clock() < end)
        for (int i = 0; i < 100000; i++)
            sum++;
}

static APART void before(void)
{
    burn(1);
}

static APART void inside(void)
{
    burn(1);
}

static APART void behind(void)
{
    burn(1);
}

static APART void in_thread(void)
{
    spin(10);
}

static APART void in_child(void)
{
    spin(10);
}

static void *run_thread(void *none)
{
    for (int i = 0; i < 30; i++)
        in_thread();
    return none;
}

static int toggle(void)
{
    pthread_t thread;
    int status = 0;

    for (int i = 0; i < 10; i++)
        before();
    raise(SIGUSR2);
    for (int i = 0; i < 20; i++)
        inside();
    pthread_create(&thread, NULL, run_thread, NULL);
    pthread_join(thread, NULL);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 7; i++)
            in_child();
        return 5;
    }
    waitpid(child, &status, 0);
    raise(SIGUSR2);
    for (int i = 0; i < 10; i++)
        behind();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void *run_for_ever(void *none)
{
    for (;;) {
        spin(100000);
        usleep(2000); /* the processors are for others, too */
    }
    return none;
}

static int for_ever(void)
{
    pthread_t thread;

    alarm(600); /* if nobody ends it */
    if (fork() == 0)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, NULL, run_for_ever, NULL);
    run_for_ever(NULL);
    return 0;
}

void __cyg_profile_func_enter(void *function, void *site);

/* Counts a million arcs, then works. */
static int costly(int signals)
{
    for (int i = 0; i < 1000000; i++)
        __cyg_profile_func_enter((void *)costly, (char *)costly + i);
    for (int i = 0; i < signals; i++)
        raise(SIGUSR2);
    burn(signals > 0 ? 100 : 400);
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "forever";

    if (strcmp(what, "costly") == 0 || strcmp(what, "signals") == 0)
        return costly(what[0] == 's' ? 3 : 0);
    return strcmp(what, "toggle") == 0 ? toggle() : for_ever();
}
