/* cg_times - finds the time of each function with and without what it calls, and of each arc
 *
 * Role: one form for times however they are known. cg_estimate makes them from the ticks of the
 * functions and the counts of calls; cg_measure takes them from call stacks. Readers that must tell
 * them apart ask `origin`. These are facts as long as they are made from all ticks. The classic
 * listing estimates times of its own, from what its filters leave (view/cg_view.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CG_TIMES_H
#define ANALYSIS_CG_TIMES_H

#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "base/diag.h"
#include "symbols/symtab.h"

#include <stdint.h>

enum cg_origin {
    CG_ESTIMATED, /* a callee's time is divided among its callers by numbers of calls */
    CG_MEASURED   /* from call stacks, by cg_measure */
};

/* In ticks of the histogram. */
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

/* Estimates the times of `g`, whose cycles are known, from the functions' own `ticks`, by symbol.
 * `fraction`: how much of its time each function hands to its callers, by node; none if 0. An arc
 * from or to a function that hands on nothing has no time. NULL: everything is handed on, so that
 * all ticks arrive at the functions and cycles that nobody calls. Sums are taken callees first, by
 * g->order and the lists of arcs: the classic listings depend on their last bits.
 * O(functions + arcs). */
void cg_estimate(struct cg_times *times, const struct call_graph *g, const double *ticks,
                 const double *fraction, struct diag *d);

void cg_times_release(struct cg_times *times);

/* ---- measured from call stacks ---- */

/* Each sample counts once for every function on its stack, however often that stands there, and
 * once for every arc; so recursion and cycles need no special care, and nothing exceeds the total.
 * A function's children are its inclusive time less its own.
 *
 * An arc goes from the symbol that holds the call to the function that was called, as the arcs that
 * are counted do (symtab.h, callee). So where a symbol is part of a function, a line or a label
 * without a type, its time is part of the function's inclusive time, too. */

struct stack_times {
    struct stack_sum *self;      /* by node of the graph: samples in the function itself, of a cycle
                                    in its members; owned */
    struct stack_sum *inclusive; /* by node: samples with the function, or some member of the cycle,
                                    anywhere on the stack; owned */
    struct stack_sum *arc_self;  /* by arc: samples in a callee that was called along it; owned */
    struct stack_sum
        *arc_inclusive;            /* by arc: samples with the call anywhere on the stack; owned */
    struct stack_sum *arc_entered; /* by arc: samples with the callee's outermost frame called along
                                      it; of all arcs to a function they are its inclusive samples,
                                      less those of stacks that begin with the function; owned */
    struct stack_sum total;        /* of the frames: 100 % */
};

/* Adds an arc of count 0 for each call of the stacks that `g` has no arc for. Call it after cg_dfn:
 * cycles and order are those of the counted calls, because calls that lead through a library (main
 * -> <libc.so.6> -> f -> <libc.so.6>) would make one cycle of nearly all functions. A library that
 * calls the function that called it is no cycle either. O(frames + arcs). */
void stack_arcs_add(struct call_graph *g, const struct stack_frames *frames, struct diag *d);

/* Measures all nodes and arcs of `g`. A call that it has no arc for is left out of the arcs' times.
 * O(frames + nodes + arcs), without recursion. */
void stack_times_init(struct stack_times *t, const struct stack_frames *frames,
                      const struct call_graph *g, struct diag *d);

/* Makes times of the graph of them, whose origin is CG_MEASURED. Release `times` with
 * cg_times_release. */
void cg_measure(struct cg_times *times, const struct stack_times *t, const struct call_graph *g,
                struct diag *d);

/* Finds the ticks of each function in place of hist_assign_samples, if there are stacks but no
 * histogram: the samples of all frames, made with STACKS_ALL. */
void hist_from_stacks(struct hist_result *result, const struct stack_frames *frames,
                      const struct symtab *symtab, struct diag *d);

void stack_times_release(struct stack_times *t);

/* ---- what profiling has cost ---- */

/* How much longer a function's own time may be than its samples say. The counting function,
 * mcount, is called at the start of each profiled function, and samples in it are the profiler's.
 * But a processor works on the instructions of the program and those of mcount at once, and a
 * sample in mcount may have waited for the program. How often, one run cannot tell. So the time
 * that a function takes in a program without -pg lies between
 *
 *     its samples                    as if all samples in mcount were waiting for mcount, and
 *     these and those in mcount      that were taken while mcount counted a call of it or by it,
 *                                    as if counting cost nothing.
 *
 * Counting costs nothing where the program waits by itself: in a loop whose leaf has four dependent
 * multiplications, a call takes 3.3 ns with -pg and without (doc/PERF, tests/perf/leaf_cost.c). So
 * no constant for the price of a call would be right for all programs. */

/* Returns the ticks in mcount by the symbols for which it may have counted; owned by the caller.
 * Each tick stands with the function that was entered and with its caller. `frames`: all call
 * stacks (STACKS_ALL), which tell both; empty if there are none: then the ticks of the histogram
 * are divided as the calls are, which is an estimate. `*total`: all ticks in mcount.
 * O(frames + arcs + symbols) */
double *profiling_time(const struct stack_frames *frames, const struct hist_result *hist,
                       const struct call_graph *g, const struct symtab *symtab, double *total,
                       struct diag *d);

#endif
