/* progress - one line on a terminal that shows how far long work has come
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/progress.h"

#include <time.h>
#include <unistd.h>

enum { SILENT_FOR = 1000, EVERY = 200 }; /* milliseconds */

static uint64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void progress_start(struct progress *p, struct diag *d, size_t total, const char *what)
{
    bool terminal = d->stream && fileno(d->stream) >= 0 && isatty(fileno(d->stream));

    *p = (struct progress){.diag = d,
                           .what = what,
                           .total = total,
                           .next = terminal ? now() + SILENT_FOR : UINT64_MAX};
}

void progress_tell(struct progress *p, size_t done)
{
    if (p->next == UINT64_MAX || now() < p->next)
        return;
    if (p->total > 0)
        diag_status(p->diag, "%zu of %zu %s", done, p->total, p->what);
    else
        diag_status(p->diag, "%zu %s", done, p->what);
    p->next = now() + EVERY;
}

void progress_end(struct progress *p)
{
    diag_status(p->diag, NULL);
}
