/* cg_view - decides what the classic call graph shows, and in which order
 *
 * Sums of doubles are taken in a fixed order (callees first, lists newest first): the last bit
 * decides ties and roundings that the listings show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/cg_view.h"

#include "base/radix.h"
#include "base/trace.h"

/* Passes the properties of the parents of `s` outside of `node` on to `node`, which is `s` or its
 * cycle. The node is shown if a parent is, and gets a share of each parent's fraction by calls. */
static void inherit_from_parents(struct cg_view *v, const struct call_graph *g, uint32_t s,
                                 uint32_t node)
{
    uint64_t calls = g->nodes[node].calls;

    for (uint32_t i = g->parents.first[s]; i < g->parents.first[s + 1]; i++) {
        uint32_t parent = g->parents.other[i];

        if (g->nodes[parent].outer == node)
            continue;
        v->entries[node].is_listed |= v->entries[parent].is_listed;
        if (calls > 0)
            v->fraction[node] +=
                v->fraction[parent] * ((double)g->arcs[g->parents.item[i]].count / (double)calls);
    }
}

/* Passes the inherited properties of a cycle on to all of its members. */
static void inherit_cycle(struct cg_view *v, const struct call_graph *g, uint32_t c)
{
    uint32_t node = g->n_symbols + c;

    for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++)
        inherit_from_parents(v, g, g->members[i], node);
    for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++) {
        v->entries[g->members[i]].is_listed = v->entries[node].is_listed;
        v->fraction[g->members[i]] = v->fraction[node];
    }
}

/* Decides top-down, callers first, which functions are shown and what share of their time flows. */
static void apply_filter(struct cg_view *v, const struct call_graph *g,
                         const struct sym_filter *filter, struct diag *d)
{
    LOCAL bool *cycle_done = mem_alloc(d, g->n_cycles, sizeof *cycle_done);

    for (uint32_t i = g->n_symbols; i-- > 0;) {
        uint32_t s = g->order[i], cycle = g->nodes[s].cycle;
        bool flows;

        if (!cycle) {
            inherit_from_parents(v, g, s, s);
        } else if (!cycle_done[cycle - 1]) {
            inherit_cycle(v, g, cycle - 1);
            cycle_done[cycle - 1] = true;
        }
        v->entries[s].is_listed = sym_inherits(filter, SYM_TABLE_GRAPH, s, v->entries[s].is_listed);
        flows = sym_inherits(filter, SYM_TABLE_TIME, s, v->fraction[s] != 0);
        if (flows != (v->fraction[s] != 0))
            v->fraction[s] = flows ? 1 : 0;
    }
}

/* Reduces the times of arcs to the part that their parents hand on. The children time of a parent
 * is summed up in the same order as in cg_estimate. */
static void reduce_arcs(struct cg_view *v, const struct call_graph *g)
{
    for (uint32_t i = 0; i < g->n_symbols; i++) {
        uint32_t s = g->order[i], outer = g->nodes[s].outer;
        double fraction = v->fraction[s];

        if (fraction == 1 && outer == s) { /* all is handed on, so the sum is known */
            v->entries[s].time.children = v->times.nodes[s].children;
            continue;
        }
        for (uint32_t k = g->children.first[s]; k < g->children.first[s + 1]; k++) {
            struct cg_time *arc = &v->times.arcs[g->children.item[k]];
            double time = (arc->self + arc->children) * fraction;

            v->entries[s].time.children += time;
            if (outer != s)
                v->entries[outer].time.children += time;
            arc->self *= fraction;
            arc->children *= fraction;
        }
    }
}

/* Removes time that is not handed on. The total is summed up callers first. */
static void reduce_times(struct cg_view *v, const struct call_graph *g)
{
    for (uint32_t i = 0; i < cg_n_nodes(g); i++)
        v->entries[i].time.self = v->times.nodes[i].self * v->fraction[i];
    for (uint32_t i = g->n_symbols; i-- > 0;)
        v->total += v->entries[g->order[i]].time.self;
    reduce_arcs(v, g);
}

struct weights {
    const struct cg_view *view;
    const struct call_graph *graph;
};

