/* paths - makes paths of call stacks, and divides times among paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/paths.h"

#include "base/mem.h"
#include "base/radix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES_MAX = 1 << 26 }; /* most frames of all call stacks together, each written out */

/* The paths that end in each function: those of symbol s are item[first[s]] up to, not including,
 * item[first[s + 1]]. */
struct ends {
    uint32_t *first, *item;
};

static void ends_init(struct ends *e, const struct paths *p, uint32_t n_symbols, struct diag *d)
{
    e->first = mem_alloc(d, (size_t)n_symbols + 1, sizeof *e->first);
    e->item = mem_alloc(d, p->n, sizeof *e->item);
    radix_group(e->item, e->first, n_symbols, p->n > 0 ? &p->at->node : NULL, p->n, sizeof *p->at,
                false);
}

/* Division of a function's figure among the paths that end in it, and the rest without a path. */
struct division {
    double *part;    /* room for a number a path, and one more */
    uint64_t *whole; /* room for the integers */
};

static void share_out_one(struct paths *p, const struct ends *e, uint32_t s,
                          const struct figure *figure, bool with_samples, struct division *v)
{
    uint32_t first = e->first[s], n = e->first[s + 1] - first;

    /* time that no part accounts for is cut off, too, so the sum is always right */
    bool none = !(v->part[n] > 0);

    for (uint32_t i = 0; i < n && none; i++)
        none = !(v->part[i] > 0);
    if (none)
        v->part[n] = 1;
    figures_spread(figure->self, v->part, (size_t)n + 1, v->whole);
    for (uint32_t i = 0; i < n; i++)
        p->at[e->item[first + i]].time = v->whole[i];
    p->cut[s] = v->whole[n];
    p->cut_total += v->whole[n];
    if (!with_samples)
        return;
    figures_spread(figure->samples, v->part, (size_t)n + 1, v->whole);
    for (uint32_t i = 0; i < n; i++)
        p->at[e->item[first + i]].samples = v->whole[i];
    p->cut_samples[s] = v->whole[n];
}

void paths_share_out(struct paths *p, const struct report *r, const double *own, const double *rest,
                     bool with_samples, struct diag *d)
{
    uint32_t n_symbols = r->symtab.n;
    struct ends e = {0};
    struct division v = {mem_alloc(d, (size_t)p->n + 1, sizeof *v.part),
                         mem_alloc(d, (size_t)p->n + 1, sizeof *v.whole)};

    p->cut = mem_alloc(d, n_symbols, sizeof *p->cut);
    p->cut_samples = mem_alloc(d, n_symbols, sizeof *p->cut_samples);
    ends_init(&e, p, n_symbols, d);
    for (uint32_t s = 0; s < n_symbols; s++) {
        uint32_t n = e.first[s + 1] - e.first[s];

        for (uint32_t i = 0; i < n; i++)
            v.part[i] = own[e.item[e.first[s] + i]];
        v.part[n] = rest ? rest[s] : 0;
        share_out_one(p, &e, s, &r->figures.functions[s], with_samples, &v);
    }
    free(v.part);
    free(v.whole);
    free(e.first);
    free(e.item);
}

/* ---- call stacks ---- */

/* A path with time, and its number of frames. */
struct deep_path {
    uint64_t time;
    uint32_t path, depth;
};

static int by_time(const void *left, const void *right)
{
    const struct deep_path *l = left, *r = right;

    if (l->time != r->time)
        return l->time > r->time ? -1 : 1;
    return l->path < r->path ? -1 : l->path > r->path;
}

static void cut_off(struct paths *p, uint32_t path)
{
    struct path *at = &p->at[path];

    p->cut[at->node] += at->time;
    p->cut_samples[at->node] += at->samples;
    p->cut_total += at->time;
    at->time = at->samples = 0;
}

/* Cuts off paths beyond `most` frames of all paths together; keeps those with most time. */
static void limit_frames(struct paths *p, uint64_t most, struct diag *d)
{
    struct deep_path *deep = mem_alloc(d, p->n, sizeof *deep);
    uint64_t frames = 0;
    bool is_over = false;

    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t parent = p->at[i].parent;

        deep[i] =
            (struct deep_path){p->at[i].time, i, parent == NO_PATH ? 1 : deep[parent].depth + 1};
        if (p->at[i].time > 0 || p->at[i].samples > 0)
            frames += deep[i].depth;
    }
    if (frames > most) {
        qsort(deep, p->n, sizeof *deep, by_time);
        frames = 0;
        for (uint32_t i = 0; i < p->n; i++) {
            frames += deep[i].depth;
            is_over = is_over || frames > most;
            if (is_over)
                cut_off(p, deep[i].path);
        }
    }
    free(deep);
}

void paths_measured(struct paths *p, const struct report *r, struct diag *d)
{
    const struct stack_frames *f = &r->listed;
    uint32_t n = f->n > GSTACK_ENDS ? f->n - GSTACK_ENDS : 0;
    double *own = mem_alloc(d, n, sizeof *own);

    *p = (struct paths){.n = n, .cap = n, .at = mem_alloc(d, n, sizeof *p->at)};
    for (uint32_t i = 0; i < n; i++) {
        const struct stack_frame *frame = &f->at[i + GSTACK_ENDS];

        p->at[i].parent = frame->parent < GSTACK_ENDS ? NO_PATH : frame->parent - GSTACK_ENDS;
        p->at[i].node = frame->function;
        own[i] = frame->own.ticks;
    }
    paths_share_out(p, r, own, NULL, true, d);
    limit_frames(p, FRAMES_MAX, d);
    free(own);
}

const char *paths_name(char *cycle, const struct report *r, uint32_t node)
{
    if (node < r->symtab.n)
        return names_shown(&r->names, node);
    snprintf(cycle, PATHS_CYCLE_BYTES, "<cycle %" PRIu32 ">", r->graph.nodes[node].cycle);
    return cycle;
}

void paths_release(struct paths *p)
{
    free(p->at);
    free(p->cut);
    free(p->cut_samples);
    *p = (struct paths){0};
}
