/* paths_estimated - makes call paths from the times of the call graph
 *
 * Cycles are single nodes, so the graph has no circles. Time flows down from callers: a node gets
 * the time of its callers' calls. If that is less than the node's time, the rest begins at the
 * node. A path has a share of its last node's time, and gives the same share of each edge's time to
 * the path that goes on along that edge.
 *
 * The edges of a node are sorted, the largest first. So a path is followed by two candidates at
 * most, its first continuation and its next sibling, however many callees there are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/paths.h"

#include "base/mem.h"

#include <stdlib.h>

enum { FRAMES_MAX = 1 << 20 };       /* most frames of all paths, so that output stays readable */
static const double least = 1e-6;    /* part of the total: paths with less are cut off */
static const double rounding = 1e-9; /* a smaller part of a sum of times counts as 0 */

struct edge {
    double time; /* inclusive time of the target, when reached along this edge */
    uint32_t target;
};

/* The flow of time. Nodes are those of the call graph, and one more, at which all paths begin. The
 * edges of node i are edges[first[i]] up to, not including, edges[last[i]]. */
struct flow {
    const struct report *r;
    uint32_t begin; /* number of that further node, equal to the number of others */
    size_t *first, *last;
    struct edge *edges;
    double *inclusive; /* inclusive times by node */
    double total;      /* time of all that begins */
};

/* ---- the graph ---- */

/* Returns the time of an edge that is an arc, or 0 if no time is handed along it. */
static double arc_time(const struct report *r, uint32_t a)
{
    const struct cg_time *times = r->view.times.arcs;

    return times && !cg_is_internal(&r->graph, &r->graph.arcs[a])
               ? times[a].self + times[a].children
               : 0;
}

/* Returns a member's part of its cycle's time: 0 if the member hands nothing on (-N). */
static double member_time(const struct flow *f, uint32_t s)
{
    const double *fraction = f->r->view.fraction;

    return fraction && fraction[s] == 0 ? 0 : f->inclusive[s];
}

static void sum_inclusive(struct flow *f, struct diag *d)
{
    const struct cg_time *nodes = f->r->view.times.nodes;

    f->inclusive = mem_alloc(d, (size_t)f->begin + 1, sizeof *f->inclusive);
    for (uint32_t i = 0; i < f->begin; i++)
        if (nodes)
            f->inclusive[i] = nodes[i].self + nodes[i].children;
        else if (i < f->r->symtab.n) /* there is no call graph */
            f->inclusive[i] = f->r->flat.ticks[i];
}

/* Walks over all edges: counts those of each node in last[], or, if `edges` is set, stores them
 * there. Subtracts the time that arrives at each node from `missing`. */
static void add_edges(struct flow *f, double *missing)
{
    const struct call_graph *g = &f->r->graph;

    for (uint32_t a = 0; a < g->n_arcs; a++) {
        double time = arc_time(f->r, a);
        uint32_t target = g->nodes[g->arcs[a].child].outer, from = g->arcs[a].parent;

        if (!(time > 0))
            continue;
        if (f->edges) {
            f->edges[f->last[from]] = (struct edge){time, target};
            missing[target] -= time;
        }
        f->last[from]++;
    }
    for (uint32_t s = 0; s < g->n_symbols; s++) {
        double time = g->nodes[s].cycle ? member_time(f, s) : 0;

        if (!(time > 0))
            continue;
        if (f->edges) {
            f->edges[f->last[g->nodes[s].outer]] = (struct edge){time, s};
            missing[s] -= time;
        }
        f->last[g->nodes[s].outer]++;
    }
}

/* Adds edges for the time that begins at each node. */
static void add_beginnings(struct flow *f, const double *missing)
{
    for (uint32_t i = 0; i < f->begin; i++) {
        double time = missing[i];

        if (!(time > f->inclusive[i] * rounding))
            continue;
        f->edges[f->last[f->begin]++] = (struct edge){time, i};
        f->total += time;
    }
}

/* Compares edges by target, then by time, the longest first, so that sums do not depend on the
 * library's qsort. */
static int by_target(const void *left, const void *right)
{
    const struct edge *l = left, *r = right;

    if (l->target != r->target)
        return l->target < r->target ? -1 : 1;
    return l->time > r->time ? -1 : l->time < r->time;
}

static int by_time(const void *left, const void *right)
{
    const struct edge *l = left, *r = right;

    if (l->time != r->time)
        return l->time > r->time ? -1 : 1;
    return l->target < r->target ? -1 : l->target > r->target;
}

/* Joins the edges of a node to the same target, as for several members of a cycle, and puts the
 * largest first. */
static void sort_edges(struct flow *f, uint32_t node)
{
    struct edge *at = f->edges + f->first[node];
    size_t n = f->last[node] - f->first[node], kept = 0;

    if (n < 2)
        return;
    qsort(at, n, sizeof *at, by_target);
    for (size_t i = 1; i < n; i++)
        if (at[i].target == at[kept].target)
            at[kept].time += at[i].time;
        else
            at[++kept] = at[i];
    n = kept + 1;
    f->last[node] = f->first[node] + n;
    qsort(at, n, sizeof *at, by_time);
}

