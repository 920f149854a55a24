/* cg_times - the time of each function with and without what it calls, and of each arc
 *
 * Role: one form for times however they are known. cg_estimate makes them from the ticks of the
 * functions and the counts of calls; times that were measured, from call stacks, stand in the same
 * places: stack_times.h. Readers that must tell them apart ask `origin`.
 *
 * These are facts as long as they are made from all ticks. The classic listing estimates times of
 * its own, from what its filters leave (view/cg_view.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CG_TIMES_H
#define ANALYSIS_CG_TIMES_H

#include "analysis/call_graph.h"
#include "base/diag.h"

#include <stdbool.h>

enum cg_origin {
    CG_ESTIMATED, /* a callee's time is divided among its callers by numbers of calls */
    CG_MEASURED   /* from call stacks: cg_measure of stack_times.h */
};

/* Ticks of the histogram. */
struct cg_time {
    double self;     /* of the function itself (of a cycle: of its members) */
    double children; /* of its descendants, on its behalf */
};

struct cg_times {
    enum cg_origin origin;
    struct cg_time *nodes; /* by node of the call graph; owned */
    struct cg_time *arcs;  /* by arc: what of the child's time its calls by this parent took; 0 for
                              arcs inside a cycle, if estimated; owned */
};

/* Estimate the times of `g`, whose cycles are known, from the functions' own `ticks`, by symbol.
 * `fraction`: how much of its time each function hands to its callers, by node; none if 0. An arc
 * from or to a function that hands on nothing has no time. NULL: everything is handed on, so that
 * all ticks arrive at the functions and cycles that nobody calls. Sums are taken callees first, by
 * g->order and the lists of arcs: the classic listings depend on their last bits.
 * O(functions + arcs). */
void cg_estimate(struct cg_times *times, const struct call_graph *g, const double *ticks,
                 const double *fraction, struct diag *d);

void cg_times_release(struct cg_times *times);

#endif
