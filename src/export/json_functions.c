/* json_functions - the functions and cycles of the JSON export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/json_parts.h"

#include "base/arith.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

enum { SHARES = 1000000 };

/* What is gathered of the functions, by symbol. */
struct gathered {
    bool *is_there;    /* there is something to tell; owned */
    uint64_t *signals; /* of call stacks; owned */
    uint64_t *shares;  /* of the time that the filters leave, one more for the unknown; owned */
    double *parts;     /* scratch; owned */
};

static bool gather(struct gathered *g, const struct json_export *e, struct diag *d)
{
    const struct stack_frames *f = &e->r->stacks;
    const struct figures *shown = &e->r->figures;
    uint32_t n = e->r->symtab.n;

    g->is_there = mem_alloc(d, n, sizeof *g->is_there);
    g->signals = mem_alloc(d, n, sizeof *g->signals);
    g->shares = mem_alloc(d, (size_t)n + 1, sizeof *g->shares);
    g->parts = mem_alloc(d, (size_t)n + 1, sizeof *g->parts);
    if (!g->is_there || !g->signals || !g->shares || !g->parts)
        return false;
    for (uint32_t s = 0; s < n; s++) {
        g->is_there[s] = e->facts.functions[s].is_shown || shown->functions[s].is_shown ||
                         (e->has_histogram && e->histogram.functions[s].is_shown);
        g->parts[s] = (double)shown->functions[s].self;
    }
    g->parts[n] = (double)shown->unknown;
    figures_spread(SHARES, g->parts, (size_t)n + 1, g->shares);
    for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
        uint32_t s = f->at[i].function;

        g->is_there[s] = true;
        g->signals[s] = add_saturated(g->signals[s], f->at[i].own.signals);
    }
    return true;
}

static void gathered_release(struct gathered *g)
{
    free(g->is_there);
    free(g->signals);
    free(g->shares);
    free(g->parts);
}

/* Who the function is. */
static void put_identity(struct json_object *o, const struct report *r, uint32_t s)
{
    const struct symbol *symbol = &r->symtab.symbols[s];
    const struct image_line *where = &r->lines.at[s];
    bool has_code = s < r->symtab.n_code;

    json_put_u64(o, "id", s);
    json_put_string(o, "kind", !has_code ? "outside" : symbol->is_line ? "line" : "function");
    json_put_string(o, "name", names_full(&r->names, s));
    json_put_string(o, "short", names_shown(&r->names, s));
    json_put_string(o, "linker", symbol->name);
    json_put_place(o, has_code ? where->file : NULL, where->line);
    if (has_code)
        json_put_address(o, "address", symbol->address);
    else
        json_put_null(o, "address");
    json_put_u64(o, "size", has_code ? symbol->size : 0);
    json_put_bool(o, "static", symbol->is_static);
}

/* What the filters leave of the function. */
static void put_shown(struct json_object *o, const struct figure *f, uint64_t share)
{
    struct json_object shown;

    if (!f->is_shown) {
        json_put_null(o, "shown");
        return;
    }
    shown = json_put_object(o, "shown");
    json_put_self(&shown, f->samples, f->self);
    json_put_u64(&shown, "inclusive", f->inclusive);
    json_put_u64(&shown, "share", share);
    json_put_bool(&shown, "in_flat", f->in_flat);
    json_put_bool(&shown, "in_graph", f->in_graph);
    json_end(&shown);
}

static void put_cycle_number(struct json_object *o, uint32_t cycle)
{
    if (cycle)
        json_put_u64(o, "cycle", cycle);
    else
        json_put_null(o, "cycle");
}

static void put_function(struct json_object *o, const struct json_export *e,
                         const struct gathered *g, uint32_t s)
{
    const struct cg_node *node = &e->r->graph.nodes[s];
    const struct figure *fact = &e->facts.functions[s];

    put_identity(o, e->r, s);
    json_put_u64(o, "calls", node->calls);
    json_put_u64(o, "self_calls", node->self_calls);
    put_cycle_number(o, node->cycle);
    json_put_self(o, fact->samples, fact->self);
    json_put_u64(o, "inclusive", fact->inclusive);
    if (e->is_measured)
        json_put_u64(o, "signals", g->signals[s]);
    if (e->has_histogram) {
        struct json_object histogram = json_put_object(o, "histogram");

        json_put_self(&histogram, e->histogram.functions[s].samples,
                      e->histogram.functions[s].self);
        json_end(&histogram);
    }
    put_shown(o, &e->r->figures.functions[s], g->shares[s]);
}

bool json_put_functions(struct json_export *e, struct diag *d)
{
    struct gathered g = {0};
    bool ok = gather(&g, e, d);

    if (ok) {
        struct json_list list = json_begin_list(&e->top, "functions");

        for (uint32_t s = 0; s < e->r->symtab.n; s++) {
            struct json_object o;

            if (!g.is_there[s])
                continue;
            o = json_begin_record(&list);
            put_function(&o, e, &g, s);
            json_end(&o);
        }
        json_end_list(&list);
    }
    gathered_release(&g);
    return ok;
}

/* ---- cycles ---- */

static int by_number(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;

    return l < r ? -1 : l > r;
}

/* Cycle number `cycle`, from 1, of these members. */
static void put_cycle(struct json_object *o, const struct json_export *e, uint32_t cycle,
                      const uint32_t *members, uint32_t n)
{
    const struct report *r = e->r;
    uint32_t node = r->graph.n_symbols + cycle - 1;
    const struct cg_time *time = &e->times.nodes[node];
    double unit = e->facts.unit == FIGURES_NS ? 1e9 / r->hist.rate : 1;
    double all = (time->self + time->children) * unit;
    uint64_t samples = 0, self = 0, inclusive = all < 0x1p63 ? (uint64_t)llrint(all) : INT64_MAX;
    struct json_list list;

    for (uint32_t i = 0; i < n; i++) {
        samples += e->facts.functions[members[i]].samples;
        self += e->facts.functions[members[i]].self;
    }
    json_put_u64(o, "id", cycle);
    json_put_u64(o, "calls", r->graph.nodes[node].calls);
    json_put_u64(o, "self_calls", r->graph.nodes[node].self_calls);
    json_put_self(o, samples, self);
    json_put_u64(o, "inclusive", inclusive > self ? inclusive : self);
    list = json_begin_short_list(o, "members");
    for (uint32_t i = 0; i < n; i++)
        json_add_u64(&list, members[i]);
    json_end_list(&list);
}

bool json_put_cycles(struct json_export *e, struct diag *d)
{
    const struct call_graph *g = &e->r->graph;
    uint32_t *members = mem_alloc(d, g->n_symbols, sizeof *members);
    struct json_list list;

    if (!members)
        return false;
    list = json_begin_list(&e->top, "cycles");
    for (uint32_t c = 0; c < g->n_cycles; c++) {
        struct json_object o = json_begin_record(&list);
        uint32_t first = g->member_first[c], n = g->member_first[c + 1] - first;

        for (uint32_t i = 0; i < n; i++)
            members[i] = g->members[first + i];
        qsort(members, n, sizeof *members, by_number);
        put_cycle(&o, e, c + 1, members, n);
        json_end(&o);
    }
    json_end_list(&list);
    free(members);
    return true;
}
