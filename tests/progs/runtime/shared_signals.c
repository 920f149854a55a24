/* shared_signals.c - sets the actions of a signal that libgmon shares, and dies of it
 *
 * Use: shared_signals WAY. Prints what it reads of the actions, and what its handlers got.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned long sink;
static volatile sig_atomic_t got;

__attribute__((noinline)) static void work(void)
{
    for (unsigned long i = 0; i < 100000; i++)
        sink += i;
}

static void on_signal(int number)
{
    (void)number;
    got++;
}

/* The usual handler of crashes. */
static void again(int number)
{
    got++;
    signal(number, SIG_DFL);
    raise(number);
}

static void on_info(int number, siginfo_t *info, void *context)
{
    got += number == info->si_signo && info->si_pid == getpid() && context != NULL;
}

static void show(int number)
{
    struct sigaction now = {.sa_flags = 0};
    int in_mask = 0;

    sigaction(number, NULL, &now);
    for (int i = 1; i <= 64; i++)
        in_mask += i != SIGSTKFLT && sigismember(&now.sa_mask, i) == 1;
    printf("%s flags %x mask %d got %d\n",
           now.sa_handler == SIG_DFL   ? "default"
           : now.sa_handler == SIG_IGN ? "ignored"
                                       : "handled",
           (unsigned)now.sa_flags & ~0x04000000U, in_mask, (int)got);
    fflush(stdout);
}

static void handle(int number, void (*handler)(int), unsigned flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)flags};

    sigaddset(&action.sa_mask, SIGUSR1);
    sigaction(number, &action, NULL);
    show(number);
}

static int in_child(int number)
{
    int status = 0;

    if (fork() == 0) {
        show(number);
        handle(number, SIG_DFL, 0);
        raise(number);
        _exit(0);
    }
    wait(&status);
    return WTERMSIG(status);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    int number = strcmp(way, "abort") == 0 ? SIGABRT : SIGTERM;

    for (int i = 0; i < 10; i++)
        work();
    show(number);
    if (strcmp(way, "back") == 0) {
        printf("%d\n", signal(number, on_signal) == SIG_DFL);
        raise(number);
        show(number);
        printf("%d\n", signal(number, SIG_DFL) == on_signal);
    } else if (strcmp(way, "once") == 0) {
        handle(number, on_signal, SA_RESETHAND | SA_RESTART);
        raise(number);
    } else if (strcmp(way, "once-open") == 0) {
        handle(number, on_signal, SA_RESETHAND | SA_NODEFER);
        raise(number);
    } else if (strcmp(way, "again") == 0) {
        handle(number, again, 0);
    } else if (strcmp(way, "again-once") == 0) {
        handle(number, again, SA_RESETHAND);
    } else if (strcmp(way, "ignored") == 0) {
        handle(number, SIG_IGN, 0);
        raise(number);
        show(number);
        printf("%d\n", signal(number, SIG_DFL) == SIG_IGN);
    } else if (strcmp(way, "info") == 0) {
        struct sigaction action = {.sa_sigaction = on_info,
                                   .sa_flags = (int)(SA_SIGINFO | SA_RESETHAND)};
        sigaction(number, &action, NULL);
        raise(number);
    } else if (strcmp(way, "abort") == 0) {
        handle(number, on_signal, SA_NODEFER);
        fflush(stdout);
        abort();
    } else if (strcmp(way, "child") == 0) {
        handle(number, on_signal, SA_RESETHAND);
        printf("child %d\n", in_child(number));
        handle(number, SIG_DFL, SA_RESTART);
    } else if (strcmp(way, "sysv") == 0) {
        printf("%d\n", sysv_signal(number, on_signal) == SIG_DFL);
        raise(number);
    }
    show(number);
    raise(number);
    show(number);
    return 0;
}
