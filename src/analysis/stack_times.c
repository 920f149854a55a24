/* stack_times - times of functions and arcs, measured from call stacks
 *
 * A walk through the tree counts, for each function and each arc, how often it stands on the stack.
 * Where it comes to stand there for the first time, all samples below are its own: those of the
 * subtree, which one pass from the last frame to the first has added up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/stack_times.h"

#include "base/mem.h"
#include "base/pair_map.h"

#include <stdlib.h>

enum {
    MOST_NODES = 5 /* that a frame stands for: a line, its function, their cycles, its library */
};

struct walk {
    struct stack_times *t;
    const struct stack_frames *frames;
    const struct call_graph *g;
    struct pair_map arcs;     /* (caller, callee) -> number of the arc */
    struct stack_sum *below;  /* by frame: of its subtree; owned */
    uint32_t *arc;            /* by frame: the arc that leads to it, or NO_ARC; owned */
    uint32_t *first, *next;   /* by frame: its first child, its next sibling; 0: none; owned */
    uint32_t *nodes_on_stack; /* by node of the graph: how often it stands on the stack; owned */
    uint32_t *arcs_on_stack;  /* by arc; owned */
};

/* ---- arcs ---- */

/* The function that is called where the frame begins. */
static uint32_t callee_of(const struct call_graph *g, uint32_t symbol)
{
    uint32_t callee = g->symtab->symbols[symbol].callee;

    return callee == NO_SYMBOL ? symbol : callee;
}

static bool is_call(const struct stack_frames *frames, uint32_t frame)
{
    return frames->at[frame].parent >= GSTACK_ENDS;
}

void stack_arcs_add(struct call_graph *g, const struct stack_frames *frames, struct diag *d)
{
    struct pair_key *calls = mem_alloc(d, frames->n, sizeof *calls);
    size_t n = 0;

    for (uint32_t i = GSTACK_ENDS; i < frames->n; i++)
        if (is_call(frames, i))
            calls[n++] = (struct pair_key){frames->at[frames->at[i].parent].function,
                                           callee_of(g, frames->at[i].function)};
    cg_add_stack_arcs(g, calls, n, d);
    free(calls);
}

/* The arc that leads to the frame, or NO_ARC. */
static uint32_t arc_to(const struct walk *w, uint32_t frame)
{
    const struct stack_frame *f = &w->frames->at[frame];

    if (!is_call(w->frames, frame))
        return NO_ARC;
    return pair_map_find(&w->arcs, w->frames->at[f->parent].function, callee_of(w->g, f->function));
}

/* ---- the walk ---- */

/* The nodes that a frame stands for, each once; returns how many. */
static unsigned nodes_of(const struct call_graph *g, uint32_t symbol, uint32_t nodes[MOST_NODES])
{
    const uint32_t callee = callee_of(g, symbol);
    const uint32_t library = symtab_library(g->symtab, symbol);
    const uint32_t all[MOST_NODES] = {symbol, callee, g->nodes[symbol].outer,
                                      g->nodes[callee].outer,
                                      library == NO_SYMBOL ? symbol : library};
    unsigned n = 0;

    for (unsigned i = 0; i < MOST_NODES; i++) {
        unsigned k = 0;

        /* cppcheck-suppress uninitvar ; n of them are set */
        while (k < n && nodes[k] != all[i])
            k++;
        if (k == n)
            nodes[n++] = all[i];
    }
    return n;
}

static void enter(struct walk *w, uint32_t frame)
{
    const struct stack_frame *f = &w->frames->at[frame];
    uint32_t arc = w->arc[frame];
    uint32_t nodes[MOST_NODES];
    unsigned n = nodes_of(w->g, f->function, nodes);
    bool is_outermost = w->nodes_on_stack[callee_of(w->g, f->function)] == 0;

    for (unsigned i = 0; i < n; i++)
        if (w->nodes_on_stack[nodes[i]]++ == 0)
            stack_sum_add(&w->t->inclusive[nodes[i]], &w->below[frame]);
    stack_sum_add(&w->t->self[f->function], &f->own);
    if (w->g->nodes[f->function].outer != f->function)
        stack_sum_add(&w->t->self[w->g->nodes[f->function].outer], &f->own);
    if (arc == NO_ARC)
        return;
    if (w->arcs_on_stack[arc]++ == 0)
        stack_sum_add(&w->t->arc_inclusive[arc], &w->below[frame]);
    if (is_outermost)
        stack_sum_add(&w->t->arc_entered[arc], &w->below[frame]);
    stack_sum_add(&w->t->arc_self[arc], &f->own);
}

static void leave(struct walk *w, uint32_t frame)
{
    uint32_t arc = w->arc[frame];
    uint32_t nodes[MOST_NODES];
    unsigned n = nodes_of(w->g, w->frames->at[frame].function, nodes);

    for (unsigned i = 0; i < n; i++)
        w->nodes_on_stack[nodes[i]]--;
    if (arc != NO_ARC)
        w->arcs_on_stack[arc]--;
}

