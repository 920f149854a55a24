/* test_cg_times - tests estimated times, what the listing shows of them, and the order of its
 * entries
 *
 * The model works on tables of counts. Its only list has the arcs in the order of their creation.
 * The model adds in the order that cg_times.c and cg_view.c promise, so doubles must be equal to
 * the last bit. Cycles and levels come from cg_dfn, which has its own test.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_dfn.h"
#include "analysis/cg_times.h"
#include "view/cg_view.h"
#include "tool_prng.h"
#include "unit.h"

#include <math.h>

enum { MOST = 24, NODES = 2 * MOST };

struct model {
    uint64_t calls[NODES], self_calls[NODES];
    double time[NODES], child[NODES], fraction[NODES], shown_self[NODES], shown_child[NODES];
    bool shown[NODES];
    double arc_time[MOST * MOST], arc_child[MOST * MOST];
    double total;
};

/* State of one run. */
struct setup {
    struct symtab table;
    struct profile profile;
    struct sym_filter filter;
    double ticks[MOST]; /* ticks by symbol */
    struct call_graph graph;
    struct cg_times times; /* without filters */
    struct cg_view view;
};

static bool internal(const struct call_graph *g, uint32_t a, uint32_t b)
{
    return a == b || (g->nodes[a].cycle && g->nodes[a].cycle == g->nodes[b].cycle);
}

static uint32_t outer(const struct call_graph *g, uint32_t s)
{
    return g->nodes[s].cycle ? g->n_symbols + g->nodes[s].cycle - 1 : s;
}

static void model_calls(struct model *m, const struct call_graph *g)
{
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        uint32_t from = g->arcs[i].parent, to = g->arcs[i].child;
        uint64_t n = g->arcs[i].count;

        *(from == to ? &m->self_calls[to] : &m->calls[to]) += n;
        if (!g->nodes[to].cycle || from == to)
            continue;
        *(internal(g, from, to) ? &m->self_calls[outer(g, to)] : &m->calls[outer(g, to)]) += n;
    }
}

/* Adds to `node` the time that flows to `s` from its callers, the newest arc first. */
static void model_inherit(struct model *m, const struct call_graph *g, uint32_t s, uint32_t node)
{
    for (uint32_t i = g->n_arcs; i-- > 0;) {
        uint32_t from = g->arcs[i].parent;
        if (g->arcs[i].child != s || internal(g, from, s))
            continue;
        m->shown[node] = m->shown[node] || m->shown[from];
        if (m->calls[node])
            m->fraction[node] +=
                m->fraction[from] * ((double)g->arcs[i].count / (double)m->calls[node]);
    }
}

static bool turned_on(const struct sym_filter *f, enum sym_table t, uint32_t s, bool on)
{
    bool included = f->bits[s] >> 2 * t & 1, excluded = f->bits[s] >> (2 * t + 1) & 1;

    if (on)
        return included || !excluded;
    return f->includes[t] ? included : !excluded;
}

static void model_flags(struct model *m, const struct call_graph *g, const struct sym_filter *f,
                        const uint32_t *order)
{
    bool done[NODES] = {false};

    for (uint32_t i = g->n_symbols; i-- > 0;) {
        uint32_t s = order[i], c = outer(g, s);
        if (c == s) {
            model_inherit(m, g, s, s);
        } else if (!done[c]) {
            uint32_t first = g->member_first[c - g->n_symbols];
            uint32_t end = g->member_first[c - g->n_symbols + 1];
            done[c] = true;
            for (uint32_t k = first; k < end; k++)
                model_inherit(m, g, g->members[k], c);
            for (uint32_t k = first; k < end; k++) {
                m->shown[g->members[k]] = m->shown[c];
                m->fraction[g->members[k]] = m->fraction[c];
            }
        }
        m->shown[s] = turned_on(f, SYM_TABLE_GRAPH, s, m->shown[s]);
        if (turned_on(f, SYM_TABLE_TIME, s, m->fraction[s] != 0) != (m->fraction[s] != 0))
            m->fraction[s] = m->fraction[s] != 0 ? 0 : 1;
        m->shown_self[s] = m->time[s] * m->fraction[s];
        m->total += m->shown_self[s];
    }
    for (uint32_t c = 0; c < g->n_cycles; c++) {
        uint32_t node = g->n_symbols + c;
        for (uint32_t k = g->member_first[c]; k < g->member_first[c + 1]; k++)
            if (m->fraction[g->members[k]] != 0)
                m->time[node] += m->time[g->members[k]];
        m->shown_self[node] = m->fraction[node] * m->time[node];
    }
}

