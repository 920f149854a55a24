/* check_calls - warns of counts of calls that are missing or lost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/evidence.h"
#include "image/core_symbols.h"

bool check_is_start(const char *name)
{
    return strstr(name, "monstartup") != NULL;
}

static bool is_start_of_program(const char *name)
{
    return strncmp(name, "__libc_start_main", 17) == 0;
}

/* Returns true if some code was compiled with -pg. */
static bool has_profiled_code(const struct diagnosis *at)
{
    const struct symtab *symtab = at->symtab;

    for (uint32_t s = 0; s < symtab->n_code; s++)
        if (!symtab->symbols[s].is_stub && check_is_hook(symtab->symbols[s].name))
            return check_has_call(at, true);
    return core_names(at->image, check_is_hook);
}

void check_no_call_counts(const struct diagnosis *at, struct diag *d)
{
    const struct profile *profile = at->profile;
    bool shows_blocks = at->by_line && profile->has_blocks; /* counts of blocks are counts, too */

    if (!profile->has_histogram || profile->has_arcs || shows_blocks ||
        build_evidence(at) == BUILD_DIFFERS) /* check_other_build reports that */
        return;
    if (has_profiled_code(at))
        diag_warning(d, at->data,
                     "has no call counts: functions compiled with -pg were inlined; see their "
                     "lines with -l, or compile with -fno-inline");
    else if (core_names(at->image, check_is_start) || !core_names(at->image, is_start_of_program))
        diag_warning(d, at->data,
                     "has no call counts; compile the program with -pg, too, not only link it");
    /* else the program was run with GMON_ALL=1, for times alone */
}

void check_calls_outside(const struct diagnosis *at, struct diag *d)
{
    if (at->graph->unknown_calls > 0)
        diag_warning(d, at->image->path,
                     "calls from or to code outside every known function are not counted: %" PRIu64
                     "; use an image with all symbols, linked with %s",
                     at->graph->unknown_calls,
                     at->image->is_windows ? core_fixed_option(at->image) : "-static");
}

/* While one thread counts a call, glibc's runtime drops the calls of all other threads. Three
 * properties tell glibc's data: there is no build ID, which libgmon would have noted; there are 100
 * samples a second; all call sites are rounded to 16 bytes from the start of the histogram. The
 * data do not tell of threads, but a program that names functions that start threads probably has
 * some. */

enum {
    ROUNDING = 16, /* bytes */
    RATE = 100     /* samples a second */
};

/* Returns true if the function starts threads. In some symbol tables a version follows the name. */
static bool starts_threads(const char *name)
{
    static const char *const starters[] = {"pthread_create", "thrd_create", "GOMP_parallel",
                                           "__kmpc_fork_call", "_ZNSt6thread15_M_start_thread"};

    for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
        if (strncmp(name, starters[i], strlen(starters[i])) == 0)
            return true;
    return false;
}

/* Returns true if all call sites are rounded. */
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

    if (p->n_builds > 0 || at->image->build_id.n == 0 || p->n_hists == 0 ||
        p->hists[0].rate != RATE || !are_rounded(p) || core_is_stripped(at->image) ||
        !core_names(at->image, starts_threads))
        return;
    diag_warning(d, at->data,
                 "its calls may be too few: glibc's runtime loses calls of threads, and %s starts "
                 "threads; run it with libgmon",
                 at->image->path);
}
