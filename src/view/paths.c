/* paths - makes paths of call stacks, and divides times among paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/paths.h"

#include "base/mem.h"
#include "base/radix.h"

#include <stdlib.h>

enum { FRAMES_MAX = 1 << 26 }; /* most frames of all call stacks together, each written out */

/* Divides the figure of each function among the paths that end in it; `own` has the self ticks by
 * path. A figure without such a path is cut off, so the sum is always right. */
static void share_out(struct paths *p, const struct report *r, const double *own, struct diag *d)
{
    uint32_t n_symbols = r->symtab.n;
    uint32_t *first = mem_alloc(d, (size_t)n_symbols + 1, sizeof *first);
    uint32_t *ends = mem_alloc(d, p->n, sizeof *ends); /* paths by the function that they end in */
    double *part = mem_alloc(d, (size_t)p->n + 1, sizeof *part);
    uint64_t *whole = mem_alloc(d, (size_t)p->n + 1, sizeof *whole);

    p->cut = mem_alloc(d, n_symbols, sizeof *p->cut);
    p->cut_samples = mem_alloc(d, n_symbols, sizeof *p->cut_samples);
    radix_group(ends, first, n_symbols, p->n > 0 ? &p->at->symbol : NULL, p->n, sizeof *p->at,
                false);
    for (uint32_t s = 0; s < n_symbols; s++) {
        const struct figure *figure = &r->figures.functions[s];
        const uint32_t *to = ends + first[s];
        uint32_t n = first[s + 1] - first[s];
        bool none = true;

        for (uint32_t i = 0; i < n; i++) {
            part[i] = own[to[i]];
            none = none && !(part[i] > 0);
        }
        part[n] = none ? 1 : 0;
        figures_spread(figure->self, part, (size_t)n + 1, whole);
        for (uint32_t i = 0; i < n; i++)
            p->at[to[i]].time = whole[i];
        p->cut[s] = whole[n];
        p->cut_total += whole[n];
        figures_spread(figure->samples, part, (size_t)n + 1, whole);
        for (uint32_t i = 0; i < n; i++)
            p->at[to[i]].samples = whole[i];
        p->cut_samples[s] = whole[n];
    }
    free(first);
    free(ends);
    free(part);
    free(whole);
}

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

    p->cut[at->symbol] += at->time;
    p->cut_samples[at->symbol] += at->samples;
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

void paths_init(struct paths *p, const struct report *r, struct diag *d)
{
    const struct stack_frames *f = &r->listed;
    uint32_t n = f->n > GSTACK_ENDS ? f->n - GSTACK_ENDS : 0;
    double *own = mem_alloc(d, n, sizeof *own);

    *p = (struct paths){.n = n, .at = mem_alloc(d, n, sizeof *p->at)};
    for (uint32_t i = 0; i < n; i++) {
        const struct stack_frame *frame = &f->at[i + GSTACK_ENDS];

        p->at[i].parent = frame->parent < GSTACK_ENDS ? NO_PATH : frame->parent - GSTACK_ENDS;
        p->at[i].symbol = frame->function;
        own[i] = frame->own.ticks;
    }
    share_out(p, r, own, d);
    limit_frames(p, FRAMES_MAX, d);
    free(own);
}

void paths_release(struct paths *p)
{
    free(p->at);
    free(p->cut);
    free(p->cut_samples);
    *p = (struct paths){0};
}
