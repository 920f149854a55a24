/* pprof_paths - whole stacks of the pprof export
 *
 * Samples of call stacks know their line, but only at the end of the stack: callers are frames of
 * functions. So the time of a path is divided among the lines where its samples were taken.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/pprof_paths.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Where samples of a path were taken. */
struct spot {
    uint32_t path;
    unsigned line;
    const char *file; /* NULL: not known */
    double ticks;
};

static int by_path(const void *left, const void *right)
{
    const struct spot *l = left, *r = right;
    int order;

    if (l->path != r->path)
        return l->path < r->path ? -1 : 1;
    if (!l->file || !r->file)
        return (l->file != NULL) - (r->file != NULL);
    order = l->file == r->file ? 0 : strcmp(l->file, r->file);
    return order ? order : l->line < r->line ? -1 : l->line > r->line;
}

static struct spot spot_of(const struct report *r, const struct stack_leaf *leaf)
{
    const struct line_row *row = leaf->function < r->symtab.n_code && !r->style.by_line
                                     ? line_rows_at(&r->rows, leaf->address)
                                     : NULL;

    return (struct spot){.path = leaf->frame - GSTACK_ENDS,
                         .line = row ? row->line : 0,
                         .file = row ? row->file : NULL,
                         .ticks = leaf->ticks};
}

/* All places of the samples by path, those of one line as one. NULL after reporting. */
static struct spot *find_spots(const struct report *r, size_t *n, struct diag *d)
{
    const struct stack_frames *f = &r->listed;
    struct spot *spots = mem_alloc(d, f->n_leaves, sizeof *spots);
    size_t kept = 0;

    if (!spots)
        return NULL;
    for (size_t i = 0; i < f->n_leaves; i++)
        spots[i] = spot_of(r, &f->leaves[i]);
    if (f->n_leaves > 0)
        qsort(spots, f->n_leaves, sizeof *spots, by_path);
    for (size_t i = 0; i < f->n_leaves; i++) {
        if (kept > 0 && by_path(&spots[kept - 1], &spots[i]) == 0)
            spots[kept - 1].ticks += spots[i].ticks;
        else
            spots[kept++] = spots[i];
    }
    *n = kept;
    return spots;
}

bool pprof_division_init(struct pprof_division *v, size_t n, struct diag *d)
{
    v->ticks = mem_alloc(d, n, sizeof *v->ticks);
    v->time = mem_alloc(d, n, sizeof *v->time);
    v->samples = mem_alloc(d, n, sizeof *v->samples);
    return v->ticks && v->time && v->samples;
}

void pprof_division_release(struct pprof_division *v)
{
    free(v->ticks);
    free(v->time);
    free(v->samples);
}

/* Put the callers of the path behind its innermost place. Returns how many places there are. */
static size_t put_callers(struct pprof_tables *t, const struct paths *p, uint32_t path,
                          uint64_t *stack)
{
    size_t depth = 1;

    for (path = p->at[path].parent; path != NO_PATH; path = p->at[path].parent)
        stack[depth++] = pprof_place(t, p->at[path].node, NULL, 0);
    return depth;
}

/* Write the samples of one path, which were taken at `n` spots. */
static void put_path(struct pprof_tables *t, const struct paths *p, const struct spot *spots,
                     size_t n, uint64_t *stack, struct pprof_division *v)
{
    const struct path *path = &p->at[spots->path];
    size_t depth;

    if (path->time == 0 && path->samples == 0)
        return;
    depth = put_callers(t, p, spots->path, stack);
    for (size_t i = 0; i < n; i++)
        v->ticks[i] = spots[i].ticks;
    figures_spread(path->time, v->ticks, n, v->time);
    figures_spread(path->samples, v->ticks, n, v->samples);
    for (size_t i = 0; i < n; i++) {
        const struct pprof_values values = {.samples = v->samples[i], .time = v->time[i]};

        stack[0] = pprof_place(t, path->node, spots[i].file, spots[i].line);
        if (values.time > 0 || values.samples > 0)
            pprof_sample(t, stack, depth, &values);
    }
}

bool pprof_measured(struct pprof_tables *t, const struct paths *p)
{
    size_t n = 0, upto;
    struct spot *spots = find_spots(t->r, &n, t->d);
    uint64_t *stack = mem_alloc(t->d, (size_t)p->n + 1, sizeof *stack);
    struct pprof_division v = {0};
    bool ok = spots && stack && pprof_division_init(&v, n, t->d);

    for (size_t i = 0; ok && i < n; i = upto) {
        for (upto = i + 1; upto < n && spots[upto].path == spots[i].path;)
            upto++;
        put_path(t, p, spots + i, upto - i, stack, &v);
    }
    pprof_division_release(&v);
    free(stack);
    free(spots);
    return ok;
}

bool pprof_estimated(struct pprof_tables *t, const struct paths *p)
{
    uint64_t *stack = mem_alloc(t->d, (size_t)p->n + 1, sizeof *stack);

    for (uint32_t i = 0; stack && i < p->n; i++) {
        const struct pprof_values v = {.time = p->at[i].time};
        size_t depth;

        if (v.time == 0)
            continue;
        depth = put_callers(t, p, i, stack);
        stack[0] = pprof_place(t, p->at[i].node, NULL, 0);
        pprof_sample(t, stack, depth, &v);
    }
    free(stack);
    return stack != NULL;
}

void pprof_cut(struct pprof_tables *t, const struct paths *p)
{
    const struct figures *f = &t->r->figures;

    for (uint32_t i = 0; i < f->n_shown; i++) {
        uint32_t s = f->order[i];
        const struct pprof_values v = {.time = p->cut[s], .samples = p->cut_samples[s]};
        uint64_t stack[2];

        if (v.time == 0 && v.samples == 0)
            continue;
        stack[0] = pprof_place(t, s, NULL, 0);
        stack[1] = pprof_place(t, PPROF_CUT, NULL, 0);
        pprof_sample(t, stack, 2, &v);
    }
}