/* All frames below `end`, each entered before those that it called, and left after them. */
static void walk_stacks(struct walk *w, uint32_t end)
{
    uint32_t at = w->first[end];

    while (at) {
        enter(w, at);
        if (w->first[at]) {
            at = w->first[at];
            continue;
        }
        leave(w, at);
        while (!w->next[at] && w->frames->at[at].parent >= GSTACK_ENDS) {
            at = w->frames->at[at].parent;
            leave(w, at);
        }
        at = w->next[at];
    }
}

/* Arcs, lists of children, and sums of subtrees. */
static void link_frames(struct walk *w)
{
    const struct stack_frame *at = w->frames->at;

    for (uint32_t i = w->frames->n; i-- > GSTACK_ENDS;) {
        stack_sum_add(&w->below[i], &at[i].own);
        stack_sum_add(&w->below[at[i].parent], &w->below[i]);
        w->arc[i] = arc_to(w, i);
        w->next[i] = w->first[at[i].parent];
        w->first[at[i].parent] = i;
    }
}

static void walk_init(struct walk *w, struct diag *d)
{
    struct stack_times *t = w->t;
    size_t nodes = cg_n_nodes(w->g), arcs = w->g->n_arcs, frames = w->frames->n;

    t->self = mem_alloc(d, nodes, sizeof *t->self);
    t->inclusive = mem_alloc(d, nodes, sizeof *t->inclusive);
    t->arc_self = mem_alloc(d, arcs, sizeof *t->arc_self);
    t->arc_inclusive = mem_alloc(d, arcs, sizeof *t->arc_inclusive);
    t->arc_entered = mem_alloc(d, arcs, sizeof *t->arc_entered);
    w->nodes_on_stack = mem_alloc(d, nodes, sizeof *w->nodes_on_stack);
    w->arcs_on_stack = mem_alloc(d, arcs, sizeof *w->arcs_on_stack);
    w->below = mem_alloc(d, frames, sizeof *w->below);
    w->arc = mem_alloc(d, frames, sizeof *w->arc);
    w->first = mem_alloc(d, frames, sizeof *w->first);
    w->next = mem_alloc(d, frames, sizeof *w->next);
    cg_map_arcs(&w->arcs, w->g, d);
}

static void walk_release(struct walk *w)
{
    pair_map_release(&w->arcs);
    free(w->nodes_on_stack);
    free(w->arcs_on_stack);
    free(w->below);
    free(w->arc);
    free(w->first);
    free(w->next);
}

void stack_times_init(struct stack_times *t, const struct stack_frames *frames,
                      const struct call_graph *g, struct diag *d)
{
    struct walk w = {.t = t, .frames = frames, .g = g};

    *t = (struct stack_times){.total = frames->total};
    walk_init(&w, d);
    link_frames(&w);
    for (uint32_t end = 0; end < GSTACK_ENDS; end++)
        walk_stacks(&w, end);
    walk_release(&w);
}

/* ---- in the forms of others ---- */

/* Sums of weighted ticks are rounded, and a part must not exceed the whole by that. */
static struct cg_time time_of(const struct stack_sum *self, const struct stack_sum *inclusive)
{
    double children = inclusive->ticks - self->ticks;

    return (struct cg_time){.self = self->ticks,
                            .children =
                                inclusive->signals > self->signals && children > 0 ? children : 0};
}

void cg_measure(struct cg_times *times, const struct stack_times *t, const struct call_graph *g,
                struct diag *d)
{
    *times = (struct cg_times){.origin = CG_MEASURED};
    times->nodes = mem_alloc(d, cg_n_nodes(g), sizeof *times->nodes);
    times->arcs = mem_alloc(d, g->n_arcs, sizeof *times->arcs);
    for (uint32_t i = 0; i < cg_n_nodes(g); i++)
        times->nodes[i] = time_of(&t->self[i], &t->inclusive[i]);
    for (uint32_t i = 0; i < g->n_arcs; i++)
        times->arcs[i] = time_of(&t->arc_self[i], &t->arc_inclusive[i]);
}

void hist_from_stacks(struct hist_result *result, const struct stack_frames *frames,
                      const struct symtab *symtab, struct diag *d)
{
    *result = (struct hist_result){.dimension = "seconds",
                                   .abbreviation = 's',
                                   .granularity = 1,
                                   .rate = frames->rate,
                                   .total = frames->total.ticks};
    result->ticks = mem_alloc(d, symtab->n, sizeof *result->ticks);
    for (uint32_t i = GSTACK_ENDS; i < frames->n; i++)
        result->ticks[frames->at[i].function] += frames->at[i].own.ticks;
}

void stack_times_release(struct stack_times *t)
{
    free(t->self);
    free(t->inclusive);
    free(t->arc_self);
    free(t->arc_inclusive);
    free(t->arc_entered);
    *t = (struct stack_times){0};
}
