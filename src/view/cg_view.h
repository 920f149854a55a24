/* cg_view - what the classic call graph shows, and in which order
 *
 * Role: the facts of the call graph after the listing's filters: which functions have an entry
 * (-q, -Q); how much of its time each hands to its callers (-n, -N); the times that follow from
 * this; and the numbers of the entries. Index, flat profile and call graph read it. It is of no use
 * to a writer that wants all that happened: that one takes call_graph and cg_estimate.
 *
 * Times are estimated, or measured from call stacks: then each stack tells by itself how far its
 * time is handed on (STACKS_LISTED), and there are no fractions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_CG_VIEW_H
#define VIEW_CG_VIEW_H

#include "analysis/call_graph.h"
#include "analysis/cg_times.h"
#include "analysis/stack_frames.h"
#include "base/diag.h"
#include "symbols/sym_filter.h"

#include <stdbool.h>
#include <stdint.h>

/* The entry of a node. */
struct cg_entry {
    struct cg_time shown; /* ticks of the node that are handed on */
    uint32_t index;       /* number of the entry in the listing, from 1; of cg_number_entries */
    bool is_shown;        /* the listing has the entry; else only its number is used */
};

/* Zero-initialised if there is no call graph to show. */
struct cg_view {
    struct cg_times times;     /* estimated from the ticks that the flat profile shows, or measured;
                                  those of arcs are reduced to what their parents hand on; owned */
    struct stack_times stacks; /* the samples that measured times are made of; else empty; owned */
    double *fraction;          /* how much of its time each node hands on, 0 to 1; owned; NULL where
                                  times are measured */
    struct cg_entry *entries;  /* by node; owned */
    uint32_t *listing; /* all nodes in the order of their entries; of cg_number_entries; owned */
    double total;      /* ticks of all functions that are handed on */
};

/* Assembles the listing of `g`, whose cycles are known: decides what is shown, estimates the times
 * from the `ticks` of each function. O(arcs + n). */
void cg_assemble(struct cg_view *v, const struct call_graph *g, const double *ticks,
                 const struct sym_filter *filter, struct diag *d);

/* Does the same with times that are measured: `frames` are made with STACKS_LISTED, and `g` has the
 * arcs of stack_arcs_add. A function's children are what its stacks show, in a cycle or not. */
void cg_assemble_measured(struct cg_view *v, const struct call_graph *g,
                          const struct stack_frames *frames, const struct sym_filter *filter,
                          struct diag *d);

/* Orders the entries of an assembled listing, and numbers them: only the classic listings need it.
 * O(n log n). */
void cg_number_entries(struct cg_view *v, const struct call_graph *g, struct diag *d);

/* Returns true if the times are measured. */
static inline bool cg_view_is_measured(const struct cg_view *v)
{
    return v->times.origin == CG_MEASURED;
}

void cg_view_release(struct cg_view *v);

#endif
