/* temporary - removes incomplete files if a signal, or a limit, ends the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/temporary.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static _Atomic(struct temporary *) newest;

void temporary_remove_all(void)
{
    for (const struct temporary *t = newest; t; t = t->next)
        unlink(t->path);
}

void temporary_remove_and_end(int signum)
{
    temporary_remove_all();
    signal(signum, SIG_DFL);
    raise(signum); /* the signal is pending until the handler returns, and then ends the program */
}

/* Arranges that signals that end the program remove the files. Ignored signals stay ignored. */
static void watch_signals(void)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    const struct sigaction ours = {.sa_handler = temporary_remove_and_end};
    struct sigaction old;

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &ours, NULL);
}

void temporary_begin(struct temporary *t, const char *path)
{
    watch_signals();
    *t = (struct temporary){.path = path, .next = newest};
    newest = t;
}

void temporary_end(struct temporary *t)
{
    struct temporary *before = newest;

    if (before == t) {
        newest = t->next;
        return;
    }
    while (before && before->next != t)
        before = before->next;
    if (before)
        before->next = t->next;
}
