/* test_views - tests that the facts are complete, whatever the classic listings leave out
 *
 * The numbers of the views are those that GNU gprof 2.40 prints for the same data.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "put_histogram.h"
#include "analysis/cg_times.h"
#include "analysis/hist.h"
#include "view/cg_view.h"
#include "view/flat_view.h"
#include "unit.h"

enum { MAIN, F, MCOUNT, G, H, N };

/* A run: main calls f and g, f calls g, g calls h; mcount is the profiler's. */
struct run {
    struct symtab table;
    struct profile profile;
    struct sym_filter filter;
    struct hist_result hist;
    struct call_graph graph;
    struct cg_times times; /* times without filters */
    struct flat_view flat;
    struct cg_view view;
};

static void add_data(struct run *r)
{
    static const uint64_t ticks[N] = {10, 60, 7, 30, 40};
    struct histogram h = {.low = unit_address(0),
                          .high = unit_address(N),
                          .n_bins = N,
                          .rate = 100,
                          .dimension = "seconds",
                          .file = "made",
                          .bins = malloc(sizeof ticks)};

    if (!h.bins)
        unit_die("malloc");
    memcpy(h.bins, ticks, sizeof ticks);
    if (!put_histogram(&r->profile, &h, &told.diag) ||
        !profile_check_ranges(&r->profile, &told.diag))
        unit_die(told_text());
    profile_add_arc(&r->profile, unit_address(MAIN), unit_address(F), 1, &told.diag);
    profile_add_arc(&r->profile, unit_address(MAIN), unit_address(G), 1, &told.diag);
    profile_add_arc(&r->profile, unit_address(F), unit_address(G), 2, &told.diag);
    profile_add_arc(&r->profile, unit_address(G), unit_address(H), 5, &told.diag);
}

/* Makes a run. `f_bits`, `g_bits`, `h_bits` are the bits of the symbol specifications for these
 * functions. */
static void make(struct run *r, unsigned f_bits, unsigned g_bits, unsigned h_bits)
{
    static const char *const names[N] = {"main", "f", "mcount", "g", "h"};
    struct symbol symbols[N];

    for (size_t i = 0; i < N; i++)
        symbols[i] =
            (struct symbol){.address = unit_address(i), .name = names[i], .is_function = true};
    *r = (struct run){.profile = {0}};
    unit_symtab(&r->table, symbols, N, unit_address(N));
    add_data(r);
    sym_filter_init(&r->filter, &no_ids, &r->table, NULL, &told.diag);
    r->filter.bits[F] = (uint16_t)f_bits;
    r->filter.bits[G] = (uint16_t)g_bits;
    r->filter.bits[H] = (uint16_t)h_bits;
    hist_assign_samples(&r->hist, &r->profile, &r->table, &told.diag);
    call_graph_init(&r->graph, &r->profile, &r->table, &r->filter, &told.diag);
    cg_dfn(&r->graph, &told.diag);
    cg_estimate(&r->times, &r->graph, r->hist.ticks, NULL, &told.diag);
    flat_view_init(&r->flat, &r->hist, &r->profile, &r->table, &r->filter, &told.diag);
    cg_assemble(&r->view, &r->graph, r->flat.ticks, &r->filter, &told.diag);
    cg_number_entries(&r->view, &r->graph, &told.diag);
}

static void release(struct run *r)
{
    cg_view_release(&r->view);
    flat_view_release(&r->flat);
    cg_times_release(&r->times);
    call_graph_release(&r->graph);
    hist_result_release(&r->hist);
    sym_filter_release(&r->filter);
    profile_release(&r->profile);
    symtab_release(&r->table);
}

/* Checks that the facts are independent of the filters. */
static void check_facts(const struct run *r)
{
    const struct cg_time *nodes = r->times.nodes, *arcs = r->times.arcs;
    const double *ticks = r->hist.ticks;

    ok(ticks[MAIN] == 10 && ticks[F] == 60 && ticks[MCOUNT] == 7 && ticks[G] == 30 &&
           ticks[H] == 40,
       "facts: every function has its ticks");
    is_dbl(r->hist.total, 147, "facts: the total is that of all bins");
    is_dbl(r->hist.outside, 0, "facts: all of them are of functions");
    is_uint(r->times.origin, CG_ESTIMATED, "facts: the times are estimated");
    ok(nodes[F].self == 60 && nodes[MCOUNT].self == 7, "facts: own times are those ticks");
    ok(arcs[0].self == 60 && arcs[1].self == 10 && arcs[2].self == 20 && arcs[3].self == 40,
       "facts: every callee's time is divided among its callers");
    is_dbl(nodes[MAIN].children, 130, "facts: and arrives at main");
}

static void test_unfiltered(void)
{
    struct run r;

    make(&r, 0, 0, 0);
    check_facts(&r);
    is_dbl(r.flat.total, 140, "no filter: the profiler's time is left out all the same");
    ok(r.flat.ticks[MCOUNT] == 0 && r.flat.ticks[F] == 60, "no filter: but no other");
    is_dbl(r.view.total, 140, "no filter: so it is in the call graph");
    is_dbl(r.view.entries[MAIN].shown.children, 130, "no filter: all arrives at main");
    release(&r);
}

/* Tests the filters -P f, -N g, -Q h. */
static void test_filtered(void)
{
    const struct cg_entry *e;
    struct run r;

    make(&r, 2U << 2 * SYM_TABLE_FLAT, 2U << 2 * SYM_TABLE_TIME, 2U << 2 * SYM_TABLE_GRAPH);
    check_facts(&r);
    is_dbl(r.flat.total, 80, "flat profile: the total lacks what is left out");
    ok(r.flat.ticks[F] == 0 && r.flat.ticks[G] == 30, "flat profile: so do the functions");
    e = r.view.entries;
    is_dbl(r.view.total, 50, "call graph: neither f nor g hand on time");
    ok(e[MAIN].shown.self == 10 && e[MAIN].shown.children == 0, "call graph: main gets none");
    ok(e[F].is_shown && e[F].shown.self == 0 && e[F].shown.children == 0,
       "call graph: f is shown without time");
    ok(e[G].is_shown && e[G].shown.self == 0 && e[G].shown.children == 0, "call graph: so is g");
    ok(!e[H].is_shown && e[H].shown.self == 40, "call graph: h is not shown, but has its time");
    ok(e[H].index == 1 && e[MAIN].index == 2 && e[G].index == 3 && e[F].index == 4,
       "call graph: all have a number");
    ok(r.view.times.arcs[3].self == 0, "call graph: g gets nothing of h");
    release(&r);
}

/* Tests that there is one array for both if nothing with ticks is left out. */
static void test_shared(void)
{
    struct run r;

    make(&r, 0, 0, 0);
    ok(r.flat.ticks != r.hist.ticks, "ticks are left out: the view has its own");
    flat_view_release(&r.flat);
    r.hist.ticks[MCOUNT] = 0;
    flat_view_init(&r.flat, &r.hist, &r.profile, &r.table, &r.filter, &told.diag);
    ok(r.flat.ticks == r.hist.ticks && r.flat.total == r.hist.total,
       "none are: it has those of the facts");
    release(&r);
}

UNIT_TESTS(test_unfiltered, test_filtered, test_shared)