/* Gives the sort key of a node at a level: most time first, then cycles before functions, ordinary
 * names before those with an underscore, more calls, and name. Equal nodes keep the order of their
 * numbers. */
static bool by_weight(const void *context, uint32_t node, unsigned level, uint64_t *key)
{
    const struct weights *w = context;
    const struct cg_time *time = &w->view->entries[node].time;
    bool is_function = node < w->graph->n_symbols;

    switch (level) {
    case 0:
        *key = ~radix_of_double(time->self + time->children);
        return true;
    case 1:
        *key = is_function ? 1 + (*w->graph->symtab->symbols[node].name == '_') : 0;
        return is_function;
    case 2:
        *key = ~w->graph->nodes[node].calls;
        return true;
    default:
        return radix_of_text(w->graph->symtab->symbols[node].name, level - 3, key);
    }
}

void cg_number_entries(struct cg_view *v, const struct call_graph *g, struct diag *d)
{
    const struct weights weights = {v, g};
    uint32_t n = cg_n_nodes(g);

    v->listing = mem_alloc(d, n, sizeof *v->listing);
    for (uint32_t i = 0; i < n; i++)
        v->listing[i] = i;
    radix_sort(v->listing, n, by_weight, &weights, d);
    for (uint32_t i = 0; i < n; i++)
        v->entries[v->listing[i]].index = i + 1;
}

/* ---- tracing ---- */

static void trace_flags(const struct cg_view *v, const struct call_graph *g, const struct diag *d)
{
    for (uint32_t i = g->n_symbols; i-- > 0;) {
        uint32_t s = g->order[i];

        trace_line(d, "cg_assemble", "%s: %s, %.2f%% of its %.2f ticks are handed on",
                   g->symtab->symbols[s].name, v->entries[s].is_listed ? "shown" : "not shown",
                   100.0 * v->fraction[s], v->times.nodes[s].self);
    }
}

/* Returns the reason why no time flows along the arc, or NULL. */
static const char *why_dry(const struct cg_view *v, const struct call_graph *g,
                           const struct cg_arc *a)
{
    if (a->parent == a->child)
        return "nothing, it is the same function";
    if (cg_is_internal(g, a))
        return "nothing, they are in one cycle";
    if (a->count == 0)
        return "nothing, there were no calls";
    return v->fraction[a->child] == 0 ? "nothing, its time is not handed on" : NULL;
}

static void trace_arc(const struct cg_view *v, const struct call_graph *g, uint32_t number,
                      const struct diag *d)
{
    const struct cg_arc *a = &g->arcs[number];
    const char *parent = g->symtab->symbols[a->parent].name;
    const char *child = g->symtab->symbols[a->child].name;
    const char *why = why_dry(v, g, a);
    const struct cg_time *time = &v->times.arcs[number];

    if (why)
        trace_line(d, "cg_assemble", "%s gets of %s: %s", parent, child, why);
    else
        trace_line(d, "cg_assemble",
                   "%s gets of %s, for %" PRIu64 " of %" PRIu64
                   " calls: %.2f ticks, %.2f of descendants",
                   parent, child, a->count, g->nodes[g->nodes[a->child].outer].calls, time->self,
                   time->children);
}

/* Traces times in the order in which they were handed up, the topological order. */
static void trace_times(const struct cg_view *v, const struct call_graph *g, const struct diag *d)
{
    for (uint32_t i = 0; i < g->n_symbols; i++) {
        uint32_t s = g->order[i];
        const struct cg_time *all = &v->times.nodes[s], *time = &v->entries[s].time;

        for (uint32_t k = g->children.first[s]; k < g->children.first[s + 1]; k++)
            if (v->fraction[s] != 0)
                trace_arc(v, g, g->children.item[k], d);
        trace_line(d, "cg_assemble", "%s: %.2f ticks, %.2f of descendants; shown: %.2f, %.2f",
                   g->symtab->symbols[s].name, all->self, all->children, time->self,
                   time->children);
    }
    trace_line(d, "cg_assemble", "%.2f ticks propagate in all", v->total);
}

