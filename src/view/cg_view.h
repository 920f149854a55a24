/* cg_view - decides what the classic call graph shows, and in which order
 *
 * Role: the facts of the call graph after the listing's filters: which functions have an entry (-q,
 * -Q); how much of its time each hands to its callers (-n, -N); the times that follow from this;
 * and the numbers of the entries. Index, flat profile and call graph read it, and view/figures.h
 * makes integers of it.
 *
 * Times are estimated, or measured from call stacks. Measured times have no fractions, since each
 * stack tells how far its time is handed on (STACKS_LISTED).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_CG_VIEW_H
#define VIEW_CG_VIEW_H

#include "analysis/call_graph.h"
#include "analysis/cg_times.h"
#include "analysis/stack_frames.h"
#include "symbols/sym_filter.h"

/* The entry of a node. */
struct cg_entry {
    struct cg_time time; /* ticks of the node that are handed on, which the listing prints */
    uint32_t index;      /* number of the entry in the listing, from 1; of cg_number_entries */
    bool is_listed;      /* the listing has the entry; false: only its number is used */
};

/* The listed call graph; zero-initialised if there is none. */
struct cg_view {
    struct cg_times times;     /* times, estimated from the ticks that the flat profile shows, or
                                * measured; those of arcs are reduced to the part that parents hand
                                * on; owned */
    struct stack_times stacks; /* samples of measured times; else empty; owned */
    double *fraction;          /* part of its time that each node hands on, 0 to 1; NULL if times
                                * are measured; owned */
    struct cg_entry *entries;  /* entries by node; owned */
    uint32_t *listing; /* nodes in the order of their entries; made by cg_number_entries; owned */
    double total;      /* ticks of all functions that are handed on */
};

/* Assembles the listing of `g`, whose cycles are known: decides which entries are listed, and
 * estimates times from the `ticks` of each function. O(arcs + n). */
void cg_assemble(struct cg_view *v, const struct call_graph *g, const double *ticks,
                 const struct sym_filter *filter, struct diag *d);

/* Assembles the listing with measured times. `frames` are made with STACKS_LISTED, and `g` has the
 * arcs of stack_arcs_add. A function's children are those of its stacks, also in a cycle. */
void cg_assemble_measured(struct cg_view *v, const struct call_graph *g,
                          const struct stack_frames *frames, const struct sym_filter *filter,
                          struct diag *d);

/* Orders and numbers the entries of an assembled listing. Only the classic listings need the order.
 * O(n log n). */
void cg_number_entries(struct cg_view *v, const struct call_graph *g, struct diag *d);

void cg_view_release(struct cg_view *v);

#endif
