/* cg_opening - the arc without which a cycle would be none
 *
 * An arc that all circles lead through is on every circle, so it is enough to take one of these,
 * a short one, and to try the arcs on it: to search what is left without the arc for cycles. Where
 * there is a detour, a way from its caller to its callee without it, nothing falls apart, and the
 * search is spared: a detour is looked for from both ends, and mostly found after a few steps.
 * If none of them opens the cycle, no single arc does. Then other arcs are tried, too, as some
 * may at least leave a smaller cycle.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_opening.h"

#include "analysis/cg_ahead.h"
#include "base/mem.h"

#include <stdlib.h>

enum {
    MOST_STEPS = 4000000, /* functions and arcs that all searches may look at */
    LEAST_TRIES = 4       /* that even the largest cycle gets */
};

#define NONE UINT32_MAX

/* An arc between two different members, which are numbered from 0 on. */
struct inner_arc {
    uint64_t count;
    uint32_t from, to;
    uint32_t number; /* in the call graph */
    bool in_circle;  /* on the circle whose arcs are tried first */
};

struct opening {
    uint32_t n, n_arcs;     /* members, and arcs between them */
    struct inner_arc *arcs; /* by member that calls, those with fewer calls first; owned */
    uint32_t *first;        /* by member: its arcs, first[m] to first[m + 1]; owned */
    uint32_t *callers;      /* the other ends of the arcs to each member, owned */
    uint32_t *first_caller; /* likewise: from first_caller[m] to first_caller[m + 1]; owned */
    uint32_t *tried; /* the n_tried arcs that are tried, in that order; room for all; owned */
    uint32_t n_tried;
    /* of a search, by member; owned */
    uint32_t *entered; /* when it was, from 1; 0: not yet */
    uint32_t *low;     /* the member entered first that it leads back to, by when it was entered;
                          NONE: its component is complete */
    uint32_t *next;    /* its next arc to follow */
    uint32_t *path;    /* members entered and not left */
    uint32_t *open;    /* members whose component is not complete */
    /* of the searches for detours, by member: the number of the one that has met it last */
    uint32_t *met_forwards, *met_backwards, n_detours;
};

static bool allocate(struct opening *o, struct diag *d)
{
    uint32_t **arrays[] = {&o->entered, &o->low,          &o->next,         &o->path,
                           &o->open,    &o->met_forwards, &o->met_backwards};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = mem_alloc(d, o->n, sizeof **arrays[i]);
        if (!*arrays[i])
            return false;
    }
    o->callers = mem_alloc(d, o->n_arcs, sizeof *o->callers);
    o->first_caller = mem_alloc(d, (size_t)o->n + 2, sizeof *o->first_caller);
    return o->callers && o->first_caller;
}

/* Lists of the arcs to each member: a counting sort. */
static void list_callers(struct opening *o)
{
    uint32_t *fill = o->first_caller + 1; /* fill[m] is moved to the end of m, which starts m + 1 */

    for (uint32_t i = 0; i < o->n_arcs; i++)
        fill[o->arcs[i].to + 1]++;
    for (uint32_t m = 1; m <= o->n; m++)
        fill[m] += fill[m - 1];
    for (uint32_t i = 0; i < o->n_arcs; i++)
        o->callers[fill[o->arcs[i].to]++] = o->arcs[i].from;
}

static void release(struct opening *o)
{
    free(o->arcs);
    free(o->first);
    free(o->tried);
    free(o->entered);
    free(o->low);
    free(o->next);
    free(o->path);
    free(o->open);
    free(o->callers);
    free(o->first_caller);
    free(o->met_forwards);
    free(o->met_backwards);
}

static int by_promise(const void *left, const void *right)
{
    const struct inner_arc *l = left, *r = right;

    if (l->in_circle != r->in_circle)
        return l->in_circle ? -1 : 1;
    if (l->count != r->count)
        return l->count < r->count ? -1 : 1;
    return l->number < r->number ? -1 : 1;
}

/* Most members call a few others, for which a merge sort with its allocations takes longer. */
static void sort_by_promise(struct inner_arc *arcs, uint32_t n)
{
    enum { FEW = 16 };

    if (n > FEW) {
        qsort(arcs, n, sizeof *arcs, by_promise);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        struct inner_arc arc = arcs[i];
        uint32_t at = i;

        for (; at > 0 && by_promise(&arc, &arcs[at - 1]) < 0; at--)
            arcs[at] = arcs[at - 1];
        arcs[at] = arc;
    }
}

/* Whether the arc is one between two members of the cycle. */
static bool is_inner(const struct call_graph *g, uint32_t arc, uint32_t cycle)
{
    const struct cg_arc *a = &g->arcs[arc];

    return arc < g->n_counted && a->parent != a->child && g->nodes[a->child].cycle == cycle;
}

/* What gather will read of an arc. */
struct gathering {
    const struct call_graph *g;
    const uint32_t *number;
};

static void ask_arc(const void *context, uint32_t arc, uint32_t other)
{
    const struct gathering *at = context;

    prefetch(&at->g->arcs[arc]);
    prefetch(&at->g->nodes[other]);
    prefetch(&at->number[other]);
}

