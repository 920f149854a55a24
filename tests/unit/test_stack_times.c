/* test_stack_times - tests intervals, clocks and leaves of call stacks, and data of other programs
 *
 * tests/unit/test_stack_model.c and tests/golden/stacks have the times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_dfn.h"
#include "stack_case.h"

#include "analysis/cg_times.h"

/* Times measured along a graph without counted calls. */
struct measured {
    struct call_graph graph;
    struct stack_times times;
};

static void measure(struct measured *m, struct stacks *s)
{
    static const struct profile no_calls;
    struct diag *d = &told.diag;

    ok(stacks_analyse(s, STACKS_ALL), "the stacks are analysed");
    call_graph_init(&m->graph, &no_calls, &s->symtab, &s->filter, d);
    cg_dfn(&m->graph, d);
    stack_arcs_add(&m->graph, &s->frames, NULL, d);
    stack_times_init(&m->times, &s->frames, &m->graph, d);
}

static void finish(struct measured *m, struct stacks *s)
{
    is_str(told_text(), "", "and nothing is reported");
    stack_times_release(&m->times);
    call_graph_release(&m->graph);
    stacks_close(s);
}

/* Checks the ticks of a function: its own, and inclusive ones. */
static void is_function(const struct measured *m, const struct stacks *s, const char *function,
                        double self, double inclusive)
{
    uint32_t node = stacks_symbol(s, function);

    if (!ok(m->times.self[node].ticks == self && m->times.inclusive[node].ticks == inclusive, "%s",
            function))
        diag("%g and %g", m->times.self[node].ticks, m->times.inclusive[node].ticks);
}

static void is_arc(const struct measured *m, const struct stacks *s, const char *from,
                   const char *to, double ticks)
{
    uint32_t parent = stacks_symbol(s, from), child = stacks_symbol(s, to), i = 0;

    while (i < m->graph.n_arcs &&
           (m->graph.arcs[i].parent != parent || m->graph.arcs[i].child != child))
        i++;
    ok(i < m->graph.n_arcs && m->times.arc_self[i].ticks == ticks &&
           m->times.arc_inclusive[i].ticks == ticks,
       "%s -> %s", from, to);
}

/* Tests trees of several intervals, which are added up by seconds, and of two clocks: CPU time
 * counts. */
static void test_intervals(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 2);
    stacks_add(&s, "a b", 10, 1);
    s.interval_ns = 3333333; /* a third of a tick at 100 a second */
    stacks_add(&s, "a", 3, 1);
    s.interval_ns = 10000000;
    s.clock = GSTACK_WALL;
    stacks_add(&s, "b", 250, 1);
    s.data.trees[0].missing = 7;
    s.data.trees[0].lost = 2;
    s.data.trees[0].runs = 1;
    s.data.trees[1].runs = 3;
    measure(&m, &s);
    ok(s.frames.clock == GSTACK_CPU, "CPU time");
    is_uint(s.frames.interval_ns, 0, "of two intervals");
    is_dbl(s.frames.other_clock, 2.5, "seconds of the other clock");
    ok(m.times.inclusive[0].ticks > 10.9999 && m.times.inclusive[0].ticks < 11, "ticks in all");
    is_dbl(m.times.inclusive[1].ticks, 10, "whole ones remain so");
    is_dbl(s.frames.missing, 7, "missing ticks");
    is_uint(s.frames.lost, 2, "lost samples");
    is_uint(s.frames.runs, 4, "runs");
    finish(&m, &s);
}

/* Tests that the image's profiler function, if it has one, stands for the profiler. */
static void test_profiler_of_image(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 3);
    s.functions[2].name = "mcount";
    stacks_add(&s, "a b prof", 4, 1);
    measure(&m, &s);
    is_uint(s.symtab.n, 3, "no further symbol");
    is_function(&m, &s, "mcount", 4, 4);
    is_arc(&m, &s, "b", "mcount", 4);
    finish(&m, &s);
}

