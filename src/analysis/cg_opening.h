/* cg_opening - the arc without which a cycle would be none
 *
 * Role: functions that call each other in a circle share one estimate, and the way to have one of
 * each is to leave out an arc (-k). This finds the arc to leave out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CG_OPENING_H
#define ANALYSIS_CG_OPENING_H

#include "analysis/call_graph.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

struct cg_opening {
    uint32_t members; /* of the cycle */
    uint32_t arc;  /* number of the arc to leave out; NO_OPENING: none was found that would help */
    uint32_t left; /* members of the largest cycle that remains without it; 0: no cycle does */
};

#define NO_OPENING UINT32_MAX

/* Find the arc for cycle number `cycle`, from 1, of a graph whose cycles are known. If there are
 * arcs without which no cycle remains, it is that of them with the fewest calls. If not, it is the
 * one, of those that were tried, that leaves the smallest cycle: those with the fewest calls are
 * tried, as many as a bounded number of steps allows. Ties go to the arc with fewer calls, then to
 * the older one.
 * O(functions + arcs log(arcs)). Fails, after reporting, when memory is out. */
bool cg_opening_find(struct cg_opening *o, const struct call_graph *g, uint32_t cycle,
                     struct diag *d);

#endif
