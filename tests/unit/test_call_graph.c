/* test_call_graph - tests the tally of arcs between functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_dfn.h"
#include "tool_prng.h"
#include "unit.h"

static void make(struct call_graph *g, const struct symtab *table, const struct profile *p)
{
    call_graph_init(g, p, table, &no_filter, &told.diag);
}

static void test_tally(void)
{
    const uint64_t a = unit_address(0), b = unit_address(1), c = unit_address(2);
    struct symtab table;
    struct profile p = {0};
    struct call_graph g;

    unit_functions(&table, 4);
    profile_add_arc(&p, a + 2, b, 3, &told.diag);
    profile_add_arc(&p, c, b + 7, 0, &told.diag);
    profile_add_arc(&p, a + 4, b + 15, 4, &told.diag);
    profile_add_arc(&p, b + 1, b, 5, &told.diag);
    profile_add_arc(&p, a + 4, c, 6, &told.diag);
    profile_add_arc(&p, 5, c, 100, &told.diag);
    profile_add_arc(&p, a, 0x9000, 10, &told.diag);
    profile_add_arc(&p, 5, 0x9000, 1, &told.diag);
    make(&g, &table, &p);
    is_uint(g.n_arcs, 4, "arcs of one caller and callee are one");
    ok(g.arcs[0].parent == 0 && g.arcs[0].child == 1 && g.arcs[0].count == 7,
       "whatever the call site and the byte called");
    ok(g.arcs[1].parent == 2 && g.arcs[1].child == 1 && g.arcs[1].count == 0,
       "no calls are an arc too");
    ok(g.arcs[2].parent == 1 && g.arcs[2].child == 1 && g.arcs[3].child == 2,
       "in the order of appearance");
    is_uint(g.unknown_calls, 111, "calls with an unknown end are counted");
    ok(g.nodes[1].calls == 7 && g.nodes[1].self_calls == 5, "calls from itself count apart");
    ok(g.nodes[2].calls == 6 && g.nodes[0].calls == 0 && g.nodes[3].calls == 0, "calls by callee");
    ok(g.children.first[0] == 0 && g.children.first[1] == 2 && g.children.item[0] == 3 &&
           g.children.item[1] == 0,
       "children: the newest arc first");
    ok(g.parents.first[1] == 0 && g.parents.first[2] == 3 && g.parents.item[0] == 2 &&
           g.parents.item[1] == 1 && g.parents.item[2] == 0,
       "parents: the newest arc first");
    ok(g.children.first[4] == 4 && g.parents.first[4] == 4, "the lists end with the last arc");
    ok(!g.order && g.nodes[0].cycle == 0, "cycles are not known yet");
    call_graph_release(&g);
    profile_release(&p);
    symtab_release(&table);
}

static void test_callees(void)
{
    static const struct symbol symbols[] = {
        {.address = 0x1000, .name = "before"},
        {.address = 0x1010, .name = "main", .is_function = true},
        {.address = 0x1020, .name = "label"},
    };
    struct symtab table;
    struct profile p = {0};
    struct call_graph g;

    unit_symtab(&table, symbols, 3, 0x1030);
    profile_add_arc(&p, 0x1022, 0x1024, 5, &told.diag);
    profile_add_arc(&p, 0x1002, 0x1014, 6, &told.diag);
    profile_add_arc(&p, 0x1012, 0x1000, 7, &told.diag);
    make(&g, &table, &p);
    ok(g.n_arcs == 2 && g.arcs[0].parent == 2 && g.arcs[0].child == 1,
       "a call to a label is one to the function before; a label may call");
    ok(g.arcs[1].parent == 0 && g.arcs[1].child == 1, "so may code before the first function");
    is_uint(g.unknown_calls, 7, "but a call to it has no callee");
    call_graph_release(&g);
    profile_release(&p);
    symtab_release(&table);
}

static void test_saturation(void)
{
    struct symtab table;
    struct profile p = {0};
    struct call_graph g;

    unit_functions(&table, 3);
    profile_add_arc(&p, unit_address(0), unit_address(1), UINT64_MAX - 1, &told.diag);
    profile_add_arc(&p, unit_address(0) + 1, unit_address(1), 5, &told.diag);
    profile_add_arc(&p, unit_address(2), unit_address(1), 5, &told.diag);
    profile_add_arc(&p, 0, 0, UINT64_MAX - 1, &told.diag);
    profile_add_arc(&p, 1, 0, 5, &told.diag);
    make(&g, &table, &p);
    is_uint(g.arcs[0].count, UINT64_MAX, "an arc's sum stops at 2^64 - 1");
    is_uint(g.nodes[1].calls, UINT64_MAX, "a function's too");
    is_uint(g.unknown_calls, UINT64_MAX, "and that of unknown calls");
    call_graph_release(&g);
    /* inside one cycle and from outside */
    profile_add_arc(&p, unit_address(1), unit_address(0), UINT64_MAX - 1, &told.diag);
    profile_add_arc(&p, unit_address(2) + 1, unit_address(0), UINT64_MAX - 1, &told.diag);
    make(&g, &table, &p);
    cg_dfn(&g, &told.diag);
    is_uint(g.n_cycles, 1, "a cycle");
    is_uint(g.nodes[3].self_calls, UINT64_MAX, "a cycle's inner calls stop there");
    is_uint(g.nodes[3].calls, UINT64_MAX, "and its calls from outside");
    call_graph_release(&g);
    profile_release(&p);
    symtab_release(&table);
}