/* Number the members and gather the arcs between them. */
static bool gather(struct opening *o, const struct call_graph *g, uint32_t cycle, struct diag *d)
{
    const uint32_t *members = &g->members[g->member_first[cycle - 1]];
    uint32_t *number = mem_alloc(d, g->n_symbols, sizeof *number), most = 0;
    const struct gathering reads = {g, number};

    o->n = g->member_first[cycle] - g->member_first[cycle - 1];
    o->first = mem_alloc(d, (size_t)o->n + 1, sizeof *o->first);
    for (uint32_t m = 0; number && m < o->n; m++) {
        number[members[m]] = m;
        most += g->children.first[members[m] + 1] - g->children.first[members[m]];
    }
    o->arcs = number && o->first ? mem_alloc(d, most, sizeof *o->arcs) : NULL;
    o->tried = o->arcs ? mem_alloc(d, most, sizeof *o->tried) : NULL;
    for (uint32_t m = 0; o->tried && m < o->n; m++) {
        const uint32_t *first = &g->children.first[members[m]];

        cg_ahead(g, &g->children, members + m, 1, o->n - m, ask_arc, &reads);
        o->first[m] = o->n_arcs;
        for (uint32_t i = first[0]; i < first[1]; i++) {
            uint32_t arc = g->children.item[i];

            if (is_inner(g, arc, cycle))
                o->arcs[o->n_arcs++] = (struct inner_arc){g->arcs[arc].count, m,
                                                          number[g->arcs[arc].child], arc, false};
        }
        sort_by_promise(o->arcs + o->first[m], o->n_arcs - o->first[m]);
        o->first[m + 1] = o->n_arcs;
    }
    free(number);
    return o->tried != NULL;
}

/* ---- which arcs are tried -------------------------------------------------------------------- */

static bool comes_before(const struct opening *o, uint32_t left, uint32_t right)
{
    return by_promise(&o->arcs[left], &o->arcs[right]) < 0;
}

/* Let the arc at `at` sink in the heap of the `n` tried ones, whose last in order is on top. */
static void sink(struct opening *o, uint32_t at, uint32_t n)
{
    for (uint32_t below = 2 * at + 1; below < n; at = below, below = 2 * at + 1) {
        uint32_t arc = o->tried[at];

        if (below + 1 < n && comes_before(o, o->tried[below], o->tried[below + 1]))
            below++;
        if (!comes_before(o, arc, o->tried[below]))
            return;
        o->tried[at] = o->tried[below];
        o->tried[below] = arc;
    }
}

/* Choose the `most` first arcs in order, and sort them: there may be a few of very many. */
static void choose_tried(struct opening *o, uint32_t most)
{
    uint32_t n = most < o->n_arcs ? most : o->n_arcs;

    o->n_tried = n;
    for (uint32_t i = 0; i < n; i++)
        o->tried[i] = i;
    for (uint32_t i = n / 2; i-- > 0;)
        sink(o, i, n);
    for (uint32_t i = n; i < o->n_arcs; i++) {
        if (!comes_before(o, i, o->tried[0]))
            continue;
        o->tried[0] = i;
        sink(o, 0, n);
    }
    while (n > 1) {
        uint32_t last = o->tried[0];

        o->tried[0] = o->tried[--n];
        o->tried[n] = last;
        sink(o, 0, n);
    }
}

/* Mark the arcs of a shortest circle through an arc, by a breadth-first search from its callee:
 * `path` is the queue, `next` the arc that leads to a member. */
static void mark_circle(struct opening *o, uint32_t through)
{
    const struct inner_arc *start = &o->arcs[through];
    uint32_t head = 0, tail = 0;

    for (uint32_t m = 0; m < o->n; m++)
        o->next[m] = NONE;
    o->path[tail++] = start->to;
    o->next[start->to] = through;
    while (head < tail && o->next[start->from] == NONE) {
        uint32_t m = o->path[head++];

        for (uint32_t i = o->first[m]; i < o->first[m + 1]; i++) {
            uint32_t to = o->arcs[i].to;

            if (o->next[to] != NONE)
                continue;
            o->next[to] = i;
            o->path[tail++] = to;
        }
    }
    for (uint32_t m = start->from;; m = o->arcs[o->next[m]].from) {
        o->arcs[o->next[m]].in_circle = true;
        if (o->next[m] == through)
            break;
    }
}

/* The member on top of the path leads to nothing more: leave it. If it was the first of its
 * component to be entered, that is complete; the size of that is returned, else 0. */
static uint32_t leave(struct opening *o, uint32_t *n_path, uint32_t *n_open)
{
    uint32_t m = o->path[--*n_path], size = 0, member;

    if (o->low[m] < o->entered[m]) { /* so there is one below it */
        uint32_t above = o->path[*n_path - 1];

        if (o->low[m] < o->low[above])
            o->low[above] = o->low[m];
        return 0;
    }
    do {
        member = o->open[--*n_open];
        o->low[member] = NONE;
        size++;
    } while (member != m);
    return size;
}

