/* test_cg_dfn - tests the order of members of cycles, and graphs that are deep or large
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_dfn.h"
#include "view/cg_view.h"
#include "unit.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

/* Tests the order of members: each arc of a cycle that joins groups appends them, lowest first. */
static void test_member_order(void)
{
    static const struct {
        const char *name, *arcs, *members;
    } cases[] = {
        {"a ring, entered at its lowest", "ab bc ca", "abc"},
        {"a ring against the addresses", "ac cb ba", "acb"},
        {"two loops through the middle", "ab ba bc cb", "abc"},
        {"the newest arc is walked first", "ab ac ba ca", "acb"},
        {"an outer loop is joined first", "ab bc cd db da", "abcd"},
        {"an inner loop first", "ab bc cd da db", "abcd"},
        {"entered from outside in the middle", "ac cd db bc", "cdb"},
    };

    for (size_t i = 0; i < UNIT_COUNT(cases); i++) {
        struct symtab table;
        struct profile p = {0};
        struct call_graph g;
        char got[8] = "";

        unit_functions(&table, 4);
        for (const char *arc = cases[i].arcs; *arc; arc += arc[2] ? 3 : 2)
            profile_add_arc(&p, unit_address((uint64_t)(arc[0] - 'a')),
                            unit_address((uint64_t)(arc[1] - 'a')), 1, &told.diag);
        call_graph_init(&g, &p, &table, &no_filter, &told.diag);
        cg_dfn(&g, &told.diag);
        for (uint32_t k = 0; g.n_cycles == 1 && k < g.member_first[1]; k++)
            got[k] = (char)('a' + g.members[k]);
        is_str(got, cases[i].members, cases[i].name);
        call_graph_release(&g);
        profile_release(&p);
        symtab_release(&table);
    }
}

/* ---- depth ---- */

/* Runs a chain of n functions; if `ring`, the last function calls the first. Returns seconds, or
 * -1. */
static double run_chain(uint32_t n, bool ring, bool downwards)
{
    struct symtab table;
    struct profile p = {0};
    struct call_graph g;
    struct sym_filter filter;
    struct cg_view view = {.total = 0};
    double *ticks = calloc(n, sizeof *ticks);
    clock_t start = clock();
    bool good;

    unit_functions(&table, n);
    for (uint32_t i = 0; i + 1 < n + ring; i++) {
        uint64_t from = downwards ? n - 1 - i : i, self = downwards ? (2 * n - 2 - i) % n : i + 1;
        profile_add_arc(&p, unit_address(from), unit_address(self % n), 1, &told.diag);
    }
    ticks[downwards ? 0 : n - 1] = 1;
    call_graph_init(&g, &p, &table, &no_filter, &told.diag);
    cg_dfn(&g, &told.diag);
    good = sym_filter_init(&filter, &no_ids, &table, NULL, &told.diag);
    cg_assemble(&view, &g, ticks, &filter, &told.diag);
    good = good && g.n_cycles == ring && view.total == 1;
    if (good && ring)
        good = g.member_first[1] == n;
    else if (good)
        good = view.times.nodes[downwards ? n - 1 : 0].children == 1;
    cg_view_release(&view);
    call_graph_release(&g);
    sym_filter_release(&filter);
    free(ticks);
    profile_release(&p);
    symtab_release(&table);
    return good ? (double)(clock() - start) / CLOCKS_PER_SEC : -1;
}

static void test_depth(void)
{
    const uint32_t deep = (uint32_t)unit_times(1000000), wide = (uint32_t)unit_times(60000);
    double up = run_chain(deep, false, false), down = run_chain(deep, false, true);
    double ring = run_chain(wide, true, false);

    ok(up >= 0 && down >= 0, "a chain of %u functions, up and down", deep);
    ok(up < 30 && down < 30, "takes no 30 seconds");
    ok(ring >= 0 && ring < 30, "a cycle of %u members", wide);
}

/* Tests deep chains in a child whose stack must stay below 256 KB. */
static void test_small_stack(void)
{
    const struct rlimit limit = {256 * 1024, 256 * 1024};
    int status = 0;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        bool good = setrlimit(RLIMIT_STACK, &limit) == 0 &&
                    run_chain((uint32_t)unit_times(1000000), false, true) >= 0 &&
                    run_chain((uint32_t)unit_times(60000), true, false) >= 0;
        _exit(good ? 0 : 1);
    }
    ok(child > 0 && waitpid(child, &status, 0) == child && status == 0,
       "256 KB stack: the same chain and cycle (status %d)", status);
}

/* Tests that time grows with the arcs of dense graphs, not with the square of their number. */
static void test_dense(void)
{
    const uint32_t n = (uint32_t)unit_times(200000);
    struct symtab table;
    struct profile p = {0};
    struct call_graph g;
    clock_t start = clock();

    unit_functions(&table, n);
    for (uint32_t i = 1; i < n; i++) { /* a hub that all call and that calls all: one cycle */
        profile_add_arc(&p, unit_address(0), unit_address(i), 1, &told.diag);
        profile_add_arc(&p, unit_address(i), unit_address(0), 1, &told.diag);
        profile_add_arc(&p, unit_address(i), unit_address(i - 1), 1, &told.diag);
    }
    call_graph_init(&g, &p, &table, &no_filter, &told.diag);
    cg_dfn(&g, &told.diag);
    ok(g.n_cycles == 1 && g.member_first[1] == n, "a hub in a cycle of %u members", n);
    ok((double)(clock() - start) / CLOCKS_PER_SEC < 30, "takes no 30 seconds");
    call_graph_release(&g);
    profile_release(&p);
    symtab_release(&table);
}

UNIT_TESTS(test_member_order, test_small_stack, test_depth, test_dense)
