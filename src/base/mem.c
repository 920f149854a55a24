/* mem - allocates memory with checked sizes, or ends the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"

#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

static _Atomic(struct temporary *) newest;

static void remove_all(void)
{
    for (const struct temporary *t = newest; t; t = t->next)
        unlink(t->path);
}

static void remove_and_end(int signum)
{
    remove_all();
    signal(signum, SIG_DFL);
    raise(signum); /* the signal is pending until the handler returns, and then ends the program */
}

/* Arranges that signals that end the program remove the files. Ignored signals stay ignored. */
static void watch_signals(void)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    const struct sigaction ours = {.sa_handler = remove_and_end};
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

void temporary_forget(void)
{
    newest = NULL;
}

/* Removes incomplete files, reports what has run out, and ends the program. */
_Noreturn static void end(const struct diag *d, const char *reason, const char *remedy)
{
    static atomic_flag is_told = ATOMIC_FLAG_INIT;
    struct diag last;

    while (atomic_flag_test_and_set(&is_told))
        pause(); /* another thread ends the program */
    diag_init(&last, d ? d->program : NULL, stderr);
    last.has_status = isatty(STDERR_FILENO);
    diag_error(&last, NULL, "%s; %s", reason, remedy);
    remove_all();
    _exit(EXIT_FAILURE);
}

void mem_out(const struct diag *d, size_t bytes)
{
    char reason[80] = "out of memory";

    if (bytes > 0)
        snprintf(reason, sizeof reason, "out of memory: %zu more bytes were refused", bytes);
    end(d, reason, "free memory or raise the limit (ulimit -v)");
}

void mem_too_many(const struct diag *d, size_t n)
{
    char reason[80];

    snprintf(reason, sizeof reason, "more than %zu entries in a table", n);
    end(d, reason, "use a smaller program or fewer data files");
}

void *mem_alloc(struct diag *d, size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);

    if (!p)
        mem_out(d, size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return p;
}

char *mem_copy_string(struct diag *d, const char *from, size_t bytes)
{
    char *p = bytes < SIZE_MAX ? malloc(bytes + 1) : NULL;

    if (!p)
        mem_out(d, bytes);
    if (bytes)
        memcpy(p, from, bytes);
    p[bytes] = '\0';
    return p;
}

char *mem_printf(struct diag *d, const char *fmt, ...)
{
    va_list ap;
    char *p;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    p = mem_alloc(d, n < 0 ? SIZE_MAX : (size_t)n + 1, 1);
    va_start(ap, fmt);
    vsnprintf(p, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return p;
}

void *mem_grow_more(struct diag *d, void *old, size_t *cap, size_t need, size_t size)
{
    size_t room = *cap < 16 ? 16 : *cap;
    void *p = NULL;

    while (room < need && room <= SIZE_MAX / 2)
        room += room / 2 + 1;
    if (room < need)
        room = need;
    if (room <= SIZE_MAX / size)
        p = realloc(old, room * size);
    if (!p)
        mem_out(d, room <= SIZE_MAX / size ? room * size : SIZE_MAX);
    *cap = room;
    return p;
}