/* Tests stacks in place of the histogram. */
static void test_leaves(void)
{
    struct stacks s;
    struct hist_result hist;

    stacks_open(&s, 2);
    stacks_add(&s, "a b", 3, 4);
    stacks_add(&s, "a libc", 2, 4);
    ok(stacks_analyse(&s, STACKS_ALL), "ticks by leaf");
    hist_from_stacks(&hist, &s.frames, &s.symtab, &told.diag);
    ok(hist.ticks[0] == 0 && hist.ticks[1] == 12 && hist.ticks[2] == 8, "of each function");
    is_dbl(hist.total, 20, "and of all");
    is_dbl(hist.rate, 100, "at their rate");
    is_uint(s.frames.interval_ns, 10000000, "of one interval");
    stack_frames_release(&s.frames);
    stack_frames_init(&s.frames, &s.symbols, &s.filter, 0, STACKS_ALL, &told.diag);
    is_dbl(s.frames.rate, 100, "without a rate that is given it is their own");
    hist_result_release(&hist);
    stacks_close(&s);
}

/* Tests data of other programs. */
static void test_misfit(void)
{
    static const struct stack_module other = {GSTACK_PROGRAM, {0}, (char *)(uintptr_t) "/y/other"};
    static const struct stack_module nameless = {GSTACK_ANONYMOUS, {0}, (char *)(uintptr_t) ""};
    struct stacks s;
    struct stack_data data = {0};
    const struct stack_origin from = {.stacks = &data, .image = &stacks_image};
    struct symtab_names names = {0};

    stacks_open(&s, 1);
    unit_symtab(&s.symtab, s.functions, s.n, unit_address(s.n));
    stack_data_add_module(&data, &other, &told.diag);
    data.file = "x.stacks";
    ok(!stack_symbols_init(&s.symbols, &from, &s.symtab, &names, &told.diag),
       "stacks of another program are refused");
    is_str(told_text(),
           "unit: dir/prog: its build ID is abcd, but the call stacks of x.stacks are of /y/other, "
           "build ID none; name the program that ran (--compare-image: of the base), or leave "
           "the stacks out\n",
           "which is said");
    stack_data_release(&data);
    data = (struct stack_data){.file = "x.stacks"};
    stack_data_add_module(&data, &nameless, &told.diag);
    told_clear();
    stack_symbols_release(&s.symbols);
    ok(!stack_symbols_init(&s.symbols, &from, &s.symtab, &names, &told.diag),
       "so are those of no program at all");
    like(told_text(), "x.stacks are of code without a name, build ID none", "in words");
    stack_data_release(&data);
    stacks_close(&s);
    told_clear();
}

/* Tests that stacks of one run get the symbols that they have in the sum of all runs. */
static void test_of_run(void)
{
    struct stacks all, one;
    struct stack_symbols symbols;

    stacks_open(&all, 2);
    stacks_open(&one, 2);
    stacks_add(&all, "a1 libc b", 3, 1);
    stacks_add(&all, "a1 libm", 2, 1);
    stacks_add(&one, "a1 libm", 1, 1);
    stacks_add(&one, "a1 b2", 4, 1);
    stack_data_merge(&all.data, &one.data, &told.diag);
    ok(stacks_analyse(&all, STACKS_ALL), "a sum of two runs");
    stack_symbols_of_run(&symbols, &one.data, &all.symbols, &told.diag);
    is_uint(symbols.of_node[0][3], stacks_symbol(&all, "<libm.so.6>"), "a library of one run");
    is_uint(symbols.of_node[0][4], 1, "a function of the program");
    is_uint(symbols.of_node[0][0], all.symbols.of_node[0][0], "the root");
    stack_symbols_release(&symbols);
    stack_data_release(&one.data);
    stacks_close(&all);
}

/* Tests a stack of a million frames. */
static void test_depth(void)
{
    enum { DEPTH = 1000000 };
    struct stacks s;
    struct measured m = {0};
    struct stack_tree *tree;
    uint32_t at, depth = (uint32_t)unit_times(DEPTH) | 1; /* a is the leaf */

    stacks_open(&s, 2);
    tree = stack_data_add_tree(&s.data, GSTACK_CPU, s.interval_ns, &told.diag);
    at = stack_tree_add_node(tree, 0, 0, GSTACK_COMPLETE, &told.diag);
    for (uint32_t i = 0; i < depth; i++)
        at =
            stack_tree_add_node(tree, at, STACKS_PROG + 1, 2 * unit_address(i % 2) + 1, &told.diag);
    stack_tree_add_samples(tree, at, 1, 1, 1);
    measure(&m, &s);
    is_function(&m, &s, "a", 1, 1);
    is_arc(&m, &s, "b", "a", 1);
    finish(&m, &s);
}

UNIT_TESTS(test_intervals, test_profiler_of_image, test_leaves, test_misfit, test_of_run,
           test_depth)