void cg_assemble(struct cg_view *v, const struct call_graph *g, const double *ticks,
                 const struct sym_filter *filter, struct diag *d)
{
    *v = (struct cg_view){0};
    v->fraction = mem_alloc(d, cg_n_nodes(g), sizeof *v->fraction);
    v->entries = mem_alloc(d, cg_n_nodes(g), sizeof *v->entries);
    apply_filter(v, g, filter, d);
    cg_estimate(&v->times, g, ticks, v->fraction, d);
    reduce_times(v, g);
    if (trace_on(d, TRACE_PROPAGATION)) {
        trace_flags(v, g, d);
        trace_times(v, g, d);
    }
}

/* ---- measured times ---- */

/* Functions whose callees are still to be visited. */
struct worklist {
    uint32_t *symbols;
    uint32_t n;
};

/* Shows a function that a shown function calls. */
static void show_called(struct cg_view *v, const struct sym_filter *filter, uint32_t s,
                        struct worklist *todo)
{
    if (v->entries[s].is_listed || !sym_inherits(filter, SYM_TABLE_GRAPH, s, true))
        return;
    v->entries[s].is_listed = true;
    todo->symbols[todo->n++] = s;
}

/* Shows the callees of `s` that inherit being shown; a cycle passes it on to all of its members. */
static void show_callees(struct cg_view *v, const struct call_graph *g,
                         const struct sym_filter *filter, uint32_t s, struct worklist *todo)
{
    for (uint32_t k = g->children.first[s]; k < g->children.first[s + 1]; k++) {
        const struct cg_arc *a = &g->arcs[g->children.item[k]];
        uint32_t outer = g->nodes[a->child].outer, c = outer - g->n_symbols;

        if (cg_is_internal(g, a))
            continue;
        if (outer < g->n_symbols) {
            show_called(v, filter, a->child, todo);
        } else if (!v->entries[outer].is_listed) {
            v->entries[outer].is_listed = true;
            for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++)
                show_called(v, filter, g->members[i], todo);
        }
    }
}

/* Finds the entries that apply_filter would show. Arcs known from stacks alone may lead back up the
 * topological order, so functions are followed from caller to callee instead. */
static void show_entries(struct cg_view *v, const struct call_graph *g,
                         const struct sym_filter *filter, struct diag *d)
{
    struct worklist todo = {.symbols = mem_alloc(d, g->n_symbols, sizeof *todo.symbols)};

    for (uint32_t s = 0; s < g->n_symbols; s++)
        if (sym_selected(filter, SYM_TABLE_GRAPH, s)) {
            v->entries[s].is_listed = true;
            todo.symbols[todo.n++] = s;
        }
    while (todo.n > 0)
        show_callees(v, g, filter, todo.symbols[--todo.n], &todo);
    free(todo.symbols);
}

static void trace_measured(const struct cg_view *v, const struct call_graph *g,
                           const struct diag *d)
{
    for (uint32_t s = 0; s < g->n_symbols; s++)
        trace_line(d, "cg_assemble_measured",
                   "%s: %s, %.2f ticks, %.2f of descendants, in %" PRIu64 " samples",
                   g->symtab->symbols[s].name, v->entries[s].is_listed ? "shown" : "not shown",
                   v->times.nodes[s].self, v->times.nodes[s].children,
                   v->stacks.inclusive[s].signals);
}

void cg_assemble_measured(struct cg_view *v, const struct call_graph *g,
                          const struct stack_frames *frames, const struct sym_filter *filter,
                          struct diag *d)
{
    *v = (struct cg_view){0};
    v->entries = mem_alloc(d, cg_n_nodes(g), sizeof *v->entries);
    show_entries(v, g, filter, d);
    stack_times_init(&v->stacks, frames, g, d);
    cg_measure(&v->times, &v->stacks, g, d);
    for (uint32_t i = 0; i < cg_n_nodes(g); i++)
        v->entries[i].time = v->times.nodes[i];
    v->total = v->stacks.total.ticks;
    if (trace_on(d, TRACE_PROPAGATION))
        trace_measured(v, g, d);
}

void cg_view_release(struct cg_view *v)
{
    cg_times_release(&v->times);
    stack_times_release(&v->stacks);
    free(v->fraction);
    free(v->entries);
    free(v->listing);
    *v = (struct cg_view){0};
}
