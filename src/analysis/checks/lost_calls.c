/* lost_calls - calls that the runtime has lost, as threads ran at the same time
 *
 * glibc's runtime counts without taking care of other threads, and while one thread counts a call,
 * those of all others are dropped. Its data are told by three things: no build is noted, where
 * libgmon would have noted one; 100 samples a second; and all call sites are rounded to 16 bytes
 * from the start of the histogram. Whether threads ran, the data do not tell, but a program that
 * names the functions that start them is meant to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

#include <string.h>

enum {
    ROUNDING = 16, /* bytes */
    RATE = 100     /* samples a second */
};

/* Names have versions behind them in some symbol tables. */
static bool starts_threads(const char *name)
{
    static const char *const starters[] = {"pthread_create", "thrd_create", "GOMP_parallel",
                                           "__kmpc_fork_call", "_ZNSt6thread15_M_start_thread"};

    for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
        if (strncmp(name, starters[i], strlen(starters[i])) == 0)
            return true;
    return false;
}

/* Whether all call sites are rounded. */
static bool are_rounded(const struct profile *p)
{
    for (size_t i = 0; i < p->arcs.n; i++)
        if ((p->arcs.keys[i].first - p->hists[0].low) % ROUNDING != 0)
            return false;
    return p->arcs.n > 0;
}

void check_lost_calls(const struct diagnosis *at, struct diag *d)
{
    const struct profile *p = at->profile;
    const uint8_t *id;
    struct diag quiet;

    diag_init(&quiet, d->program, NULL);
    if (p->n_builds > 0 || core_build_id(at->image, &id) == 0 || p->n_hists == 0 ||
        p->hists[0].rate != RATE || !are_rounded(p) || core_is_stripped(at->image) ||
        !core_names(at->image, starts_threads, &quiet))
        return;
    diag_warning(d, at->data,
                 "its calls may be too few: glibc's runtime wrote it, which loses calls where "
                 "threads run at the same time, and %s starts threads; run it with libgmon",
                 at->image->path);
}
