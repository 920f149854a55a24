/* profiling_time - what profiling may have cost each function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/profiling_time.h"

#include "base/mem.h"
#include "symbols/sym_filter.h"

#include <stdlib.h>

/* Gives the samples of each frame of mcount to the frames that called it. */
static double divide_by_stacks(double *ticks, const struct stack_frames *f, const bool *is_profiler)
{
    double total = 0;

    for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
        uint32_t entered = f->at[i].parent, caller;

        if (!is_profiler[f->at[i].function] || !(f->at[i].own.ticks > 0))
            continue;
        total += f->at[i].own.ticks;
        while (entered >= GSTACK_ENDS && is_profiler[f->at[entered].function])
            entered = f->at[entered].parent;
        if (entered < GSTACK_ENDS)
            continue;
        ticks[f->at[entered].function] += f->at[i].own.ticks;
        caller = f->at[entered].parent;
        if (caller >= GSTACK_ENDS && f->at[caller].function != f->at[entered].function)
            ticks[f->at[caller].function] += f->at[i].own.ticks;
    }
    return total;
}

static double divide_by_calls(double *ticks, const struct hist_result *hist,
                              const struct call_graph *g, const bool *is_profiler)
{
    double total = 0, calls = 0;

    for (uint32_t s = 0; s < g->n_symbols; s++)
        total += is_profiler[s] ? hist->ticks[s] : 0;
    for (uint32_t a = 0; a < g->n_arcs; a++) {
        double count = (double)g->arcs[a].count;

        calls += count;
        ticks[g->arcs[a].child] += count;
        if (g->arcs[a].parent != g->arcs[a].child)
            ticks[g->arcs[a].parent] += count;
    }
    for (uint32_t s = 0; s < g->n_symbols; s++)
        ticks[s] *= calls > 0 ? total / calls : 0;
    return total;
}

double *profiling_time(const struct stack_frames *frames, const struct hist_result *hist,
                       const struct call_graph *g, const struct symtab *symtab, double *total,
                       struct diag *d)
{
    double *ticks = mem_alloc(d, symtab->n, sizeof *ticks);
    bool *is_profiler = mem_alloc(d, symtab->n, sizeof *is_profiler);

    for (uint32_t s = 0; s < symtab->n; s++)
        is_profiler[s] = sym_is_profiler(symtab, s);
    *total = frames->n > 0 ? divide_by_stacks(ticks, frames, is_profiler)
                           : divide_by_calls(ticks, hist, g, is_profiler);
    free(is_profiler);
    return ticks;
}
