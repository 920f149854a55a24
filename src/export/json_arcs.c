/* json_arcs - the arcs and call stacks of the JSON export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/json_parts.h"

#include "base/mem.h"

#include <stdlib.h>

/* An arc by its ends. */
struct sort_arc {
    uint32_t from, to, arc;
};

static int by_ends(const void *left, const void *right)
{
    const struct sort_arc *l = left, *r = right;

    if (l->from != r->from)
        return l->from < r->from ? -1 : 1;
    return l->to < r->to ? -1 : l->to > r->to;
}

/* The places that the calls come from; none of a call that no count tells of. */
static void put_sites(struct json_object *o, const struct json_export *e, uint32_t arc)
{
    const struct call_sites *c = e->r->call_sites;
    struct json_list list = json_begin_short_list(o, "sites");
    bool is_counted = arc < e->r->graph->n_counted;

    for (size_t i = is_counted ? c->first[arc] : 0; is_counted && i < c->first[arc + 1]; i++) {
        struct json_object site = json_begin_record(&list);

        json_put_address(&site, "address", c->at[i].address);
        json_put_u64(&site, "count", c->at[i].count);
        json_put_place(&site, c->at[i].file, c->at[i].line);
        json_end(&site);
    }
    json_end_list(&list);
}

static void put_arc(struct json_object *o, const struct json_export *e, const struct sort_arc *at)
{
    const struct cg_arc *arc = &e->r->graph->arcs[at->arc];

    json_put_u64(o, "from", at->from);
    json_put_u64(o, "to", at->to);
    json_put_string(o, "known_by", at->arc < e->r->graph->n_counted ? "calls" : "stacks");
    json_put_u64(o, "count", arc->count);
    json_put_u64(o, "time", e->facts.arcs[at->arc]);
    if (figures_has_arc(e->r->figures, arc))
        json_put_u64(o, "shown", e->r->figures->arcs[at->arc]);
    else
        json_put_null(o, "shown");
    put_sites(o, e, at->arc);
}

bool json_put_arcs(struct json_export *e, struct diag *d)
{
    const struct call_graph *g = e->r->graph;
    struct sort_arc *sorted = mem_alloc(d, g->n_arcs, sizeof *sorted);
    struct json_list list;

    if (!sorted)
        return false;
    for (uint32_t a = 0; a < g->n_arcs; a++)
        sorted[a] = (struct sort_arc){g->arcs[a].parent, g->arcs[a].child, a};
    qsort(sorted, g->n_arcs, sizeof *sorted, by_ends);
    list = json_begin_list(&e->top, "arcs");
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        struct json_object o = json_begin_record(&list);

        put_arc(&o, e, &sorted[i]);
        json_end(&o);
    }
    json_end_list(&list);
    free(sorted);
    return true;
}

/* ---- call stacks ---- */

static void put_frame(struct json_object *o, const struct json_export *e, uint32_t i, uint64_t self)
{
    const struct stack_frame *frame = &e->r->stacks->at[i];

    json_put_u64(o, "id", i - GSTACK_ENDS);
    if (frame->parent < GSTACK_ENDS) {
        json_put_null(o, "parent");
        json_put_string(o, "end", json_stack_ends[frame->parent]);
    } else {
        json_put_u64(o, "parent", frame->parent - GSTACK_ENDS);
    }
    json_put_u64(o, "function", frame->function);
    json_put_u64(o, "signals", frame->own.signals);
    json_put_u64(o, "self", self);
}

bool json_put_stacks(struct json_export *e, struct diag *d)
{
    const struct stack_frames *f = e->r->stacks;
    double *ticks = mem_alloc(d, f->n, sizeof *ticks);
    uint64_t *time = mem_alloc(d, f->n, sizeof *time);
    bool ok = ticks && time;

    if (ok) {
        struct json_list list = json_begin_list(&e->top, "stacks");

        for (uint32_t i = GSTACK_ENDS; i < f->n; i++)
            ticks[i] = f->at[i].own.ticks;
        figures_spread(e->facts.total, ticks, f->n, time);
        for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
            struct json_object o = json_begin_record(&list);

            put_frame(&o, e, i, time[i]);
            json_end(&o);
        }
        json_end_list(&list);
    }
    free(ticks);
    free(time);
    return ok;
}
