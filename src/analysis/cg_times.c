/* cg_times - finds the self and children times of each function, and the time of each arc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_times.h"

/* ---- estimated from counts ------------------------------------------------------------------- */

/* A caller's part of a callee's time is estimated from counts: a caller that made a share of the
 * calls gets that share of the time (manual, "How gprof processes data"). Members of a cycle do not
 * hand time to each other; callers from outside share the cycle's time as a whole.
 *
 * Sums of doubles are taken in a fixed order (callees first, lists newest first): the last bit
 * decides ties and roundings that the listings show. */

/* Input and output of an estimate. */
struct estimate {
    const struct call_graph *graph;
    const double *fraction; /* part of its time that each node hands on; NULL: all of it */
    struct cg_time *nodes, *arcs;
};

static bool hands_on(const struct estimate *e, uint32_t node)
{
    return !e->fraction || e->fraction[node] != 0;
}

/* Hands the callee's time along an arc to the caller, by its share of the calls. */
static void propagate_arc(const struct estimate *e, uint32_t number)
{
    const struct call_graph *g = e->graph;
    const struct cg_arc *a = &g->arcs[number];
    struct cg_time *arc = &e->arcs[number];
    uint32_t parent = g->nodes[a->parent].outer, child = g->nodes[a->child].outer;
    double share, passed;

    if (a->count == 0 || parent == child || !hands_on(e, a->child))
        return;
    share = (double)a->count / (double)g->nodes[child].calls;
    arc->self = e->nodes[child].self * share;
    arc->children = e->nodes[child].children * share;
    passed = arc->self + arc->children;
    e->nodes[a->parent].children += passed;
    if (parent != a->parent)
        e->nodes[parent].children += passed;
}

void cg_estimate(struct cg_times *times, const struct call_graph *g, const double *ticks,
                 const double *fraction, struct diag *d)
{
    struct estimate e = {.graph = g, .fraction = fraction};

    *times = (struct cg_times){0};
    times->nodes = e.nodes = mem_alloc(d, cg_n_nodes(g), sizeof *e.nodes);
    times->arcs = e.arcs = mem_alloc(d, g->n_arcs, sizeof *e.arcs);
    for (uint32_t s = 0; s < g->n_symbols; s++)
        e.nodes[s].self = ticks[s];
    for (uint32_t c = 0; c < g->n_cycles; c++) /* time that members of the cycle hand on */
        for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++)
            if (hands_on(&e, g->members[i]))
                e.nodes[g->n_symbols + c].self += e.nodes[g->members[i]].self;
    for (uint32_t i = 0; i < g->n_symbols; i++) { /* callees come first, so their times are
                                                   * complete */
        uint32_t s = g->order[i];

        for (uint32_t k = g->children.first[s]; hands_on(&e, s) && k < g->children.first[s + 1];
             k++)
            propagate_arc(&e, g->children.item[k]);
    }
}

void cg_times_release(struct cg_times *times)
{
    free(times->nodes);
    free(times->arcs);
    *times = (struct cg_times){0};
}

/* ---- measured from call stacks --------------------------------------------------------------- */

/* State of a walk through the tree, which counts how often each function and each arc is on the
 * stack. If an occurrence is the only one, all samples of the subtree count for the function or
 * arc. One pass from the last frame to the first adds up the subtrees before. */

/* What a walk knows of a frame. */
struct place {
    struct stack_sum below; /* sum of the subtree */
    uint32_t arc;           /* number of the arc that leads to the frame, or NO_ARC */
    uint32_t first, next;   /* first child and next sibling; 0: none */
};

struct walk {
    struct stack_times *t;
    const struct stack_frames *frames;
    const struct call_graph *g;
    struct place *at;         /* by frame */
    uint32_t *nodes_on_stack; /* occurrences on the stack by node of the graph */
    uint32_t *arcs_on_stack;  /* occurrences on the stack by arc */
};

