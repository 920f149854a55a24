/* spawner.c - starts programs as spawners, shells and service managers do; takes SIGPROF over
 *
 * Use: spawner fork|signal|sysv|raw|vfork|posix_spawn N    N children, each of which execs true
 *      spawner default|ignore|threads             sets SIGPROF so, and goes on working
 *      spawner own                                its own handler, its own ITIMER_PROF at 50 ms
 *      spawner reads                              what it reads of SIGPROF
 *
 * Prints how many children were killed by a signal, how often the handler ran, or what was read.
 * A child has all signals blocked while it sets every handler to SIG_DFL and closes 65,533
 * descriptors; then it restores the mask and execs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

/* What signal is with -std=c11. */
extern void (*__sysv_signal(int number, void (*function)(int)))(int);

static volatile sig_atomic_t handled;

NOINLINE void work(void)
{
    for (volatile int i = 0; i < 100000; i++)
        ;
}

/* Processor time, in ms, of the calling thread. */
static void burn(long ms)
{
    struct timespec start, now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    do {
        work();
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < ms);
}

NOINLINE static void all_to_default(const char *how)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    unsigned long raw[4] = {0}; /* the kernel's structure */

    for (int i = 1; i < 65; i++) {
        if (strcmp(how, "signal") == 0)
            signal(i, SIG_DFL);
        else if (strcmp(how, "sysv") == 0)
            __sysv_signal(i, SIG_DFL);
        else if (strcmp(how, "raw") == 0)
            syscall(SYS_rt_sigaction, i, raw, NULL, 8);
        else
            sigaction(i, &action, NULL);
    }
}

/* In the child; all signals are blocked. */
NOINLINE static void exec_true(const char *how, const sigset_t *mask)
{
    all_to_default(how);
    for (int i = 3; i < 65536; i++)
        close(i);
    sigprocmask(SIG_SETMASK, mask, NULL);
    for (int i = 3; i < 20000; i++)
        close(i);
    execl("/bin/true", "true", (char *)NULL);
    _exit(127);
}

static int killed(pid_t child)
{
    int status = 0;

    waitpid(child, &status, 0);
    return WIFSIGNALED(status);
}

static pid_t spawned(void)
{
    posix_spawnattr_t a;
    sigset_t all;
    pid_t child = 0;
    char *argv[] = {"true", NULL};

    posix_spawnattr_init(&a);
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&a, &all);
    posix_spawnattr_setflags(&a, POSIX_SPAWN_SETSIGDEF);
    posix_spawn(&child, "/bin/true", NULL, &a, argv, NULL);
    return child;
}

static int spawn(const char *how, int n)
{
    sigset_t all, mask;
    int dead = 0;

    sigfillset(&all);
    for (int i = 0; i < n; i++) {
        pid_t child;
        work();
        sigprocmask(SIG_SETMASK, &all, &mask);
        if (strcmp(how, "posix_spawn") == 0) {
            child = spawned();
        } else {
            child = strcmp(how, "vfork") == 0 ? vfork() : fork();
            if (child == 0)
                exec_true(how, &mask);
        }
        sigprocmask(SIG_SETMASK, &mask, NULL);
        dead += killed(child);
    }
    return dead;
}

static void on_prof(int number)
{
    (void)number;
    handled++;
}

static void *busy(void *unused)
{
    burn(400);
    return unused;
}

/* Other threads are in the middle of their ticks. */
static void with_threads(void)
{
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, busy, NULL);
    burn(100);
    signal(SIGPROF, SIG_IGN);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}

static int own(void)
{
    struct sigaction action = {.sa_handler = on_prof};
    struct itimerval t = {{0, 50000}, {0, 50000}};

    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &t, NULL);
    burn(1200);
    return handled;
}

static int reads(void)
{
    struct sigaction first, second;
    struct sigaction action = {.sa_handler = on_prof};

    sigaction(SIGPROF, NULL, &first);
    sigaction(SIGPROF, &action, &second);
    return (first.sa_handler == SIG_DFL) + (second.sa_handler == SIG_DFL) +
           (signal(SIGPROF, SIG_IGN) == on_prof);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    int said = 0;

    if (argc > 2)
        said = spawn(way, atoi(argv[2]));
    burn(100);
    if (strcmp(way, "default") == 0)
        signal(SIGPROF, SIG_DFL);
    if (strcmp(way, "ignore") == 0)
        signal(SIGPROF, SIG_IGN);
    if (strcmp(way, "threads") == 0)
        with_threads();
    if (strcmp(way, "own") == 0)
        said = own();
    if (strcmp(way, "reads") == 0)
        said = reads();
    if (argc == 2 && strcmp(way, "own") != 0)
        burn(200);
    printf("%d\n", said);
    return 0;
}
