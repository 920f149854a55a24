/* cg_ahead - ask for the memory of arcs some steps before a walk over functions comes to them
 *
 * Role: whoever goes over functions in another order than by address finds each one's arcs, and the
 * functions at their other ends, at places of memory that no cache holds and no processor foresees.
 * Each is found by what was read before it: the list's start, the list, the arc; so they are asked
 * for in three steps, each some functions before the next one. Nothing depends on it but the time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CG_AHEAD_H
#define ANALYSIS_CG_AHEAD_H

#include "analysis/call_graph.h"
#include "base/prefetch.h"

#include <stddef.h>
#include <stdint.h>

/* Functions ahead; and how many arcs of one are asked for, as the others follow these in memory or
 * are too many for a cache. */
enum { CG_AHEAD_STEP = 6, CG_AHEAD_ARCS = 16 };

/* What the walk will read of an arc and of the function at its other end: calls of prefetch. */
typedef void cg_ask(const void *context, uint32_t arc, uint32_t other);

/* The walk is at `walk`, goes on by `step` (1 or -1), and has `left` functions before it, this one
 * included. Places that are no functions, such as cycles, are passed over. */
static inline void cg_ahead(const struct call_graph *g, const struct cg_lists *lists,
                            const uint32_t *walk, ptrdiff_t step, uint32_t left, cg_ask *ask,
                            const void *context)
{
    uint32_t s, first, n;

    if (left <= 3 * CG_AHEAD_STEP)
        return;
    s = walk[3 * CG_AHEAD_STEP * step];
    if (s < g->n_symbols)
        prefetch(&lists->first[s]);
    s = walk[2 * CG_AHEAD_STEP * step];
    if (s < g->n_symbols) {
        prefetch(&lists->item[lists->first[s]]);
        prefetch(&lists->other[lists->first[s]]);
    }
    s = walk[CG_AHEAD_STEP * step];
    if (s >= g->n_symbols)
        return;
    first = lists->first[s];
    n = lists->first[s + 1] - first;
    for (uint32_t i = first; i < first + (n < CG_AHEAD_ARCS ? n : CG_AHEAD_ARCS); i++)
        ask(context, lists->item[i], lists->other[i]);
}

#endif
