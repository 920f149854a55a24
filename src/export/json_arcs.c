/* json_arcs - the arcs and call stacks of the JSON export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/json_parts.h"

#include "base/mem.h"

#include <stdlib.h>

/* The numbers of all arcs, by caller, and those of a caller by callee; the caller frees. Who goes
 * over the callees in their order, and puts each arc behind those that its caller has so far, has
 * them sorted. */
static uint32_t *sort_by_ends(const struct call_graph *g, struct diag *d)
{
    uint32_t *sorted = mem_alloc(d, g->n_arcs, sizeof *sorted);
    uint32_t *fill = mem_alloc(d, g->n_symbols, sizeof *fill);

    for (uint32_t s = 0; sorted && fill && s < g->n_symbols; s++)
        fill[s] = g->children.first[s];
    for (uint32_t s = 0; sorted && fill && s < g->n_symbols; s++)
        for (uint32_t i = g->parents.first[s]; i < g->parents.first[s + 1]; i++)
            sorted[fill[g->arcs[g->parents.item[i]].parent]++] = g->parents.item[i];
    if (!fill) {
        free(sorted);
        sorted = NULL;
    }
    free(fill);
    return sorted;
}

/* A call that no count tells of has no sites. */
static void put_arc(struct json_list *arcs, const struct json_export *e, uint32_t a)
{
    const struct cg_arc *arc = &e->r->graph.arcs[a];
    const struct call_sites *c = &e->r->call_sites;
    bool is_counted = a < e->r->graph.n_counted;
    struct json_object o = json_begin_record(arcs);
    struct json_list sites;

    json_put_u64(&o, "from", arc->parent);
    json_put_u64(&o, "to", arc->child);
    json_put_string(&o, "known_by", is_counted ? "calls" : "stacks");
    json_put_u64(&o, "count", arc->count);
    json_put_u64(&o, "time", e->facts.arcs[a]);
    if (figures_has_arc(&e->r->figures, arc))
        json_put_u64(&o, "shown", e->r->figures.arcs[a]);
    else
        json_put_null(&o, "shown");
    sites = json_begin_short_list(&o, "sites");
    for (size_t i = is_counted ? c->first[a] : 0; is_counted && i < c->first[a + 1]; i++) {
        struct json_object site = json_begin_record(&sites);

        json_put_address(&site, "address", c->at[i].address);
        json_put_u64(&site, "count", c->at[i].count);
        json_put_place(&site, c->at[i].file, c->at[i].line);
        json_end(&site);
    }
    json_end_list(&sites);
    json_end(&o);
}

bool json_put_arcs(struct json_export *e, struct diag *d)
{
    uint32_t *sorted = sort_by_ends(&e->r->graph, d);
    bool ok = sorted != NULL;

    if (ok) {
        struct json_list list = json_begin_list(&e->top, "arcs");

        for (uint32_t i = 0; i < e->r->graph.n_arcs; i++)
            put_arc(&list, e, sorted[i]);
        json_end_list(&list);
    }
    free(sorted);
    return ok;
}

/* ---- call stacks ---- */

static void put_frame(struct json_object *o, const struct json_export *e, uint32_t i, uint64_t self)
{
    const struct stack_frame *frame = &e->r->stacks.at[i];

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
    const struct stack_frames *f = &e->r->stacks;
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