/* The size of the largest component that can be reached from `start` without `left_out` and has not
 * been seen yet: Tarjan's algorithm (1972), with a stack of its own. */
static uint32_t search_from(struct opening *o, uint32_t start, uint32_t left_out,
                            uint32_t *n_entered)
{
    uint32_t n_path = 0, n_open = 0, largest = 0, m = start;

    for (;;) {
        if (!o->entered[m]) {
            o->entered[m] = o->low[m] = ++*n_entered;
            o->next[m] = o->first[m];
            o->path[n_path++] = o->open[n_open++] = m;
        }
        if (o->next[m] < o->first[m + 1]) {
            uint32_t arc = o->next[m]++, to = o->arcs[arc].to;

            if (arc == left_out)
                continue;
            if (!o->entered[to])
                m = to;
            else if (o->low[to] != NONE && o->entered[to] < o->low[m])
                o->low[m] = o->entered[to];
        } else {
            uint32_t size = leave(o, &n_path, &n_open);

            if (size > largest)
                largest = size;
            if (n_path == 0)
                return largest;
            m = o->path[n_path - 1];
        }
    }
}

/* Members of the largest cycle that is left without the arc; 0: there is none. */
static uint32_t left_without(struct opening *o, uint32_t arc)
{
    uint32_t largest = 0, n_entered = 0;

    for (uint32_t m = 0; m < o->n; m++)
        o->entered[m] = 0;
    for (uint32_t m = 0; m < o->n; m++) {
        uint32_t size = o->entered[m] ? 0 : search_from(o, m, arc, &n_entered);

        if (size > largest)
            largest = size;
    }
    return largest > 1 ? largest : 0;
}

/* ---- detours --------------------------------------------------------------------------------- */

/* One side of a search for a detour: who was met, in their order. */
struct side {
    uint32_t *queue, head, tail;
    uint32_t *met;
};

/* Go on from the next member of a side by all arcs but the one that is left out. Whether one of
 * them leads to who was met from the other side. */
static bool meets(struct opening *o, struct side *side, const uint32_t *others, uint32_t left_out,
                  bool forwards)
{
    const struct inner_arc *out = &o->arcs[left_out];
    uint32_t m = side->queue[side->head++];
    uint32_t first = forwards ? o->first[m] : o->first_caller[m];
    uint32_t end = forwards ? o->first[m + 1] : o->first_caller[m + 1];

    for (uint32_t i = first; i < end; i++) {
        uint32_t next = forwards ? o->arcs[i].to : o->callers[i];

        if (m == (forwards ? out->from : out->to) && next == (forwards ? out->to : out->from))
            continue;
        if (others[next] == o->n_detours)
            return true;
        if (side->met[next] == o->n_detours)
            continue;
        side->met[next] = o->n_detours;
        side->queue[side->tail++] = next;
    }
    return false;
}

/* Whether the arc's caller reaches its callee without it. */
static bool has_detour(struct opening *o, uint32_t arc)
{
    struct side forwards = {.queue = o->path, .met = o->met_forwards};
    struct side backwards = {.queue = o->open, .met = o->met_backwards};

    o->n_detours++;
    forwards.queue[forwards.tail++] = o->arcs[arc].from;
    backwards.queue[backwards.tail++] = o->arcs[arc].to;
    forwards.met[o->arcs[arc].from] = backwards.met[o->arcs[arc].to] = o->n_detours;
    while (forwards.head < forwards.tail && backwards.head < backwards.tail)
        if (meets(o, &forwards, backwards.met, arc, true) ||
            meets(o, &backwards, forwards.met, arc, false))
            return true;
    return false;
}

/* As many arcs as the steps allow. */
static uint32_t most_tries(const struct opening *o)
{
    uint32_t tries = MOST_STEPS / (o->n + o->n_arcs);

    return tries < LEAST_TRIES ? LEAST_TRIES : tries;
}

/* Try arcs in their order, until one opens the cycle. */
static void try_arcs(struct opening *o, struct cg_opening *result)
{
    uint32_t best = NONE;

    for (uint32_t i = 0; i < o->n_tried && result->left > 0; i++) {
        uint32_t arc = o->tried[i], left;

        if (has_detour(o, arc))
            continue;
        left = left_without(o, arc);
        /* arcs of the circle came first, whatever their calls */
        if (left > result->left ||
            (left == result->left && (best == NONE || o->arcs[arc].count >= o->arcs[best].count)))
            continue;
        best = arc;
        result->left = left;
        result->arc = o->arcs[arc].number;
    }
}

bool cg_opening_find(struct cg_opening *o, const struct call_graph *g, uint32_t cycle,
                     struct diag *d)
{
    struct opening work = {0};
    bool ok = gather(&work, g, cycle, d) && allocate(&work, d);

    *o = (struct cg_opening){.members = work.n, .arc = NO_OPENING, .left = work.n};
    if (ok) {
        list_callers(&work);
        choose_tried(&work, 1);
        mark_circle(&work, work.tried[0]);
        choose_tried(&work, most_tries(&work));
        try_arcs(&work, o);
    }
    release(&work);
    return ok;
}
