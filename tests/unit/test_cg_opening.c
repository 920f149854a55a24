/* test_cg_opening - the arc that opens a cycle, against every arc tried one by one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_opening.h"

#include "tool_prng.h"
#include "unit.h"

#include <time.h>

struct arc {
    uint32_t from, to;
    uint64_t count;
};

/* The graph of the arcs, but for number `left_out` of them, with its cycles. */
static void make(struct call_graph *g, struct symtab *table, uint32_t n, const struct arc *arcs,
                 size_t n_arcs, size_t left_out)
{
    struct profile p = {0};

    unit_functions(table, n);
    for (size_t i = 0; i < n_arcs; i++)
        if (i != left_out)
            profile_add_arc(&p, unit_address(arcs[i].from) + 2, unit_address(arcs[i].to),
                            arcs[i].count, &told.diag);
    if (!call_graph_init(g, &p, table, &no_filter, &told.diag) || !cg_dfn(g, &told.diag))
        unit_die("cg_dfn");
    profile_release(&p);
}

static void release(struct call_graph *g, struct symtab *table)
{
    call_graph_release(g);
    symtab_release(table);
}

/* The largest of the cycles. */
static uint32_t largest(const struct call_graph *g)
{
    uint32_t most = 0;

    for (uint32_t c = 0; c < g->n_cycles; c++)
        if (g->member_first[c + 1] - g->member_first[c] > most)
            most = g->member_first[c + 1] - g->member_first[c];
    return most;
}

static struct cg_opening opening_of(const struct call_graph *g, uint32_t cycle)
{
    struct cg_opening o;

    if (!cg_opening_find(&o, g, cycle, &told.diag))
        unit_die("cg_opening_find");
    return o;
}

static void test_small(void)
{
    static const struct arc two[] = {{0, 1, 5}, {1, 0, 3}, {1, 1, 1}};
    static const struct arc knot[] = {{0, 1, 9}, {1, 2, 5}, {2, 3, 7}, {3, 0, 6}, {3, 1, 1}};
    static const struct arc pair[] = {{0, 1, 2}, {1, 0, 2}, {1, 2, 3}, {2, 1, 4}};
    static const struct arc ties[] = {{0, 1, 2}, {1, 2, 2}, {2, 0, 2}};
    struct symtab table;
    struct call_graph g;
    struct cg_opening o;

    make(&g, &table, 3, two, UNIT_COUNT(two), UNIT_COUNT(two));
    o = opening_of(&g, 1);
    ok(o.members == 2 && o.left == 0, "a cycle of two is opened");
    is_uint(g.arcs[o.arc].count, 3, "by the arc with fewer calls; an arc to itself is none");
    release(&g, &table);

    make(&g, &table, 4, knot, UNIT_COUNT(knot), UNIT_COUNT(knot));
    o = opening_of(&g, 1);
    ok(o.left == 0 && g.arcs[o.arc].count == 5,
       "the arc with the fewest calls may be on one circle alone, which opens nothing");
    release(&g, &table);

    make(&g, &table, 3, pair, UNIT_COUNT(pair), UNIT_COUNT(pair));
    o = opening_of(&g, 1);
    ok(o.left == 2 && o.members == 3, "where no arc opens it, one that leaves less is taken");
    is_uint(g.arcs[o.arc].count, 2, "with the fewest calls");
    release(&g, &table);

    make(&g, &table, 3, ties, UNIT_COUNT(ties), UNIT_COUNT(ties));
    o = opening_of(&g, 1);
    is_uint(o.arc, 0, "of equal ones the oldest");
    release(&g, &table);
}

/* Of a random graph, one that is a single cycle: the answer is as good as that of trying each. */
static bool is_best(uint64_t seed)
{
    struct arc arcs[24];
    struct prng r;
    uint32_t n, n_arcs, least = UINT32_MAX, left = 0;
    uint64_t calls = UINT64_MAX;
    struct symtab table;
    struct call_graph g;
    struct cg_opening o;
    bool same;

    r = (struct prng){seed};
    n = (uint32_t)prng_range(&r, 2, 8);
    n_arcs = n + (uint32_t)prng_below(&r, 8);
    for (uint32_t i = 0; i < n_arcs; i++) {
        arcs[i] = (struct arc){i % n, (i + 1) % n, prng_below(&r, 6)};
        if (i >= n)
            arcs[i] = (struct arc){(uint32_t)prng_below(&r, n), (uint32_t)prng_below(&r, n),
                                   prng_below(&r, 6)};
        for (uint32_t k = 0; k < i; k++)
            if (arcs[k].from == arcs[i].from && arcs[k].to == arcs[i].to) {
                n_arcs--;
                i--;
                break;
            }
    }
    for (uint32_t i = 0; i < n_arcs; i++) {
        make(&g, &table, n, arcs, n_arcs, i);
        left = largest(&g);
        if (arcs[i].from != arcs[i].to &&
            (left < least || (left == least && left == 0 && arcs[i].count < calls))) {
            least = left;
            calls = arcs[i].count;
        }
        release(&g, &table);
    }
    make(&g, &table, n, arcs, n_arcs, n_arcs);
    o = opening_of(&g, 1);
    same = o.members == n && o.left == least && (least < n) == (o.arc != NO_OPENING) &&
           (least > 0 || g.arcs[o.arc].count == calls);
    release(&g, &table);
    return same;
}

static void test_random(void)
{
    size_t wrong = 0;
    uint64_t first = 0;

    for (uint64_t seed = 1; seed <= unit_times(2000); seed++)
        if (!is_best(seed) && wrong++ == 0)
            first = seed;
    is_uint(wrong, 0, "2000 random cycles are opened as well as by trying each arc");
    if (wrong)
        diag("first wrong seed: %lu", (unsigned long)first);
}

/* A ring with chords back, so that no arc opens it and all would have to be tried. */
static void test_large(void)
{
    uint32_t n = (uint32_t)unit_times(100000), n_arcs = 0;
    struct arc *arcs = calloc(3 * (size_t)n, sizeof *arcs);
    struct symtab table;
    struct call_graph g;
    struct cg_opening o;
    clock_t before, graph, found;

    if (!arcs)
        unit_die("calloc");
    for (uint32_t i = 0; i < n; i++) {
        arcs[n_arcs++] = (struct arc){i, (i + 1) % n, 3};
        arcs[n_arcs++] = (struct arc){(i + 1) % n, i, 2};
    }
    before = clock();
    make(&g, &table, n, arcs, n_arcs, n_arcs);
    graph = clock();
    o = opening_of(&g, 1);
    found = clock();
    is_uint(o.members, n, "a large cycle");
    ok(found - graph < 10 * (graph - before) + CLOCKS_PER_SEC, "is not searched for long");
    release(&g, &table);
    free(arcs);
}

UNIT_TESTS(test_small, test_random, test_large)