static void flow_init(struct flow *f, const struct report *r, struct diag *d)
{
    double *missing;
    size_t n = 0;

    *f = (struct flow){.r = r, .begin = cg_n_nodes(&r->graph)};
    f->first = mem_alloc(d, (size_t)f->begin + 1, sizeof *f->first);
    f->last = mem_alloc(d, (size_t)f->begin + 1, sizeof *f->last);
    missing = mem_alloc(d, (size_t)f->begin + 1, sizeof *missing);
    sum_inclusive(f, d);
    add_edges(f, NULL);
    for (uint32_t i = 0; i <= f->begin; i++) {
        f->first[i] = n;
        n += f->last[i];
        f->last[i] = f->first[i];
        missing[i] = f->inclusive[i];
    }
    f->edges = mem_alloc(d, n + f->begin, sizeof *f->edges);
    add_edges(f, missing);
    add_beginnings(f, missing);
    for (uint32_t i = 0; i <= f->begin; i++)
        sort_edges(f, i);
    free(missing);
}

static void flow_release(struct flow *f)
{
    free(f->first);
    free(f->last);
    free(f->edges);
    free(f->inclusive);
}

/* ---- paths, the largest first ---- */

/* A path that can be made: an existing path and an edge from its end. */
struct candidate {
    double time;
    size_t edge;
    uint32_t parent; /* number of the existing path, or NO_PATH */
};

/* State of a path while paths are made. */
struct share {
    double time;    /* part of its last node's inclusive time */
    double own;     /* self ticks of its last function */
    uint32_t depth; /* number of its frames */
};

struct expansion {
    const struct flow *f;
    struct paths *p;
    struct share *shares;   /* states by path */
    size_t cap;             /* room in shares */
    double *rest;           /* ticks by symbol that no path has yet */
    struct candidate *heap; /* candidates, the largest on top */
    size_t n_heap, heap_cap;
};

static bool comes_first(const struct candidate *a, const struct candidate *b)
{
    if (a->time != b->time)
        return a->time > b->time;
    if (a->parent != b->parent)
        return a->parent < b->parent;
    return a->edge < b->edge;
}

/* Adds the candidate that continues `parent` along the edge, if the edge exists and has time. */
static void push(struct expansion *x, uint32_t parent, size_t edge, struct diag *d)
{
    const struct flow *f = x->f;
    uint32_t node = parent == NO_PATH ? f->begin : x->p->at[parent].node;
    double share = parent == NO_PATH ? 1 : x->shares[parent].time / f->inclusive[node];
    struct candidate c = {.edge = edge, .parent = parent};
    struct candidate *heap;
    size_t at = x->n_heap;

    if (edge == f->last[node])
        return;
    c.time = f->edges[edge].time * share;
    if (!(c.time > f->total * least))
        return;
    heap = x->heap = mem_grow(d, x->heap, &x->heap_cap, at + 1, sizeof *heap);
    x->n_heap++;
    for (; at > 0 && comes_first(&c, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = c;
}

static struct candidate pop(struct expansion *x)
{
    struct candidate top = x->heap[0], last = x->heap[--x->n_heap];
    size_t at = 0;

    for (;;) {
        size_t next = 2 * at + 1;

        if (next + 1 < x->n_heap && comes_first(&x->heap[next + 1], &x->heap[next]))
            next++;
        if (next >= x->n_heap || !comes_first(&x->heap[next], &last))
            break;
        x->heap[at] = x->heap[next];
        at = next;
    }
    if (x->n_heap > 0)
        x->heap[at] = last;
    return top;
}

/* Makes the candidate a path. */
static void add_path(struct expansion *x, const struct candidate *c, uint32_t depth, struct diag *d)
{
    const struct flow *f = x->f;
    uint32_t node = f->edges[c->edge].target, number = x->p->n;
    size_t need = (size_t)number + 1;
    struct path *at = mem_grow(d, x->p->at, &x->p->cap, need, sizeof *at);
    struct share *shares = mem_grow(d, x->shares, &x->cap, need, sizeof *shares);

    x->p->at = at;
    x->shares = shares;
    at[number] = (struct path){.parent = c->parent, .node = node};
    shares[number] = (struct share){.time = c->time, .depth = depth};
    if (node < f->r->symtab.n) {
        shares[number].own = f->r->flat.ticks[node] * (c->time / f->inclusive[node]);
        x->rest[node] -= shares[number].own;
    }
    x->p->n++;
    push(x, c->parent, c->edge + 1, d);
    push(x, number, f->first[node], d);
}

static void expand(struct expansion *x, struct diag *d)
{
    size_t frames = 0;

    push(x, NO_PATH, x->f->first[x->f->begin], d);
    while (x->n_heap > 0) {
        struct candidate c = pop(x);
        uint32_t depth = c.parent == NO_PATH ? 1 : x->shares[c.parent].depth + 1;

        frames += depth;
        if (frames > FRAMES_MAX)
            break;
        add_path(x, &c, depth, d);
    }
}

/* Divides the figures of the functions. */
static void share_out(struct expansion *x, struct diag *d)
{
    const struct report *r = x->f->r;
    double *own = mem_alloc(d, x->p->n, sizeof *own);

    for (uint32_t i = 0; i < x->p->n; i++)
        own[i] = x->shares[i].own;
    for (uint32_t s = 0; s < r->symtab.n; s++)
        if (!(x->rest[s] > r->flat.ticks[s] * rounding))
            x->rest[s] = 0;
    paths_share_out(x->p, r, own, x->rest, false, d);
    free(own);
}

void paths_estimated(struct paths *p, const struct report *r, struct diag *d)
{
    struct flow f;
    struct expansion x = {.f = &f, .p = p};

    *p = (struct paths){0};
    x.rest = mem_alloc(d, r->symtab.n, sizeof *x.rest);
    flow_init(&f, r, d);
    for (uint32_t s = 0; s < r->symtab.n; s++)
        x.rest[s] = r->flat.ticks[s];
    expand(&x, d);
    share_out(&x, d);
    flow_release(&f);
    free(x.shares);
    free(x.rest);
    free(x.heap);
}
