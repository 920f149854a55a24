/* json_lines - the source lines and basic blocks of the JSON export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/json_parts.h"

#include "base/mem.h"

#include <stdlib.h>

/* For the lines of one function. */
struct divided {
    double *ticks;
    uint64_t *self, *samples;
};

/* The lines of a function: what its time is divided into. */
static void put_lines_of(struct json_list *list, const struct json_export *e, uint32_t s,
                         const struct divided *by)
{
    const struct line_times *t = &e->r->line_times;
    const struct figure *f = &e->r->figures.functions[s];
    size_t first = t->first[s], n = t->first[s + 1] - first;

    for (size_t i = 0; i < n; i++)
        by->ticks[i] = t->at[first + i].ticks;
    figures_spread(f->self, by->ticks, n, by->self);
    figures_spread(f->samples, by->ticks, n, by->samples);
    for (size_t i = 0; i < n; i++) {
        struct json_object o;

        if (by->self[i] == 0 && by->samples[i] == 0)
            continue;
        o = json_begin_record(list);
        json_put_u64(&o, "function", s);
        json_put_place(&o, t->at[first + i].file, t->at[first + i].line);
        json_put_self(&o, by->samples[i], by->self[i]);
        json_end(&o);
    }
}

bool json_put_lines(struct json_export *e, struct diag *d)
{
    size_t n = e->r->line_times.n;
    const struct divided by = {mem_alloc(d, n, sizeof *by.ticks), mem_alloc(d, n, sizeof *by.self),
                               mem_alloc(d, n, sizeof *by.samples)};
    bool ok = by.ticks && by.self && by.samples;

    if (ok) {
        struct json_list list = json_begin_list(&e->top, "lines");

        for (uint32_t s = 0; s < e->r->symtab.n; s++)
            put_lines_of(&list, e, s, &by);
        json_end_list(&list);
    }
    free(by.ticks);
    free(by.self);
    free(by.samples);
    return ok;
}

static int by_address(const void *left, const void *right)
{
    const struct bb_count *l = *(const struct bb_count *const *)left,
                          *r = *(const struct bb_count *const *)right;

    return l->address < r->address ? -1 : l->address > r->address;
}

bool json_put_blocks(struct json_export *e, struct diag *d)
{
    const struct bb_result *b = &e->r->blocks;
    const struct bb_count **sorted = mem_alloc(d, b->n, sizeof *sorted);
    struct json_list list;

    if (!sorted)
        return false;
    for (size_t i = 0; i < b->n; i++)
        sorted[i] = &b->at[i];
    if (b->n > 0)
        qsort(sorted, b->n, sizeof *sorted, by_address);
    list = json_begin_list(&e->top, "blocks");
    for (size_t i = 0; i < b->n; i++) {
        struct json_object o = json_begin_record(&list);

        json_put_address(&o, "address", sorted[i]->address);
        json_put_u64(&o, "function", sorted[i]->symbol);
        json_put_place(&o, sorted[i]->file, sorted[i]->line);
        json_put_u64(&o, "count", sorted[i]->count);
        json_end(&o);
    }
    json_end_list(&list);
    free(sorted);
    return true;
}
