/* call_graph - the call graph: functions, arcs, cycles, and the time propagated along them
 *
 * Role: the one object that several stages of the analysis grow, in this order:
 *   call_graph_init   arcs between functions, from the profile's call sites  (call_graph.c)
 *   cg_add_arcs       arcs that the profile does not have                    (call_graph.c)
 *   cg_dfn            cycles and a topological order                         (cg_dfn.c)
 *   cg_assemble       times of callees passed up to callers, entry order     (cg_arcs.c)
 * The printers only read it.
 *
 * A node is a function or a cycle: nodes 0 to n_symbols - 1 are the functions by symbol number,
 * then come the cycles. Ticks are those of the histogram, as doubles.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CALL_GRAPH_H
#define ANALYSIS_CALL_GRAPH_H

#include "analysis/hist.h"
#include "base/diag.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cg_arc {
    uint32_t parent, child; /* symbol numbers of caller and callee */
    uint64_t count;         /* calls; 0 is possible */
    double time;            /* ticks of the child's own time that this arc hands to the parent */
    double child_time;      /* likewise of the time of the child's descendants */
};

/* For each symbol the numbers of some arcs: those of symbol s are item[first[s]] up to, not
 * including, item[first[s + 1]]. */
struct cg_lists {
    uint32_t *first; /* n_symbols + 1 elements; owned */
    uint32_t *item;  /* n_arcs elements; owned */
};

struct cg_node {
    uint64_t calls;      /* from other functions (of a cycle: from outside it) */
    uint64_t self_calls; /* from itself (of a cycle: between its members) */
    double time;         /* own ticks (of a cycle: its members' as far as they propagate) */
    double child_time;   /* ticks of descendants */
    double fraction;     /* of its time that is propagated, by the time filter: 0 to 1 */
    double shown_self;   /* time * fraction */
    double shown_child;  /* descendants' ticks that the entry shows */
    uint32_t cycle;      /* number of the cycle it belongs to or is, from 1; 0: none */
    uint32_t index;      /* number of its entry in the listing, from 1; 0: no graph assembled */
    bool shown;          /* has an entry in the listing */
};

struct call_graph {
    const struct symtab *symtab;
    uint32_t n_symbols;
    uint32_t n_cycles;
    struct cg_node *nodes; /* n_symbols + n_cycles; owned */

    struct cg_arc *arcs; /* in the order in which they were created; owned */
    uint32_t n_arcs;
    struct cg_lists children; /* arcs by caller, the newest first */
    struct cg_lists parents;  /* arcs by callee, the newest first */

    uint32_t *level;   /* by symbol: number in topological order, callees first; members of a
                          cycle share one; owned */
    uint32_t *members; /* members of all cycles, each cycle's in the order it was formed; owned */
    uint32_t *member_first; /* by cycle number - 1: its first element of members, plus one more
                               element for the end; owned */

    uint32_t *entries; /* node numbers in the order of the listing; owned; NULL until assembled */
    uint32_t n_entries;
    double shown_time;      /* ticks of all functions as far as they propagate */
    uint64_t unknown_calls; /* calls left out: caller or callee is in no known function */
};

/* Add up the profile's arcs by caller and callee, without those that `filter` leaves out. Arcs with
 * an end outside all functions are counted in unknown_calls. O((call sites) log(functions)). Fails,
 * after reporting, when memory is out. */
bool call_graph_init(struct call_graph *g, const struct profile *profile,
                     const struct symtab *symtab, const struct sym_filter *filter,
                     const struct hist_result *hist, struct diag *d);

/* Add an arc of count 0 for each of the `n` pairs (caller, callee) of symbol numbers that has no
 * arc yet, in this order, as newer than all others. Call before cg_dfn. O(arcs + n). Fails, after
 * reporting, when memory is out. */
bool cg_add_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n, struct diag *d);

/* Find the cycles (strongly connected components of two or more functions) and number all functions
 * so that callees come before callers. O(functions + arcs), without recursion. */
bool cg_dfn(struct call_graph *g, struct diag *d);

/* Propagate times and decide the order of entries. O(n log n). */
bool cg_assemble(struct call_graph *g, const struct sym_filter *filter, struct diag *d);

void call_graph_release(struct call_graph *g);

/* The node that stands for symbol `s` seen from outside: its cycle if it is in one, else itself. */
static inline uint32_t cg_outer(const struct call_graph *g, uint32_t s)
{
    return g->nodes[s].cycle ? g->n_symbols + g->nodes[s].cycle - 1 : s;
}

/* Whether both ends of the arc lie in one cycle, or are one function: such calls propagate nothing.
 */
static inline bool cg_is_internal(const struct call_graph *g, const struct cg_arc *a)
{
    return cg_outer(g, a->parent) == cg_outer(g, a->child);
}

#endif
