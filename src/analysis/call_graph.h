/* call_graph - adds up the arcs between functions
 *
 * Role: the facts about calls, without times and without anything that a listing decides. Grown by
 * these stages, in this order; afterwards it is only read:
 *   call_graph_init   arcs between functions, from the profile's call sites  (call_graph.c)
 *   cg_add_arcs       arcs that the profile does not have                    (call_graph.c)
 *   cg_dfn            cycles and a topological order                         (cg_dfn.c)
 *   cg_add_stack_arcs arcs that only call stacks tell of                     (call_graph.c)
 * cg_times.h has the times of nodes and arcs; view/cg_view.h has what the listing shows.
 *
 * A node is a function or a cycle: nodes 0 to n_symbols - 1 are the functions by symbol number,
 * then come the cycles.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CALL_GRAPH_H
#define ANALYSIS_CALL_GRAPH_H

#include "base/diag.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Never the number of an arc. */
#define NO_ARC UINT32_MAX

struct cg_arc {
    uint32_t parent, child; /* symbol numbers of caller and callee */
    uint64_t count;         /* calls; 0 is possible */
};

/* For each symbol the numbers of some arcs: those of symbol s are item[first[s]] up to, not
 * including, item[first[s + 1]]. */
struct cg_lists {
    uint32_t *first; /* n_symbols + 1 elements; owned */
    uint32_t *item;  /* n_arcs elements; owned */
    uint32_t *other; /* the symbol at the other end of each of these arcs, which saves
                        those that follow them a look at the arc; owned */
};

struct cg_node {
    uint64_t calls;      /* from other functions (of a cycle: from outside it) */
    uint64_t self_calls; /* from itself (of a cycle: between its members) */
    uint32_t cycle;      /* number of the cycle it belongs to or is, from 1; 0: none */
    uint32_t outer;      /* node that stands for it outside of its cycle: that cycle, else itself */
};

struct call_graph {
    const struct symtab *symtab;
    uint32_t n_symbols;
    uint32_t n_cycles;
    struct cg_node *nodes; /* n_symbols + n_cycles; owned */

    struct cg_arc *arcs; /* in the order in which they were created; owned */
    uint32_t n_arcs;
    uint32_t n_counted;  /* the first of them, which the profile or the code tells of; behind are
                            those that only call stacks do */
    uint32_t *site_arcs; /* by call site of the profile: the number of its arc, or NO_ARC where it
                            is of none; owned; NULL once it is forgotten */
    struct cg_lists children; /* arcs by caller, the newest first */
    struct cg_lists parents;  /* arcs by callee, the newest first */

    uint32_t *level;   /* by symbol: its place in the topological order, callees first, from 1;
                          members of a cycle share one; owned; NULL before cg_dfn */
    uint32_t *order;   /* all symbols by level, those of one level by address; owned; NULL before
                          cg_dfn */
    uint32_t *members; /* members of all cycles, each cycle's in the order it was formed; owned */
    uint32_t *member_first; /* by cycle number - 1: its first element of members, plus one more
                               element for the end; owned */

    uint64_t unknown_calls; /* calls left out: caller or callee is in no known function */
};

/* Adds up the profile's arcs by caller and callee, without those that `filter` leaves out (-k and
 * arcs named with -q or -Q): these do not exist for the analysis. Arcs with an end outside all
 * functions are counted in unknown_calls. O((call sites) log(functions)). */
void call_graph_init(struct call_graph *g, const struct profile *profile,
                     const struct symtab *symtab, const struct sym_filter *filter, struct diag *d);

/* Releases what says which arc each call site is of (4 bytes a site), if nobody asks. */
void cg_forget_sites(struct call_graph *g);

/* Finds the call sites of functions that may go on in a part of themselves: (call site, group of
 * symbols). If they do so by a jump, the part counts a call from there, too. `sites` is empty.
 * O(arcs log(functions)), unless there are no such functions. */
void cg_find_wholes(struct pair_map *sites, const struct symtab *symtab,
                    const struct profile *profile, struct diag *d);

/* Finds the functions at both ends of an arc of the profile, or NO_SYMBOL. Returns false if it is
 * no call, but leads from one part of a function to another. `wholes` is of cg_find_wholes.
 * O(log(functions)). */
bool cg_find_ends(const struct symtab *symtab, const struct pair_map *wholes,
                  const struct pair_key *site, uint32_t *parent, uint32_t *child);

/* Adds an arc of count 0 for each of the `n` pairs (caller, callee) of symbol numbers that has no
 * arc yet, in this order, as newer than all others. Call before cg_dfn. O(arcs + n). */
void cg_add_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n, struct diag *d);

/* Finds the cycles (strongly connected components of two or more functions), counts the calls into
 * and within each, and orders all functions so that callees come before callers.
 * O(functions + arcs), without recursion. */
void cg_dfn(struct call_graph *g, struct diag *d);

/* Does the same for arcs that only call stacks tell of. Call it after cg_dfn: cycles and order stay
 * as they are without them. */
void cg_add_stack_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n,
                       struct diag *d);

/* Numbers the arcs, by caller and callee, as they are in g->arcs; `map` is empty. */
void cg_map_arcs(struct pair_map *map, const struct call_graph *g, struct diag *d);

void call_graph_release(struct call_graph *g);

/* Returns how many nodes there are: functions and cycles. */
static inline uint32_t cg_n_nodes(const struct call_graph *g)
{
    return g->n_symbols + g->n_cycles;
}

/* Returns true if both ends of the arc lie in one cycle, or are one function: no time is handed
 * along it.
 */
static inline bool cg_is_internal(const struct call_graph *g, const struct cg_arc *a)
{
    return g->nodes[a->parent].outer == g->nodes[a->child].outer;
}

#endif
