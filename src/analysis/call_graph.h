/* call_graph - adds up the arcs between functions
 *
 * Role: holds the facts about calls, without times and without decisions of a listing. These stages
 * fill the graph, in this order; afterwards it is only read:
 *   call_graph_init   arcs between functions, from the profile's call sites  (call_graph.c)
 *   cg_add_arcs       arcs that the profile does not have                    (call_graph.c)
 *   cg_dfn            cycles and a topological order                         (cg_dfn.c)
 *   cg_add_stack_arcs arcs known from call stacks alone                      (call_graph.c)
 * cg_times.h has the times of nodes and arcs; view/cg_view.h has what the listing shows.
 *
 * A node is a function or a cycle: nodes 0 to n_symbols - 1 are the functions by symbol number,
 * then come the cycles.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CALL_GRAPH_H
#define ANALYSIS_CALL_GRAPH_H

#include "base/arith.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

/* A number that no arc has. */
#define NO_ARC UINT32_MAX

struct cg_arc {
    uint32_t parent, child; /* symbol numbers of caller and callee */
    uint64_t count;         /* calls; 0 is possible */
};

/* Lists of arc numbers by symbol: those of symbol s are item[first[s]] up to, not including,
 * item[first[s + 1]]. */
struct cg_lists {
    uint32_t *first; /* n_symbols + 1 elements; owned */
    uint32_t *item;  /* n_arcs elements; owned */
    uint32_t *other; /* symbol at the other end of each arc, so that readers need not load the arc;
                      * owned */
};

struct cg_node {
    uint64_t calls;      /* calls from other functions (of a cycle: from outside the cycle) */
    uint64_t self_calls; /* calls from itself (of a cycle: between its members) */
    uint32_t cycle;      /* number, from 1, of the cycle that the node is or belongs to; 0: none */
    uint32_t outer;      /* number of the node that stands for this one outside of its cycle: the
                          * cycle, or itself */
};

struct call_graph {
    const struct symtab *symtab;
    uint32_t n_symbols;
    uint32_t n_cycles;
    struct cg_node *nodes; /* n_symbols + n_cycles; owned */

    struct cg_arc *arcs; /* arcs in the order of their creation; owned */
    uint32_t n_arcs;
    uint32_t n_counted;  /* number of arcs known from the profile or the code, which come first;
                          * arcs known from call stacks alone are behind them */
    uint32_t *site_arcs; /* arc numbers by call site of the profile, NO_ARC if the site has no arc;
                          * owned; NULL after cg_forget_sites */
    struct cg_lists children; /* arcs by caller, the newest first */
    struct cg_lists parents;  /* arcs by callee, the newest first */

    uint32_t *order;        /* symbols in topological order, callees first; members of a cycle are
                             * together, by address; owned; NULL before cg_dfn */
    uint32_t *members;      /* members of all cycles, in the order in which each cycle was formed;
                             * owned */
    uint32_t *member_first; /* index of the first member, by cycle number - 1, and one more element
                             * for the end; owned */

    uint64_t unknown_calls; /* calls that were left out, since caller or callee is in no known
                             * function */
};

/* Adds up the profile's arcs by caller and callee, except those that `filter` leaves out (-k and
 * arcs named with -q or -Q): as in GNU gprof, they then take no part in cycles and times. NULL: it
 * leaves none out. Arcs with an end outside all
 * functions are counted in unknown_calls. O((call sites) log(functions)). */
void call_graph_init(struct call_graph *g, const struct profile *profile,
                     const struct symtab *symtab, const struct sym_filter *filter, struct diag *d);

/* Frees site_arcs (4 bytes a call site), if it is not needed any more. */
void cg_forget_sites(struct call_graph *g);

/* The functions at both ends of an arc of the profile, or NO_SYMBOL. */
struct cg_ends {
    uint32_t parent, child;
    bool is_call; /* the arc is a call of the callee's function, and does not go on in a part */
};

/* Finds the ends of all arcs of the profile. If a function jumps to a part of itself, the part
 * counts a call from the same site as the function does, which is not a call. The caller owns the
 * result. O(arcs log(functions)). */
struct cg_ends *cg_find_ends(const struct symtab *symtab, const struct profile *profile,
                             struct diag *d);

/* Adds an arc of count 0 for each of the `n` pairs (caller, callee) of symbol numbers that has no
 * arc yet, in this order, as the newest arcs. To be called before cg_dfn. O(arcs + n). */
void cg_add_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n, struct diag *d);

/* Adds arcs known from call stacks alone, as cg_add_arcs does. To be called after cg_dfn, so that
 * these arcs change neither cycles nor order. */
void cg_add_stack_arcs(struct call_graph *g, const struct pair_key *pairs, size_t n,
                       struct diag *d);

/* Maps caller and callee to the number of their arc in g->arcs. `map` is empty before. */
void cg_map_arcs(struct pair_map *map, const struct call_graph *g, struct diag *d);

void call_graph_release(struct call_graph *g);

/* Returns the number of nodes: functions and cycles. */
static inline uint32_t cg_n_nodes(const struct call_graph *g)
{
    return g->n_symbols + g->n_cycles;
}

/* Returns the calls of a node, including those by itself. */
static inline uint64_t cg_all_calls(const struct cg_node *node)
{
    return add_saturated(node->calls, node->self_calls);
}

/* Returns true if both ends of the arc are in one cycle, or are one function: the arc then carries
 * no time. */
static inline bool cg_is_internal(const struct call_graph *g, const struct cg_arc *a)
{
    return g->nodes[a->parent].outer == g->nodes[a->child].outer;
}

#endif
