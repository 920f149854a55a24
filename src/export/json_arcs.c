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

/* An arc or site with room for all but the name of a file is written at once, with a look at the
 * room and at its end alone: there are as many as numbers in all other lists together. */
enum { ROW_BYTES = 256 };

/* Write a place that the calls come from. */
static void put_site(struct sink *out, const struct call_site *site, bool is_first)
{
    char *at = sink_room(out, ROW_BYTES);

    if (!at)
        return;
    *at = ',';
    at += !is_first;
    at = json_row_text(at, "{\"address\":");
    at = json_row_address(at, site->address);
    at = json_row_text(at, ",\"count\":");
    at = json_row_u64(at, site->count);
    at = json_row_text(at, ",\"file\":");
    if (!site->file) {
        sink_end_at(out, json_row_text(at, "null,\"line\":0}"));
        return;
    }
    sink_end_at(out, at);
    json_text(out, site->file);
    at = sink_room(out, ROW_BYTES);
    if (at) {
        at = json_row_u64(json_row_text(at, ",\"line\":"), site->line);
        sink_end_at(out, row_char(at, '}'));
    }
}

/* All members of the arc up to the list of its sites. */
static char *arc_row(char *at, const struct json_export *e, uint32_t a)
{
    const struct cg_arc *arc = &e->r->graph->arcs[a];

    at = json_row_u64(json_row_text(at, "\n{\"from\":"), arc->parent);
    at = json_row_u64(json_row_text(at, ",\"to\":"), arc->child);
    at = a < e->r->graph->n_counted ? json_row_text(at, ",\"known_by\":\"calls\"")
                                    : json_row_text(at, ",\"known_by\":\"stacks\"");
    at = json_row_u64(json_row_text(at, ",\"count\":"), arc->count);
    at = json_row_u64(json_row_text(at, ",\"time\":"), e->facts.arcs[a]);
    at = json_row_text(at, ",\"shown\":");
    at = figures_has_arc(e->r->figures, arc) ? json_row_u64(at, e->r->figures->arcs[a])
                                             : json_row_text(at, "null");
    return json_row_text(at, ",\"sites\":[");
}

/* A call that no count tells of has no sites. */
static void put_arc(struct sink *out, const struct json_export *e, uint32_t a, bool is_first)
{
    const struct call_sites *c = e->r->call_sites;
    bool is_counted = a < e->r->graph->n_counted;
    size_t first = is_counted ? c->first[a] : 0, end = is_counted ? c->first[a + 1] : 0;
    char *at = sink_room(out, ROW_BYTES);

    if (!at)
        return;
    *at = ',';
    at += !is_first;
    sink_end_at(out, arc_row(at, e, a));
    for (size_t i = first; i < end; i++)
        put_site(out, &c->at[i], i == first);
    sink_literal(out, "]}");
}

bool json_put_arcs(struct json_export *e, struct diag *d)
{
    uint32_t *sorted = sort_by_ends(e->r->graph, d);
    bool ok = sorted != NULL;

    if (ok) {
        struct json_list list = json_begin_list(&e->top, "arcs");

        for (uint32_t i = 0; i < e->r->graph->n_arcs; i++)
            put_arc(list.out, e, sorted[i], i == 0);
        json_end_list(&list);
    }
    free(sorted);
    return ok;
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
