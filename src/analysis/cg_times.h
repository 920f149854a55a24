/* cg_times - finds the self and children times of each function, and the time of each arc
 *
 * Role: one form for estimated and measured times. cg_estimate computes times from the ticks of the
 * functions and the counts of calls: a callee's time is divided among its callers by these.
 * cg_measure takes times from call stacks. Times are facts if they are made from all ticks. The
 * classic listing estimates its own times from the ticks that its filters leave (view/cg_view.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CG_TIMES_H
#define ANALYSIS_CG_TIMES_H

#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "symbols/symtab.h"

/* A time in ticks of the histogram. */
struct cg_time {
    double self;     /* self time (of a cycle: that of its members) */
    double children; /* time of its descendants on its behalf */
};

struct cg_times {
    struct cg_time *nodes; /* times by node of the call graph; owned */
    struct cg_time *arcs;  /* times by arc: the part of the child's time that calls by this parent
                            * took; 0 for arcs inside a cycle, if estimated; owned */
};

/* Estimates the times of `g`, whose cycles are known, from the functions' own `ticks`, by symbol.
 * `fraction` is the part of its time that each node hands to its callers; NULL: all of it. An arc
 * from or to a function with fraction 0 has no time. If everything is handed on, all ticks arrive
 * at the functions and cycles without callers. Sums are taken callees first, by g->order and the
 * lists of arcs, since the classic listings depend on their last bits. O(functions + arcs). */
void cg_estimate(struct cg_times *times, const struct call_graph *g, const double *ticks,
                 const double *fraction, struct diag *d);

void cg_times_release(struct cg_times *times);

/* ---- measured from call stacks ---- */

/* Times measured from call stacks. Each sample counts once for every function and every arc on its
 * stack. So recursion and cycles need no special care, and no time exceeds the total. A function's
 * children time is its inclusive time less its self time.
 *
 * An arc goes from the symbol that holds the call to the called function, like counted arcs
 * (symtab.h, callee). So the time of a symbol within a function, such as a line or a label without
 * a type, is part of the function's inclusive time, too. */

struct stack_times {
    struct stack_sum *self;      /* samples by node of the graph: in the function itself, or in the
                                  * members of the cycle; owned */
    struct stack_sum *inclusive; /* samples by node: with the function, or some member of the cycle,
                                  * anywhere on the stack; owned */
    struct stack_sum *arc_self;  /* samples by arc: in a callee that was called along the arc;
                                  * owned */
    struct stack_sum
        *arc_inclusive;            /* samples by arc: with the call anywhere on the stack; owned */
    struct stack_sum *arc_entered; /* samples by arc: with the callee's outermost frame called along
                                    * the arc. The sum over all arcs to a function is its inclusive
                                    * samples, less those of stacks that begin with the function;
                                    * owned */
    struct stack_sum total;        /* samples of all frames: 100 % */
};

/* Adds an arc of count 0 for each call in the stacks that has no arc in `g`. To be called after
 * cg_dfn, so that counted calls alone decide cycles and order. Otherwise calls through a library
 * (main -> <libc.so.6> -> f -> <libc.so.6>) would make one cycle of nearly all functions. Arcs that
 * `filter` leaves out are not added; NULL: it leaves none out. O(frames + arcs). */
void stack_arcs_add(struct call_graph *g, const struct stack_frames *frames,
                    const struct sym_filter *filter, struct diag *d);

/* Measures all nodes and arcs of `g`. A call without an arc in `g` is left out of the times of
 * arcs. O(frames + nodes + arcs), without recursion. */
void stack_times_init(struct stack_times *t, const struct stack_frames *frames,
                      const struct call_graph *g, struct diag *d);

/* Makes times of the graph from measured ones. The caller releases `times` with
 * cg_times_release. */
void cg_measure(struct cg_times *times, const struct stack_times *t, const struct call_graph *g,
                struct diag *d);

/* Finds the ticks of each function from stacks, in place of hist_assign_samples, if there is no
 * histogram. `frames` holds all of them, made with STACKS_ALL. */
void hist_from_stacks(struct hist_result *result, const struct stack_frames *frames,
                      const struct symtab *symtab, struct diag *d);

void stack_times_release(struct stack_times *t);

/* ---- what profiling has cost ---- */

/* Samples cannot tell exactly how much time profiling has cost. The counting function, mcount, is
 * called at the start of each profiled function, and samples in it are the profiler's. But a
 * processor works on instructions of the program and of mcount at once, so a sample in mcount may
 * have waited for the program. One run cannot tell how often that happens. So the time of a
 * function without -pg is between
 *
 *     its samples                        as if all samples in mcount waited for mcount, and
 *     its samples and those in mcount    that were taken while a call of it, or by it, was counted,
 *                                        as if counting cost nothing.
 *
 * Counting costs nothing if the program waits by itself: in a loop whose leaf has four dependent
 * multiplications, a call takes 3.3 ns with -pg and without (doc/PERF, tests/perf/leaf_cost.c). So
 * no constant cost of a call is right for all programs. */

/* Returns the ticks in mcount by the symbols for which mcount may have counted; owned by the
 * caller. Each tick counts for the entered function and for its caller. `frames` holds all call
 * stacks (STACKS_ALL), which tell both functions. If `frames` is empty, the ticks of the histogram
 * are divided by counts of calls, which is an estimate. `*total` becomes the sum of all ticks in
 * mcount. O(frames + arcs + symbols) */
double *profiling_time(const struct stack_frames *frames, const struct hist_result *hist,
                       const struct call_graph *g, const struct symtab *symtab, double *total,
                       struct diag *d);

#endif
