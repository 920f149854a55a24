/* stack_frames - makes one tree of functions from the call stacks
 *
 * A parent's number is below those of its children, both in the trees that are read and in the new
 * tree. So a pass over the nodes in their order knows the frame of each node's caller.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/stack_frames.h"

#include "base/trace.h"

#include <math.h>

static const double ns_per_second = 1e9;

/* The frame that a node of the tree being read was mapped to. */
struct place {
    uint32_t frame; /* frame of the node, or, if it has none, the end of its stack */
    uint8_t end;    /* gstack_end of its stack */
    bool begins;    /* the stack is complete, and has only libraries and the function in which the
                     * program begins */
};

struct builder {
    struct stack_frames *frames;
    const struct stack_symbols *symbols;
    const struct sym_filter *filter;
    enum stack_choice choice;
    struct pair_map map; /* (caller's frame and function, place) -> number of the frame */
    /* of the tree being read */
    const struct stack_tree *tree;
    const uint32_t *functions; /* functions by node */
    struct place *places;      /* places by node; owned */
    double weight;             /* ticks of the result in one tick of the tree */
};

/* ---- which trees ---- */

/* Finds the interval of the clock, and the rate of the shortest one unless another is wanted. */
static void choose_rate(struct stack_frames *f, const struct stack_data *stacks, double rate)
{
    uint64_t shortest = UINT64_MAX, longest = 0;

    for (size_t t = 0; t < stacks->n_trees; t++) {
        uint64_t interval = stacks->trees[t].interval_ns;

        if (stacks->trees[t].clock != f->clock)
            continue;
        shortest = interval < shortest ? interval : shortest;
        longest = interval > longest ? interval : longest;
    }
    f->interval_ns = shortest == longest ? longest : 0;
    f->rate = rate > 0 ? rate : longest > 0 && shortest > 0 ? ns_per_second / (double)shortest : 0;
}

/* Returns the ticks of the result in a tick of the interval. Intervals are whole nanoseconds, so a
 * rate may differ from theirs by rounding alone. Such ticks count as equal, so that sums stay whole
 * numbers. */
static double weight_of(double interval_ns, double rate)
{
    double weight = interval_ns * rate / ns_per_second;

    return fabs(weight - 1) < 1e-6 ? 1 : weight;
}

/* ---- frames ---- */

/* Returns the frame of the function below `parent`, with the place of the node, and makes the frame
 * if it is new. */
static uint32_t find_frame(struct builder *b, uint32_t parent, uint32_t function,
                           const struct stack_node *node, struct diag *d)
{
    struct stack_frames *f = b->frames;
    uint32_t place =
        b->choice == STACKS_PLACES ? pair_map_add(&f->places, node->module, node->key >> 1, d) : 0;
    uint32_t number = pair_map_add(&b->map, (uint64_t)parent << 32 | function, place, d);

    if (number == f->n) {
        *mem_push(d, f->at, f->n, f->cap) =
            (struct stack_frame){.parent = parent, .function = function, .place = place};
    }
    return number;
}

/* Returns true if a symbol stands for code outside of the image. */
static bool is_outside(const struct builder *b, uint32_t function)
{
    const struct symtab *symtab = b->symbols->symtab;

    return function >= symtab->n_code && function != symtab->unnamed;
}

/* Returns place.begins of a frame below `caller`. `first` means that the frame is the outermost
 * one. */
static bool is_beginning(const struct builder *b, const struct place *caller, uint32_t function,
                         bool first)
{
    if (first)
        return (caller->end == GSTACK_COMPLETE || caller->end == GSTACK_GUESSED) &&
               (is_outside(b, function) || function == b->symbols->entry);
    return caller->begins && is_outside(b, function);
}

/* Returns true if the choice has the call. */
static bool is_call(const struct builder *b, const struct place *at, uint32_t caller,
                    uint32_t function)
{
    uint32_t callee = b->symbols->symtab->symbols[function].callee;
    bool is_first_call = at->begins && is_outside(b, caller) && !is_outside(b, function);

    if (at->frame < GSTACK_ENDS || b->choice == STACKS_ALL)
        return at->frame >= GSTACK_ENDS;
    return !is_first_call &&
           sym_arc_selected(b->filter, caller, callee == NO_SYMBOL ? function : callee);
}

/* Returns true if a function hands time on, given if its caller does. */
static bool hands_on(const struct builder *b, uint32_t function, bool caller_does)
{
    return b->choice == STACKS_ALL ||
           sym_inherits(b->filter, SYM_TABLE_TIME, function, caller_does);
}

/* Returns the place of the end of a walk: the frame for samples without a known leaf, if there are
 * any. */
static struct place place_end(struct builder *b, const struct stack_node *node, uint32_t number,
                              struct diag *d)
{
    uint8_t end = number > 0 && node->key < GSTACK_ENDS ? (uint8_t)node->key : GSTACK_NO_MEMORY;
    struct place p = {.frame = end, .end = end};

    if (node->signals > 0)
        p.frame = find_frame(b, end, b->symbols->unknown, node, d);
    return p;
}

