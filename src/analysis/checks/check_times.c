/* check_times - tells of times that are not what they seem
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/causes.h"

#include "analysis/cg_times.h"
#include "base/mem.h"
#include "symbols/sym_filter.h"

/* Writes the percentage of the samples, unless it is at most `least` or there are few. */
static bool put_percent(const struct evidence *e, double ticks, double least, struct sink *detail)
{
    double all = e->hist->total;

    if (all < FEW_SAMPLES || 100 * ticks <= least * all)
        return false;
    sink_printf(detail, "%.0f", 100 * ticks / all);
    return true;
}

/* ---- code without a function ----------------------------------------------------------------- */

/* Finds samples that no function of the image can have: those outside all functions, or, if
 * functions may lack a symbol, outside all code. If all functions have symbols, the only gaps
 * between them are padding and what is between sections, so such samples are rare if the image and
 * the data belong together. */
bool check_strays(const struct evidence *e, struct sink *detail)
{
    enum { DOUBTFUL_SHARE = 20 }; /* one sample of so many is too many */
    const struct hist_result *hist = e->hist;
    bool may_lack = e->symtab->has_sizes &&
                    (e->facts & IS_STRIPPED || !(e->facts & (BUILD_UNKNOWN | BUILD_DIFFERS)));
    double strays = may_lack ? hist->outside - hist->unnamed : hist->stray;

    if (hist->total <= 0 || strays * DOUBTFUL_SHARE < hist->total)
        return false;
    sink_printf(detail, "%.0f of %.0f", strays, hist->total);
    return true;
}

/* At least a hundredth of the time is in code that has no name. */
bool check_unnamed(const struct evidence *e, struct sink *detail)
{
    const struct symtab *symtab = e->symtab;
    const struct stack_frames *f = e->stacks;
    double all = f ? f->all.ticks : e->hist->total;
    double ticks = f || !symtab->unnamed ? 0 : e->hist->ticks[symtab->unnamed];

    for (uint32_t i = GSTACK_ENDS; f && symtab->unnamed && i < f->n; i++)
        ticks += f->at[i].function == symtab->unnamed ? f->at[i].own.ticks : 0;
    if (all < FEW_SAMPLES || ticks < all / 100)
        return false;
    sink_printf(detail, "%.0f %% of the time is in code that has no name, %s", 100 * ticks / all,
                symtab->symbols[symtab->unnamed].name);
    return true;
}

/* ---- the runtime ----------------------------------------------------------------------------- */

/* Returns true if two functions, each with a tenth of the time, change places if the time of
 * profiling counts as theirs. */
static bool may_change_order(const struct evidence *e, struct diag *d)
{
    static const struct stack_frames none;
    const struct hist_result *hist = e->hist;
    double total, least = hist->total / 10;
    LOCAL double *more =
        profiling_time(e->stacks ? e->stacks : &none, hist, e->graph, e->symtab, &total, d);
    uint32_t large[20], n = 0; /* each tick of profiling counts twice */
    bool changes = false;

    for (uint32_t s = 0; s < e->symtab->n; s++)
        if (!sym_is_profiler(e->symtab, s) && hist->ticks[s] + more[s] >= least &&
            n < sizeof large / sizeof *large)
            large[n++] = s;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            changes = changes || (hist->ticks[large[i]] > hist->ticks[large[j]] &&
                                  hist->ticks[large[i]] + more[large[i]] <
                                      hist->ticks[large[j]] + more[large[j]]);
    return changes;
}

/* Reports leave out mcount and its variants. A runtime that charges its time to them makes the
 * totals smaller, so the user would not see the cost of profiling. */
bool check_profiling_time(const struct evidence *e, struct sink *detail)
{
    double ticks = 0;

    for (uint32_t s = 0; s < e->symtab->n; s++)
        ticks += sym_is_profiler(e->symtab, s) ? e->hist->ticks[s] : 0;
    return put_percent(e, ticks, 10, detail) && may_change_order(e, detail->diag);
}

/* libgmon knows the CPU time of the process, but threads that end before their first sample do not
 * tell where they spent it. */
bool check_unseen_time(const struct evidence *e, struct sink *detail)
{
    enum { LATE = 3 /* ticks: fewer may be one tick that came late */ };
    double ticks = 0;

    for (uint32_t s = 0; s < e->symtab->n; s++)
        if (strcmp(e->symtab->symbols[s].name, "<unseen>") == 0)
            ticks += e->hist->ticks[s];
    return ticks >= LATE && put_percent(e, ticks, 5, detail);
}