/* Returns the function that a call of the symbol counts for. */
static uint32_t callee_of(const struct call_graph *g, uint32_t symbol)
{
    uint32_t callee = g->symtab->symbols[symbol].callee;

    return callee == NO_SYMBOL ? symbol : callee;
}

void stack_arcs_add(struct call_graph *g, const struct stack_frames *frames,
                    const struct sym_filter *filter, struct diag *d)
{
    LOCAL struct pair_key *calls = mem_alloc(d, frames->n, sizeof *calls);
    size_t n = 0;

    for (uint32_t i = GSTACK_ENDS; i < frames->n; i++) {
        uint32_t caller, callee = callee_of(g, frames->at[i].function);

        if (frames->at[i].parent < GSTACK_ENDS)
            continue;
        caller = frames->at[frames->at[i].parent].function;
        if (!filter || sym_arc_selected(filter, caller, callee))
            calls[n++] = (struct pair_key){caller, callee};
    }
    cg_add_stack_arcs(g, calls, n, d);
}

/* Enters or leaves the frame. */
static void step(struct walk *w, uint32_t frame, bool enters)
{
    const struct stack_frame *f = &w->frames->at[frame];
    const struct cg_node *nodes = w->g->nodes;
    uint32_t function = f->function, callee = callee_of(w->g, function), arc = w->at[frame].arc;
    uint32_t library = symtab_library(w->g->symtab, function);
    /* nodes that the frame counts for: a line, its function, their cycles, its library; some may be
     * equal */
    const uint32_t all[] = {function, callee, nodes[function].outer, nodes[callee].outer,
                            library == NO_SYMBOL ? function : library};
    bool is_outermost = w->nodes_on_stack[callee] == 0;

    for (unsigned i = 0, first; i < sizeof all / sizeof *all; i++) {
        for (first = 0; all[first] != all[i];)
            first++;
        if (first < i)
            continue;
        if (!enters)
            w->nodes_on_stack[all[i]]--;
        else if (w->nodes_on_stack[all[i]]++ == 0)
            stack_sum_add(&w->t->inclusive[all[i]], &w->at[frame].below);
    }
    if (arc != NO_ARC && !enters)
        w->arcs_on_stack[arc]--;
    else if (arc != NO_ARC && w->arcs_on_stack[arc]++ == 0)
        stack_sum_add(&w->t->arc_inclusive[arc], &w->at[frame].below);
    if (!enters)
        return;
    if (arc != NO_ARC)
        stack_sum_add(&w->t->arc_self[arc], &f->own);
    if (arc != NO_ARC && is_outermost)
        stack_sum_add(&w->t->arc_entered[arc], &w->at[frame].below);
    stack_sum_add(&w->t->self[function], &f->own);
    if (nodes[function].outer != function)
        stack_sum_add(&w->t->self[nodes[function].outer], &f->own);
}

/* Enters all frames below `end`, each before its callees, and leaves each frame after its
 * callees. */
static void walk_stacks(struct walk *w, uint32_t end)
{
    uint32_t at = w->at[end].first;

    while (at) {
        step(w, at, true);
        if (w->at[at].first) {
            at = w->at[at].first;
            continue;
        }
        step(w, at, false);
        while (!w->at[at].next && w->frames->at[at].parent >= GSTACK_ENDS) {
            at = w->frames->at[at].parent;
            step(w, at, false);
        }
        at = w->at[at].next;
    }
}