static struct place place_frame(struct builder *b, const struct stack_node *node, uint32_t number,
                                struct diag *d)
{
    const struct symtab *symtab = b->symbols->symtab;
    uint32_t symbol = b->functions[number], calling = b->functions[node->parent];
    uint32_t function = symtab_owner(symtab, symbol), caller = symtab_owner(symtab, calling);
    bool has_caller = b->tree->nodes[node->parent].module > 0;
    struct place p = b->places[node->parent];
    bool is_called = has_caller && is_call(b, &p, caller, function);

    if (has_caller && function == caller &&
        (function >= symtab->n_code || !symtab_is_call(symtab, calling, symbol))) {
        if (b->choice == STACKS_PLACES && p.frame >= GSTACK_ENDS) /* another place of it */
            p.frame = find_frame(b, b->frames->at[p.frame].parent, function, node, d);
        return p;
    }
    p.begins = is_beginning(b, &p, function, !has_caller);
    if (!is_called) /* even if the end has a frame for samples without a known leaf */
        p.frame = p.end;
    if (hands_on(b, function, is_called))
        p.frame = find_frame(b, p.frame, function, node, d);
    else
        p.frame = p.end;
    return p;
}

/* Adds up the node's samples, if the choice has them. */
static void take_samples(struct builder *b, uint32_t number, struct diag *d)
{
    struct stack_frames *f = b->frames;
    const struct place *p = &b->places[number];
    const struct stack_node *node = &b->tree->nodes[number];
    const struct stack_sum sum = {.ticks = (double)node->ticks * b->weight,
                                  .squares = (double)node->squares * b->weight * b->weight,
                                  .signals = node->signals};

    stack_sum_add(&f->all, &sum);
    stack_sum_add(&f->by_end[p->end], &sum);
    if (p->frame < GSTACK_ENDS ||
        (b->choice != STACKS_ALL &&
         !sym_selected(b->filter, SYM_TABLE_FLAT, f->at[p->frame].function)))
        return;
    stack_sum_add(&f->total, &sum);
    stack_sum_add(&f->at[p->frame].own, &sum);
    if (b->choice != STACKS_LISTED)
        return;
    *mem_push(d, f->leaves, f->n_leaves, f->leaves_cap) = (struct stack_leaf){
        .address = node->key >> 1, .ticks = sum.ticks, .function = f->at[p->frame].function};
}

static void add_tree(struct builder *b, struct diag *d)
{
    const struct stack_tree *tree = b->tree;

    b->places = mem_alloc(d, tree->n_nodes, sizeof *b->places);
    for (uint32_t i = 0; i < tree->n_nodes; i++) {
        const struct stack_node *node = &tree->nodes[i];

        b->places[i] = node->module == 0 ? place_end(b, node, i, d) : place_frame(b, node, i, d);
        if (node->signals > 0)
            take_samples(b, i, d);
    }
    free(b->places);
    b->frames->missing += (double)tree->missing * b->weight;
    b->frames->lost = add_saturated(b->frames->lost, tree->lost);
    b->frames->runs = add_saturated(b->frames->runs, tree->runs);
}

static void trace_frames(const struct builder *b, const struct diag *d)
{
    const struct stack_frames *f = b->frames;

    for (uint32_t i = GSTACK_ENDS; i < f->n; i++)
        trace_line(d, "stack_frames_init",
                   "frame %" PRIu32 ", called by %" PRIu32 ": %.256s, %" PRIu64
                   " samples of its own, %.2f ticks",
                   i, f->at[i].parent, b->symbols->symtab->symbols[f->at[i].function].name,
                   f->at[i].own.signals, f->at[i].own.ticks);
    trace_line(d, "stack_frames_init", "%.2f of %.2f ticks %s", f->total.ticks, f->all.ticks,
               b->choice == STACKS_ALL ? "in all" : "are listed");
}

void stack_frames_init(struct stack_frames *f, const struct stack_symbols *symbols,
                       const struct sym_filter *filter, double rate, enum stack_choice choice,
                       struct diag *d)
{
    const struct stack_data *stacks = symbols->stacks;
    struct builder b = {.frames = f, .symbols = symbols, .filter = filter, .choice = choice};

    *f = (struct stack_frames){.clock = stack_data_clock(stacks)};
    choose_rate(f, stacks, rate);
    for (uint32_t end = 0; end < GSTACK_ENDS; end++)
        find_frame(&b, end, NO_SYMBOL, &(struct stack_node){0}, d);
    for (size_t t = 0; t < stacks->n_trees; t++) {
        b.tree = &stacks->trees[t];
        b.functions = symbols->of_node[t];
        b.weight = weight_of((double)b.tree->interval_ns, f->rate);
        if (b.tree->clock == f->clock)
            add_tree(&b, d);
        else
            f->other_clock += (double)b.tree->ticks * (double)b.tree->interval_ns / ns_per_second;
    }
    if (stacks->elapsed_runs == f->runs)
        f->elapsed = (double)stacks->elapsed_ns / ns_per_second;
    pair_map_release(&b.map);
    if (trace_on(d, TRACE_SAMPLES))
        trace_frames(&b, d);
}

void stack_frames_release(struct stack_frames *f)
{
    free(f->at);
    free(f->leaves);
    pair_map_release(&f->places);
    *f = (struct stack_frames){0};
}
