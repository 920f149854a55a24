/* cg_view - what the classic call graph shows, and in which order
 *
 * Role: the facts of the call graph after the listing's filters: which functions have an entry
 * (-q, -Q), how much of its time each hands to its callers (-n, -N), the times that follow from
 * this, and the numbers of the entries. Index, flat profile and call graph read it. It is of no use
 * to a writer that wants all that happened: that one takes call_graph and cg_estimate.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_CG_VIEW_H
#define REPORT_CG_VIEW_H

#include "analysis/call_graph.h"
#include "analysis/cg_times.h"
#include "base/diag.h"
#include "symbols/sym_filter.h"

#include <stdbool.h>
#include <stdint.h>

/* The entry of a node. */
struct cg_entry {
    struct cg_time shown; /* ticks of the node as far as they are handed on */
    uint32_t index;       /* number of the entry in the listing, from 1 */
    bool is_shown;        /* the listing has the entry; else only its number is used */
};

/* Zero-initialised where there is no call graph to show. */
struct cg_view {
    struct cg_times times;    /* estimated from the ticks that the flat profile shows; those of the
                                 arcs are reduced to what their parents hand on; owned */
    double *fraction;         /* how much of its time each node hands on, 0 to 1; owned */
    struct cg_entry *entries; /* by node; owned */
    uint32_t *listing;        /* all nodes in the order of their entries; owned */
    double total;             /* ticks of all functions as far as they are handed on */
};

/* Assemble the listing of `g`, whose cycles are known: decide what is shown, estimate the times
 * from the `ticks` of each function, and order the entries. O(arcs + n log n). Fails, after
 * reporting, when memory is out. */
bool cg_assemble(struct cg_view *v, const struct call_graph *g, const double *ticks,
                 const struct sym_filter *filter, struct diag *d);

void cg_view_release(struct cg_view *v);

#endif