static void model_times(struct model *m, const struct call_graph *g, const uint32_t *order)
{
    for (uint32_t i = 0; i < g->n_symbols; i++) {
        uint32_t p = order[i];
        for (uint32_t k = g->n_arcs; k-- > 0;) {
            uint32_t s = g->arcs[k].child, node = outer(g, s);
            if (g->arcs[k].parent != p || m->fraction[p] == 0 || g->arcs[k].count == 0 ||
                m->fraction[s] == 0 || internal(g, p, s) || m->calls[node] == 0)
                continue;
            double share = (double)g->arcs[k].count / (double)m->calls[node];
            double own = m->time[node] * share, below = m->child[node] * share;
            double passed = own + below;
            m->child[p] += passed;
            m->shown_child[p] += passed * m->fraction[p];
            if (outer(g, p) != p) {
                m->child[outer(g, p)] += passed;
                m->shown_child[outer(g, p)] += passed * m->fraction[p];
            }
            m->arc_time[k] = own * m->fraction[p];
            m->arc_child[k] = below * m->fraction[p];
        }
    }
}

/* Returns true if the entry of node a stands before that of b. */
static bool precedes(const struct model *m, const struct call_graph *g, uint32_t a, uint32_t b)
{
    double l = m->shown_self[a] + m->shown_child[a], r = m->shown_self[b] + m->shown_child[b];
    bool l_cycle = a >= g->n_symbols, r_cycle = b >= g->n_symbols;

    if (l != r)
        return l > r;
    if (l_cycle || r_cycle)
        return l_cycle && r_cycle ? a < b : l_cycle;
    const char *ln = g->symtab->symbols[a].name, *rn = g->symtab->symbols[b].name;
    if ((*ln == '_') != (*rn == '_'))
        return *rn == '_';
    if (m->calls[a] != m->calls[b])
        return m->calls[a] > m->calls[b];
    return strcmp(ln, rn) != 0 ? strcmp(ln, rn) < 0 : a < b;
}

/* Compares the view with the model. Returns the number of differences. */
static size_t compare(const struct setup *x)
{
    const struct call_graph *g = &x->graph;
    const struct cg_view *v = &x->view;
    struct model m = {.total = 0};
    size_t wrong = 0;

    for (uint32_t s = 0; s < g->n_symbols; s++)
        m.time[s] = x->ticks[s];
    model_calls(&m, g);
    model_flags(&m, g, &x->filter, g->order);
    model_times(&m, g, g->order);
    wrong += m.total != v->total || v->stacks.self != NULL;
    for (uint32_t i = 0; i < cg_n_nodes(g); i++) {
        const struct cg_node *n = &g->nodes[i];
        const struct cg_entry *e = &v->entries[i];
        wrong += n->calls != m.calls[i] || n->self_calls != m.self_calls[i];
        wrong += v->times.nodes[i].self != m.time[i] || v->times.nodes[i].children != m.child[i];
        wrong += v->fraction[i] != m.fraction[i] || e->is_listed != m.shown[i];
        wrong += e->time.self != m.shown_self[i] || e->time.children != m.shown_child[i];
        wrong += v->listing[e->index - 1] != i;
        wrong += i > 0 && !precedes(&m, g, v->listing[i - 1], v->listing[i]);
    }
    for (uint32_t k = 0; k < g->n_arcs; k++) {
        const struct cg_time *shown = &v->times.arcs[k];
        wrong += shown->self != m.arc_time[k] || shown->children != m.arc_child[k];
    }
    return wrong;
}

/* Checks that without filters all time arrives at the functions that nobody calls. */
static size_t check_conservation(const struct setup *x)
{
    const struct call_graph *g = &x->graph;
    double all = 0, arrived = 0, arrived_in_view = 0;

    for (uint32_t s = 0; s < g->n_symbols; s++)
        all += x->ticks[s];
    for (uint32_t i = 0; i < cg_n_nodes(g); i++)
        if (g->nodes[i].calls == 0 && (i >= g->n_symbols || !g->nodes[i].cycle)) {
            arrived += x->times.nodes[i].self + x->times.nodes[i].children;
            arrived_in_view += x->view.times.nodes[i].self + x->view.times.nodes[i].children;
        }
    return fabs(all - arrived) > 1e-9 * all || fabs(all - arrived_in_view) > 1e-9 * all ||
           fabs(x->view.total - all) > 1e-9 * all;
}

/* Checks that times without filters are independent of the filters: each function has its ticks, a
 * cycle the ticks of its members, and an arc its share of its child's time. */
static size_t check_facts(const struct setup *x)
{
    const struct call_graph *g = &x->graph;
    size_t wrong = 0;

    for (uint32_t s = 0; s < g->n_symbols; s++)
        wrong += x->times.nodes[s].self != x->ticks[s];
    for (uint32_t c = 0; c < g->n_cycles; c++) {
        double sum = 0;
        for (uint32_t i = g->member_first[c]; i < g->member_first[c + 1]; i++)
            sum += x->ticks[g->members[i]];
        wrong += x->times.nodes[g->n_symbols + c].self != sum;
    }
    for (uint32_t k = 0; k < g->n_arcs; k++) {
        const struct cg_arc *a = &g->arcs[k];
        const struct cg_time *child = &x->times.nodes[outer(g, a->child)];
        double share = internal(g, a->parent, a->child) || a->count == 0
                           ? 0
                           : (double)a->count / (double)g->nodes[outer(g, a->child)].calls;
        wrong += x->times.arcs[k].self != child->self * share;
        wrong += x->times.arcs[k].children != child->children * share;
    }
    return wrong;
}

