/* cg_dfn - finds cycles and numbers functions in topological order
 *
 * Algorithm: path-based strongly connected components (Gabow 2000), with an explicit stack.
 * Functions are entered in address order and their children in list order. `heads` holds the
 * functions on the current path that stand for a group of functions known to call each other;
 * meeting a child that is not numbered yet closes a loop, and the groups that it spans are joined
 * to the lowest one.
 *
 * The members of a cycle keep the order in which they were joined: sums over them are taken in that
 * order, and its rounding can be seen in the listings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_dfn.h"

#include "base/arith.h"
#include "base/radix.h"
#include "base/trace.h"

#define NONE UINT32_MAX

/* State of a symbol in the walk. All fields are together for the cache's sake, as symbols are
 * visited in no order. */
struct visit {
    uint32_t entered;   /* number of its entry, from 1; 0: not entered yet */
    uint32_t level;     /* place in the topological order; 0: not numbered yet */
    uint32_t next_arc;  /* the next child to visit, as an index into the lists */
    uint32_t end_arc;   /* end of its children in the lists */
    uint32_t chain;     /* number of the next member of its group, or NONE */
    uint32_t chain_end; /* for a head: number of the last member of its group */
    bool heads_cycle;   /* it heads a complete group of two or more */
};

struct walk {
    struct call_graph *g;
    struct visit *visits; /* states by symbol */
    uint32_t *path;       /* symbols entered and not left */
    uint32_t *heads;      /* symbols that head a group, in the order of the path */
    uint32_t n_entered, n_path, n_heads, n_levels;
    const struct diag *diag; /* for tracing */
};

static const char *name_of(const struct walk *w, uint32_t s)
{
    return w->g->symtab->symbols[s].name;
}

static void enter(struct walk *w, uint32_t s)
{
    const uint32_t *first = w->g->children.first;

    w->visits[s] = (struct visit){.entered = ++w->n_entered,
                                  .next_arc = first[s],
                                  .end_arc = first[s + 1],
                                  .chain = NONE,
                                  .chain_end = s};
    w->path[w->n_path++] = s;
    w->heads[w->n_heads++] = s;
    if (trace_on(w->diag, TRACE_DFN))
        trace_line(w->diag, "cg_dfn", "enter %s, %" PRIu32 " deep", name_of(w, s), w->n_path);
}

/* Closes the loop of a call to `s`, which is entered but not numbered: joins all groups above that
 * of `s` to that group. */
static void close_loop(struct walk *w, uint32_t s)
{
    uint32_t own = w->n_heads - 1;

    while (w->visits[w->heads[own]].entered > w->visits[s].entered)
        own--;
    if (trace_on(w->diag, TRACE_DFN))
        trace_line(w->diag, "cg_dfn", "%s calls %s, which is not left yet: %s",
                   name_of(w, w->path[w->n_path - 1]), name_of(w, s),
                   own + 1 < w->n_heads ? "a cycle" : "nothing new");
    for (uint32_t i = own + 1; i < w->n_heads; i++) {
        struct visit *head = &w->visits[w->heads[own]];

        w->visits[head->chain_end].chain = w->heads[i];
        head->chain_end = w->visits[w->heads[i]].chain_end;
    }
    w->n_heads = own + 1;
}

/* Leaves the symbol at the top of the path. If the symbol heads a group, the group is complete and
 * gets its numbers. */
static void leave(struct walk *w)
{
    uint32_t s = w->path[--w->n_path];

    if (w->heads[w->n_heads - 1] != s)
        return;
    w->n_heads--;
    w->n_levels++;
    for (uint32_t member = s; member != NONE; member = w->visits[member].chain) {
        w->visits[member].level = w->n_levels;
        if (trace_on(w->diag, TRACE_DFN))
            trace_line(w->diag, "cg_dfn", "leave %s, number %" PRIu32 " of the order",
                       name_of(w, member), w->n_levels);
    }
    w->visits[s].heads_cycle = w->visits[s].chain != NONE;
    w->g->n_cycles += w->visits[s].heads_cycle;
}

static void visit_from(struct walk *w, uint32_t start)
{
    const struct call_graph *g = w->g;

    enter(w, start);
    while (w->n_path > 0) {
        struct visit *at = &w->visits[w->path[w->n_path - 1]];
        uint32_t child;

        if (at->next_arc == at->end_arc) {
            leave(w);
            continue;
        }
        child = g->children.other[at->next_arc++];
        if (!w->visits[child].entered)
            enter(w, child);
        else if (w->visits[child].level == 0)
            close_loop(w, child);
    }
}

/* Numbers the cycles by the address of their heads and lists their members. */
static void make_cycles(struct walk *w, struct diag *d)
{
    struct call_graph *g = w->g;
    size_t cap = g->n_symbols;
    uint32_t n = 0, c = 0;

    g->members = mem_alloc(d, g->n_symbols, sizeof *g->members);
    g->member_first = mem_alloc(d, (size_t)g->n_cycles + 1, sizeof *g->member_first);
    g->nodes = mem_grow(d, g->nodes, &cap, (size_t)g->n_symbols + g->n_cycles, sizeof *g->nodes);
    for (uint32_t head = 0; head < g->n_symbols; head++) {
        if (!w->visits[head].heads_cycle)
            continue;
        g->member_first[c] = n;
        g->nodes[g->n_symbols + c] = (struct cg_node){.cycle = c + 1, .outer = g->n_symbols + c};
        for (uint32_t s = head; s != NONE; s = w->visits[s].chain) {
            g->nodes[s].cycle = c + 1;
            g->nodes[s].outer = g->n_symbols + c;
            g->members[n++] = s;
            if (trace_on(d, TRACE_CYCLES))
                trace_line(d, "cg_dfn", "cycle %" PRIu32 " has %s%s", c + 1, name_of(w, s),
                           s == head ? ", its head" : "");
        }
        c++;
    }
    g->member_first[c] = n;
}

/* Counts the calls into each cycle from outside, and those between its different members. */
static void count_cycle_calls(struct call_graph *g)
{
    for (uint32_t i = 0; i < g->n_arcs && g->n_cycles > 0; i++) {
        const struct cg_arc *a = &g->arcs[i];
        struct cg_node *cycle = &g->nodes[g->nodes[a->child].outer];
        if (a->parent == a->child || !g->nodes[a->child].cycle)
            continue;
        if (cg_is_internal(g, a))
            cycle->self_calls = add_saturated(cycle->self_calls, a->count);
        else
            cycle->calls = add_saturated(cycle->calls, a->count);
    }
}

void cg_dfn(struct call_graph *g, struct diag *d)
{
    struct walk w = {.g = g,
                     .visits = mem_alloc(d, g->n_symbols, sizeof *w.visits),
                     .path = mem_alloc(d, g->n_symbols, sizeof *w.path),
                     .heads = mem_alloc(d, g->n_symbols, sizeof *w.heads),
                     .diag = d};
    /* index of the first symbol in g->order, by level */
    LOCAL uint32_t *first = mem_alloc(d, (size_t)g->n_symbols + 2, sizeof *first);

    for (uint32_t s = 0; s < g->n_symbols; s++)
        if (!w.visits[s].entered)
            visit_from(&w, s);
    make_cycles(&w, d);
    free(w.path);
    free(w.heads);
    count_cycle_calls(g);
    g->order = mem_alloc(d, g->n_symbols, sizeof *g->order);
    radix_group(g->order, first, g->n_symbols + 1, &w.visits->level, g->n_symbols, sizeof *w.visits,
                false);
    free(w.visits);
}