void stack_times_init(struct stack_times *t, const struct stack_frames *frames,
                      const struct call_graph *g, struct diag *d)
{
    size_t n_nodes = cg_n_nodes(g);
    LOCAL struct place *at = mem_alloc(d, frames->n, sizeof *at);
    LOCAL uint32_t *nodes_on_stack = mem_alloc(d, n_nodes, sizeof *nodes_on_stack);
    LOCAL uint32_t *arcs_on_stack = mem_alloc(d, g->n_arcs, sizeof *arcs_on_stack);
    struct walk w = {t, frames, g, at, nodes_on_stack, arcs_on_stack};
    /* (caller, callee) -> number of the arc */
    LOCAL_BY(pair_map_release) struct pair_map arcs = {0};

    *t = (struct stack_times){.self = mem_alloc(d, n_nodes, sizeof *t->self),
                              .inclusive = mem_alloc(d, n_nodes, sizeof *t->inclusive),
                              .arc_self = mem_alloc(d, g->n_arcs, sizeof *t->arc_self),
                              .arc_inclusive = mem_alloc(d, g->n_arcs, sizeof *t->arc_inclusive),
                              .arc_entered = mem_alloc(d, g->n_arcs, sizeof *t->arc_entered),
                              .total = frames->total};
    cg_map_arcs(&arcs, g, d);
    for (uint32_t i = frames->n; i-- > GSTACK_ENDS;) {
        const struct stack_frame *f = &frames->at[i];

        stack_sum_add(&at[i].below, &f->own);
        stack_sum_add(&at[f->parent].below, &at[i].below);
        at[i].arc = f->parent >= GSTACK_ENDS ? pair_map_find(&arcs, frames->at[f->parent].function,
                                                             callee_of(g, f->function))
                                             : NO_ARC;
        at[i].next = at[f->parent].first;
        at[f->parent].first = i;
    }
    for (uint32_t end = 0; end < GSTACK_ENDS; end++)
        walk_stacks(&w, end);
}

/* Returns self and children times. Sums of weighted ticks are rounded, so a part that exceeds the
 * whole is reduced. */
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
    *times = (struct cg_times){0};
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

/* ---- the profiler's own ---------------------------------------------------------------------- */

/* Gives the samples of each frame of mcount to the frames that called mcount. */
static double divide_by_stacks(double *ticks, const struct stack_frames *f, const bool *is_profiler)
{
    double total = 0;

    for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
        uint32_t entered = f->at[i].parent, caller;

        if (!is_profiler[f->at[i].function] || !(f->at[i].own.ticks > 0))
            continue;
        total += f->at[i].own.ticks;
        while (entered >= GSTACK_ENDS && is_profiler[f->at[entered].function])
            entered = f->at[entered].parent;
        if (entered < GSTACK_ENDS)
            continue;
        ticks[f->at[entered].function] += f->at[i].own.ticks;
        caller = f->at[entered].parent;
        if (caller >= GSTACK_ENDS && f->at[caller].function != f->at[entered].function)
            ticks[f->at[caller].function] += f->at[i].own.ticks;
    }
    return total;
}

static double divide_by_calls(double *ticks, const struct hist_result *hist,
                              const struct call_graph *g, const bool *is_profiler)
{
    double total = 0, calls = 0;

    for (uint32_t s = 0; s < g->n_symbols; s++)
        total += is_profiler[s] ? hist->ticks[s] : 0;
    for (uint32_t a = 0; a < g->n_arcs; a++) {
        double count = (double)g->arcs[a].count;

        calls += count;
        ticks[g->arcs[a].child] += count;
        if (g->arcs[a].parent != g->arcs[a].child)
            ticks[g->arcs[a].parent] += count;
    }
    for (uint32_t s = 0; s < g->n_symbols; s++)
        ticks[s] *= calls > 0 ? total / calls : 0;
    return total;
}

double *profiling_time(const struct stack_frames *frames, const struct hist_result *hist,
                       const struct call_graph *g, const struct symtab *symtab, double *total,
                       struct diag *d)
{
    double *ticks = mem_alloc(d, symtab->n, sizeof *ticks);
    LOCAL bool *is_profiler = mem_alloc(d, symtab->n, sizeof *is_profiler);

    for (uint32_t s = 0; s < symtab->n; s++)
        is_profiler[s] = sym_is_profiler(symtab, s);
    *total = frames->n > 0 ? divide_by_stacks(ticks, frames, is_profiler)
                           : divide_by_calls(ticks, hist, g, is_profiler);
    return ticks;
}