static void draw(struct setup *x, struct prng *r, bool with_filter)
{
    static const char *const names[] = {"a", "b", "_a", "_b", "mcount", "__x"};
    struct symbol symbols[MOST] = {{0}};
    uint32_t n = (uint32_t)prng_range(r, 1, MOST);
    uint64_t arcs = prng_below(r, 3 * (uint64_t)n), most = prng_chance(r, 50) ? 3 : 1000000;

    *x = (struct setup){.ticks = {0}};
    for (uint32_t i = 0; i < n; i++) {
        symbols[i] = (struct symbol){.address = unit_address(i),
                                     .is_function = true,
                                     .name = names[prng_below(r, with_filter ? 6 : 4)]};
        x->ticks[i] = prng_chance(r, 30)   ? 0
                      : prng_chance(r, 50) ? (double)prng_below(r, 5)
                                           : (double)prng_below(r, 100000) / 7.0;
    }
    unit_symtab(&x->table, symbols, n, unit_address(n));
    for (uint64_t i = 0; i < arcs; i++) {
        uint64_t from = prng_below(r, n), self = prng_below(r, n);
        if (prng_chance(r, 70) && from > self)
            continue;
        profile_add_arc(&x->profile, unit_address(from), unit_address(self),
                        1 - with_filter + prng_below(r, most), &told.diag);
    }
    sym_filter_init(&x->filter, &no_ids, &x->table, NULL, &told.diag);
    for (uint32_t s = 0; with_filter && s < n; s++) {
        if (prng_chance(r, 40))
            x->filter.bits[s] ^= (uint16_t)(prng_next(r) & prng_next(r) & 0xfff);
        for (unsigned table = 0; table < SYM_TABLES; table++)
            if (sym_included(&x->filter, table, s))
                x->filter.includes[table] = true;
    }
}

static void release(struct setup *x)
{
    cg_view_release(&x->view);
    cg_times_release(&x->times);
    call_graph_release(&x->graph);
    sym_filter_release(&x->filter);
    profile_release(&x->profile);
    symtab_release(&x->table);
}

static void test_random(bool with_filter)
{
    struct prng random = {with_filter ? 41 : 42};
    size_t wrong = 0, wrong_facts = 0, cycles = 0, lost = 0;

    for (size_t round = 0; round < unit_times(20000); round++) {
        struct setup x;
        draw(&x, &random, with_filter);
        call_graph_init(&x.graph, &x.profile, &x.table, &no_filter, &told.diag);
        cg_dfn(&x.graph, &told.diag);
        cg_estimate(&x.times, &x.graph, x.ticks, NULL, &told.diag);
        cg_assemble(&x.view, &x.graph, x.ticks, &x.filter, &told.diag);
        cg_number_entries(&x.view, &x.graph, &told.diag);
        wrong += compare(&x);
        wrong_facts += check_facts(&x);
        lost += !with_filter && check_conservation(&x);
        cycles += x.graph.n_cycles;
        release(&x);
    }
    ok(wrong == 0 && cycles > 10, "random graphs, %zu cycles%s: equal to the model to the last bit",
       cycles, with_filter ? ", with filters and arcs without calls" : "");
    is_uint(wrong_facts, 0, "times without filters are complete");
    if (!with_filter)
        is_uint(lost, 0, "no time is lost on the way to the functions that nobody calls");
}

/* Tests a small sum by hand: main calls f once and g three times; g calls f twice. */
static void test_example(void)
{
    struct setup x = {.ticks = {1, 30, 5}};
    const struct cg_time *nodes, *arcs;
    const struct cg_entry *entries;

    unit_functions(&x.table, 3);
    sym_filter_init(&x.filter, &no_ids, &x.table, NULL, &told.diag);
    profile_add_arc(&x.profile, unit_address(0), unit_address(1), 1, &told.diag);
    profile_add_arc(&x.profile, unit_address(0), unit_address(2), 3, &told.diag);
    profile_add_arc(&x.profile, unit_address(2), unit_address(1), 2, &told.diag);
    call_graph_init(&x.graph, &x.profile, &x.table, &no_filter, &told.diag);
    cg_dfn(&x.graph, &told.diag);
    cg_assemble(&x.view, &x.graph, x.ticks, &x.filter, &told.diag);
    cg_number_entries(&x.view, &x.graph, &told.diag);
    nodes = x.view.times.nodes;
    arcs = x.view.times.arcs;
    entries = x.view.entries;
    is_dbl(arcs[0].self, 10, "f hands a third of its time to main");
    is_dbl(arcs[2].self, 20, "and two thirds to g");
    is_dbl(nodes[2].children, 20, "which has it as its children's");
    ok(arcs[1].self == 5 && arcs[1].children == 20, "and hands all on to main");
    is_dbl(nodes[0].children, 35, "where it ends");
    is_dbl(x.view.total, 36, "the total");
    ok(entries[0].index == 1 && entries[1].index == 2 && entries[2].index == 3,
       "entries by time: 36, 30, 25");
    release(&x);
}

static void test_all(void)
{
    test_example();
    test_random(false);
    test_random(true);
}

UNIT_TESTS(test_all)
