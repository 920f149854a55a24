/* stack_times - times of functions and arcs, measured from call stacks
 *
 * Each sample counts once for every function on its stack, however often that stands there, and
 * once for every arc; so recursion and cycles need no special care, and nothing exceeds the total.
 * A function's children are its inclusive time less its own.
 *
 * An arc goes from the symbol that holds the call to the function that was called, as the arcs that
 * are counted do (symtab.h, callee). So where a symbol is part of a function, a line or a label
 * without a type, its time is part of the function's inclusive time, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STACK_TIMES_H
#define ANALYSIS_STACK_TIMES_H

#include "analysis/call_graph.h"
#include "analysis/cg_times.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

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

/* Add an arc of count 0 for each call of the stacks that `g` has no arc for. To be called after
 * cg_dfn: cycles and order are those of the counted calls, because calls that lead through a
 * library (main -> <libc.so.6> -> f -> <libc.so.6>) would make one cycle of nearly all functions.
 * Where a library calls the function that called it, that is no cycle either. O(frames + arcs). */
void stack_arcs_add(struct call_graph *g, const struct stack_frames *frames, struct diag *d);

/* Measure all nodes and arcs of `g`. A call that it has no arc for is left out of the arcs' times.
 * O(frames + nodes + arcs), without recursion. */
void stack_times_init(struct stack_times *t, const struct stack_frames *frames,
                      const struct call_graph *g, struct diag *d);

/* The same as times of the graph, whose origin is CG_MEASURED. Release `times` with
 * cg_times_release. */
void cg_measure(struct cg_times *times, const struct stack_times *t, const struct call_graph *g,
                struct diag *d);

/* Ticks by function in place of hist_assign_samples, where there are stacks but no histogram: the
 * samples of all frames, made with STACKS_ALL. */
void hist_from_stacks(struct hist_result *result, const struct stack_frames *frames,
                      const struct symtab *symtab, struct diag *d);

void stack_times_release(struct stack_times *t);

#endif