/* Tests random arcs: the lists hold each arc once, at its ends, the newest first. */
static void test_lists(void)
{
    enum { N = 50 };
    struct prng random = {8};
    struct symtab table;
    struct profile p = {0};
    struct call_graph g;
    size_t wrong = 0;

    unit_functions(&table, N);
    for (int i = 0; i < 2000; i++)
        profile_add_arc(&p, unit_address(prng_below(&random, N)) + prng_below(&random, 16),
                        unit_address(prng_below(&random, N)), 1, &told.diag);
    make(&g, &table, &p);
    for (uint32_t s = 0; s < N; s++) {
        for (int by_child = 0; by_child < 2; by_child++) {
            const struct cg_lists *lists = by_child ? &g.parents : &g.children;
            uint32_t at = lists->first[s];
            for (uint32_t i = g.n_arcs; i-- > 0;)
                if ((by_child ? g.arcs[i].child : g.arcs[i].parent) == s)
                    wrong += at >= lists->first[s + 1] || lists->item[at++] != i;
            wrong += at != lists->first[s + 1];
        }
    }
    is_uint(wrong, 0, "every list has its arcs, the newest first");
    call_graph_release(&g);
    profile_release(&p);
    symtab_release(&table);
}

/* Tests that arcs known only from stacks come behind the others, and change no cycle. */
static void test_stack_arcs(void)
{
    static const struct pair_key counted[] = {{0, 1}, {1, 2}}, stacks[] = {{2, 0}, {0, 1}, {2, 2}};
    struct symtab table;
    struct profile p = {0};
    struct call_graph g;

    unit_functions(&table, 3);
    make(&g, &table, &p);
    cg_add_arcs(&g, counted, 2, &told.diag);
    cg_dfn(&g, &told.diag);
    is_uint(g.n_counted, 2, "arcs from a to b to c are counted ones");
    cg_add_stack_arcs(&g, stacks, 3, &told.diag);
    ok(g.n_arcs == 4 && g.n_counted == 2,
       "those of the stacks, from c to a and to itself, come behind");
    ok(g.arcs[2].parent == 2 && g.arcs[2].child == 0 && g.arcs[2].count == 0, "without calls");
    ok(g.n_cycles == 0 && g.order[0] == 2 && g.order[2] == 0, "in the order that there was");
    is_uint(g.children.first[3], 4, "the lists have them all");
    call_graph_release(&g);
    profile_release(&p);
    symtab_release(&table);
}

UNIT_TESTS(test_tally, test_callees, test_saturation, test_lists, test_stack_arcs)
