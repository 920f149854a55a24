/* paths - makes paths of call stacks, and divides times among paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/paths.h"

#include "base/radix.h"

/* Divides the figure of each function among the paths that end in it; `own` has the self ticks by
 * path. A figure without such a path is cut off, so the sum is always right. */
static void share_out(struct paths *p, const struct results *r, const double *own, struct diag *d)
{
    uint32_t n_symbols = r->program.symtab.n;
    LOCAL uint32_t *first = mem_alloc(d, (size_t)n_symbols + 1, sizeof *first);
    LOCAL uint32_t *ends =
        mem_alloc(d, p->n, sizeof *ends); /* paths by the function that they end in */
    LOCAL double *part = mem_alloc(d, (size_t)p->n + 1, sizeof *part);
    LOCAL uint64_t *integers = mem_alloc(d, (size_t)p->n + 1, sizeof *integers);

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
        figures_spread(figure->self, part, (size_t)n + 1, integers);
        for (uint32_t i = 0; i < n; i++)
            p->at[to[i]].time = integers[i];
        p->cut[s] = integers[n];
        p->cut_total += integers[n];
        figures_spread(figure->samples, part, (size_t)n + 1, integers);
        for (uint32_t i = 0; i < n; i++)
            p->at[to[i]].samples = integers[i];
        p->cut_samples[s] = integers[n];
    }
}

void paths_init(struct paths *p, const struct results *r, const struct stack_frames *f,
                struct diag *d)
{
    uint32_t n = f->n > GSTACK_ENDS ? f->n - GSTACK_ENDS : 0;
    LOCAL double *own = mem_alloc(d, n, sizeof *own);

    *p = (struct paths){.n = n, .at = mem_alloc(d, n, sizeof *p->at)};
    for (uint32_t i = 0; i < n; i++) {
        const struct stack_frame *frame = &f->at[i + GSTACK_ENDS];

        p->at[i].parent = frame->parent < GSTACK_ENDS ? NO_PATH : frame->parent - GSTACK_ENDS;
        p->at[i].symbol = frame->function;
        p->at[i].place = frame->place;
        own[i] = frame->own.ticks;
    }
    share_out(p, r, own, d);
}

void paths_release(struct paths *p)
{
    free(p->at);
    free(p->cut);
    free(p->cut_samples);
    *p = (struct paths){0};
}
