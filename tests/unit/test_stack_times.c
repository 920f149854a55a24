/* test_stack_times - times measured from call stacks, against what is true by hand
 *
 * tests/unit/test_stack_model.c holds many random trees against a definition sample by sample.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "stack_case.h"

#include "analysis/stack_times.h"

/* A graph of counted calls, and what is measured along it. */
struct measured {
    struct profile profile;
    struct call_graph graph;
    struct stack_times times;
};

static void count_call(struct measured *m, struct stacks *s, char from, char to, uint64_t count)
{
    profile_add_arc(&m->profile, unit_address((uint64_t)(from - 'a')) + 5,
                    unit_address((uint64_t)(to - 'a')), count, &s->told.diag);
}

static void measure(struct measured *m, struct stacks *s, enum stack_choice choice)
{
    struct diag *d = &s->told.diag;

    ok(stacks_analyse(s, choice) &&
           call_graph_init(&m->graph, &m->profile, &s->symtab, &s->filter, d) &&
           cg_dfn(&m->graph, d) && stack_arcs_add(&m->graph, &s->frames, d) &&
           stack_times_init(&m->times, &s->frames, &m->graph, d),
       "the stacks are measured");
}

static void finish(struct measured *m, struct stacks *s)
{
    is_str(told_text(&s->told), "", "and nothing is reported");
    stack_times_release(&m->times);
    call_graph_release(&m->graph);
    profile_release(&m->profile);
    stacks_close(s);
}

/* Ticks of a node: those of its own, and inclusive ones. */
static void is_node(const struct measured *m, uint32_t node, double self, double inclusive,
                    const char *name)
{
    if (!ok(m->times.self[node].ticks == self && m->times.inclusive[node].ticks == inclusive, "%s",
            name))
        diag("%g and %g", m->times.self[node].ticks, m->times.inclusive[node].ticks);
}

static void is_function(const struct measured *m, const struct stacks *s, const char *function,
                        double self, double inclusive)
{
    is_node(m, stacks_symbol(s, function), self, inclusive, function);
}

static uint32_t find_arc(const struct measured *m, const struct stacks *s, const char *from,
                         const char *to)
{
    uint32_t parent = stacks_symbol(s, from), child = stacks_symbol(s, to);

    for (uint32_t i = 0; i < m->graph.n_arcs; i++)
        if (m->graph.arcs[i].parent == parent && m->graph.arcs[i].child == child)
            return i;
    return UINT32_MAX;
}

static void is_arc(const struct measured *m, const struct stacks *s, const char *from,
                   const char *to, double self, double inclusive)
{
    uint32_t i = find_arc(m, s, from, to);

    if (!ok(i != UINT32_MAX && m->times.arc_self[i].ticks == self &&
                m->times.arc_inclusive[i].ticks == inclusive,
            "%s -> %s", from, to))
        diag("%g and %g", i == UINT32_MAX ? -1 : m->times.arc_self[i].ticks,
             i == UINT32_MAX ? -1 : m->times.arc_inclusive[i].ticks);
}

static void is_no_arc(const struct measured *m, const struct stacks *s, const char *from,
                      const char *to)
{
    ok(find_arc(m, s, from, to) == UINT32_MAX, "no %s -> %s", from, to);
}

/* A function that calls itself is counted once, and so is its arc to itself. */
static void test_recursion(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 2);
    stacks_add(&s, "a a b", 3, 1);
    stacks_add(&s, "a a a", 2, 1);
    stacks_add(&s, "a", 1, 1);
    stacks_add(&s, "a b a b", 4, 1);
    measure(&m, &s, STACKS_ALL);
    is_function(&m, &s, "a", 3, 10);
    is_function(&m, &s, "b", 7, 7);
    is_arc(&m, &s, "a", "a", 2, 5);
    is_arc(&m, &s, "a", "b", 7, 7);
    is_arc(&m, &s, "b", "a", 0, 4);
    is_dbl(m.times.total.ticks, 10, "all ticks");
    is_uint(m.graph.n_cycles, 0, "measured calls make no cycle");
    finish(&m, &s);
}

/* Even and odd, which call each other: counted calls make a cycle, whose members, and the arcs
 * between them, have times of their own. */
static void test_cycle(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 4); /* a main, b even, c odd, d a leaf */
    count_call(&m, &s, 'a', 'b', 1);
    count_call(&m, &s, 'b', 'c', 5);
    count_call(&m, &s, 'c', 'b', 5);
    count_call(&m, &s, 'c', 'd', 5);
    stacks_add(&s, "a b c b c d", 6, 1);
    stacks_add(&s, "a b c b", 2, 1);
    stacks_add(&s, "a b", 1, 1);
    stacks_add(&s, "a d", 1, 1);
    measure(&m, &s, STACKS_ALL);
    is_uint(m.graph.n_cycles, 1, "a cycle");
    is_uint(m.graph.n_counted, 4, "of the counted calls");
    is_uint(m.graph.n_arcs, 5, "the stacks know one more");
    is_function(&m, &s, "a", 0, 10);
    is_function(&m, &s, "b", 3, 9);
    is_function(&m, &s, "c", 0, 8);
    is_function(&m, &s, "d", 7, 7);
    is_node(&m, 4, 3, 9, "the cycle as a whole");
    is_arc(&m, &s, "a", "b", 1, 9);
    is_arc(&m, &s, "b", "c", 0, 8);
    is_arc(&m, &s, "c", "b", 2, 8);
    is_arc(&m, &s, "c", "d", 6, 6);
    is_arc(&m, &s, "a", "d", 1, 1);
    finish(&m, &s);
}

/* Frames of a library between caller and callee are one, and connect them. */
static void test_libraries(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 3);
    stacks_add(&s, "a libc libc libc b", 5, 1);
    stacks_add(&s, "a libc libc", 3, 1);
    stacks_add(&s, "a libc libm libc c", 2, 1);
    stacks_add(&s, "a vdso", 1, 1);
    stacks_add(&s, "a anon anon b", 1, 1);
    stacks_add(&s, "? ? a", 1, 1);
    stacks_end(&s, GSTACK_NO_MEMORY, "", 2, 1);
    measure(&m, &s, STACKS_ALL);
    is_uint(s.symtab.n - s.symtab.n_code, 5, "code elsewhere has symbols");
    is_function(&m, &s, "<libc.so.6>", 3, 10);
    is_function(&m, &s, "<libm.so.6>", 0, 2);
    is_function(&m, &s, "<vdso>", 1, 1);
    is_function(&m, &s, "<anonymous>", 0, 1);
    is_function(&m, &s, "<unknown>", 2, 3);
    is_function(&m, &s, "a", 1, 13);
    is_arc(&m, &s, "a", "<libc.so.6>", 3, 10);
    is_arc(&m, &s, "<libc.so.6>", "b", 5, 5);
    is_arc(&m, &s, "<libc.so.6>", "<libm.so.6>", 0, 2);
    is_arc(&m, &s, "<libm.so.6>", "<libc.so.6>", 0, 2);
    is_arc(&m, &s, "<libc.so.6>", "c", 2, 2);
    is_arc(&m, &s, "<unknown>", "a", 1, 1);
    is_no_arc(&m, &s, "<libc.so.6>", "<libc.so.6>");
    is_no_arc(&m, &s, "<unknown>", "<unknown>");
    is_no_arc(&m, &s, "a", "b");
    is_dbl(s.frames.by_end[GSTACK_COMPLETE].ticks, 13, "complete stacks");
    is_dbl(s.frames.by_end[GSTACK_NO_MEMORY].ticks, 2, "others");
    is_dbl(s.frames.all.ticks, 15, "all");
    finish(&m, &s);
}

/* One callee of two callers, cheap for one and dear for the other. */
static void test_two_callers(void)
{
    struct stacks s;
    struct measured m = {0};
    struct cg_times times;
    uint32_t cheap, dear;

    stacks_open(&s, 4);
    count_call(&m, &s, 'a', 'b', 1);
    count_call(&m, &s, 'a', 'c', 1);
    count_call(&m, &s, 'b', 'd', 99);
    count_call(&m, &s, 'c', 'd', 1);
    stacks_add(&s, "a b d", 1, 4);
    stacks_add(&s, "a c d", 99, 4);
    measure(&m, &s, STACKS_ALL);
    is_function(&m, &s, "b", 0, 4);
    is_function(&m, &s, "c", 0, 396);
    is_function(&m, &s, "d", 400, 400);
    cheap = find_arc(&m, &s, "b", "d");
    dear = find_arc(&m, &s, "c", "d");
    ok(cg_measure(&times, &m.times, &m.graph, &s.told.diag), "times of the graph");
    ok(times.origin == CG_MEASURED, "are measured");
    ok(times.arcs[cheap].self == 4 && times.arcs[dear].self == 396, "in the share of the samples");
    ok(times.nodes[0].self == 0 && times.nodes[0].children == 400, "and the rest is children's");
    is_uint(m.times.inclusive[0].signals, 100, "signals");
    is_dbl(m.times.inclusive[0].squares, 1600, "squares of their ticks");
    cg_times_release(&times);
    finish(&m, &s);
}

/* Calls of a label without a type, or of a line, are those of the function that it is part of. */
static void test_labels(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 4);
    stacks_label(&s, 'c'); /* of b */
    stacks_add(&s, "a c d", 3, 1);
    stacks_add(&s, "a c", 2, 1);
    stacks_add(&s, "a b", 1, 1);
    measure(&m, &s, STACKS_ALL);
    is_function(&m, &s, "b", 1, 6);
    is_function(&m, &s, "c", 2, 5);
    is_arc(&m, &s, "a", "b", 3, 6);
    is_arc(&m, &s, "c", "d", 3, 3);
    is_no_arc(&m, &s, "a", "c");
    finish(&m, &s);
}

/* Trees of several intervals are added up by seconds; of two clocks it is the processor time. */
static void test_intervals(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 2);
    stacks_add(&s, "a b", 10, 1);
    s.interval_ns = 3333333; /* a third of a tick of 100 a second */
    stacks_add(&s, "a", 3, 1);
    s.interval_ns = 10000000;
    s.clock = GSTACK_WALL;
    stacks_add(&s, "b", 250, 1);
    s.data.trees[0].missing = 7;
    s.data.trees[0].lost = 2;
    s.data.trees[0].runs = 1;
    s.data.trees[1].runs = 3;
    measure(&m, &s, STACKS_ALL);
    ok(s.frames.clock == GSTACK_CPU, "processor time");
    is_uint(s.frames.interval_ns, 0, "of two intervals");
    is_dbl(s.frames.other_clock, 2.5, "seconds of the other clock");
    ok(m.times.inclusive[0].ticks > 10.9999 && m.times.inclusive[0].ticks < 11, "ticks in all");
    is_dbl(m.times.inclusive[1].ticks, 10, "whole ones remain so");
    is_dbl(s.frames.missing, 7, "missing ticks");
    is_uint(s.frames.lost, 2, "lost samples");
    is_uint(s.frames.runs, 4, "runs");
    finish(&m, &s);
}

/* The profiler's own time is left out of what listings show, as in the flat profile. */
static void test_profiler(void)
{
    struct stacks s;
    struct measured m = {0};
    uint32_t profiler;

    stacks_open(&s, 2);
    stacks_add(&s, "a b prof", 4, 1);
    stacks_add(&s, "a b", 6, 1);
    measure(&m, &s, STACKS_ALL);
    is_function(&m, &s, "<profiler>", 4, 4);
    is_function(&m, &s, "a", 0, 10);
    profiler = stacks_symbol(&s, "<profiler>");
    ok(sym_is_profiler(&s.symtab, profiler), "the name of the profiler's");
    s.bits[profiler] = (1U << (2 * SYM_TABLE_FLAT + 1)) | (1U << (2 * SYM_TABLE_TIME + 1));
    stack_times_release(&m.times);
    ok(stacks_analyse(&s, STACKS_LISTED) &&
           stack_times_init(&m.times, &s.frames, &m.graph, &s.told.diag),
       "once more, as listed");
    is_function(&m, &s, "<profiler>", 0, 0);
    is_function(&m, &s, "a", 0, 6);
    is_dbl(m.times.total.ticks, 6, "and in total");
    is_dbl(s.frames.all.ticks, 10, "of all");
    finish(&m, &s);
}

/* Where the image has the profiler's function, that stands for it. */
static void test_profiler_of_image(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 3);
    s.functions[2].name = "mcount";
    stacks_add(&s, "a b prof", 4, 1);
    measure(&m, &s, STACKS_ALL);
    is_uint(s.symtab.n, 3, "no further symbol");
    is_function(&m, &s, "mcount", 4, 4);
    is_arc(&m, &s, "b", "mcount", 4, 4);
    finish(&m, &s);
}

/* -N c: c hands on nothing, and what it calls begins a stack of its own. -n b: only what b, or what
 * it calls, does. */
static void test_time_filters(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 4);
    stacks_add(&s, "a b d", 1, 1);
    stacks_add(&s, "a c d", 2, 1);
    stacks_add(&s, "a c", 4, 1);
    stacks_add(&s, "a", 8, 1);
    s.bits[2] = 1U << (2 * SYM_TABLE_TIME + 1);
    measure(&m, &s, STACKS_LISTED);
    is_function(&m, &s, "a", 8, 9);
    is_function(&m, &s, "c", 0, 0);
    is_function(&m, &s, "d", 3, 3);
    is_dbl(m.times.total.ticks, 11, "without that of c itself");
    memset(s.bits, 0, sizeof s.bits);
    s.bits[1] = 1U << (2 * SYM_TABLE_TIME);
    s.filter.includes[SYM_TABLE_TIME] = true;
    stack_times_release(&m.times);
    ok(stacks_analyse(&s, STACKS_LISTED) &&
           stack_times_init(&m.times, &s.frames, &m.graph, &s.told.diag),
       "once more, with -n b");
    is_function(&m, &s, "a", 0, 0);
    is_function(&m, &s, "b", 0, 1);
    is_function(&m, &s, "d", 1, 1);
    is_dbl(m.times.total.ticks, 1, "with b alone");
    finish(&m, &s);
}

/* Libraries in which a thread, or the program, begins have no part in what listings show. */
static void test_beginnings(void)
{
    struct stacks s;
    struct measured m = {0};

    stacks_open(&s, 26); /* z: where the program begins */
    stacks_add(&s, "z libc a libc b", 5, 1);
    stacks_add(&s, "z libc", 1, 1);
    stacks_add(&s, "libc libm a", 2, 1);
    stacks_end(&s, GSTACK_NO_UNWIND, "libc b", 4, 1);
    stacks_add(&s, "z c", 8, 1);
    measure(&m, &s, STACKS_ALL);
    is_function(&m, &s, "z", 0, 14);
    is_function(&m, &s, "<libc.so.6>", 1, 12);
    stack_times_release(&m.times);
    ok(stacks_analyse(&s, STACKS_LISTED) &&
           stack_times_init(&m.times, &s.frames, &m.graph, &s.told.diag),
       "once more, as listed");
    is_function(&m, &s, "z", 0, 9);
    is_function(&m, &s, "<libc.so.6>", 1, 10);
    is_function(&m, &s, "<libm.so.6>", 0, 0);
    is_function(&m, &s, "a", 2, 7);
    is_arc(&m, &s, "<libc.so.6>", "a", 0, 0);
    is_arc(&m, &s, "<libc.so.6>", "b", 9, 9);
    is_arc(&m, &s, "z", "c", 8, 8);
    is_dbl(m.times.total.ticks, 20, "nothing is lost");
    finish(&m, &s);
}

/* Stacks in place of the histogram. */
static void test_leaves(void)
{
    struct stacks s;
    struct hist_result hist;

    stacks_open(&s, 2);
    stacks_add(&s, "a b", 3, 4);
    stacks_add(&s, "a libc", 2, 4);
    ok(stacks_analyse(&s, STACKS_ALL) &&
           hist_from_stacks(&hist, &s.frames, &s.symtab, &s.told.diag),
       "ticks by leaf");
    ok(hist.ticks[0] == 0 && hist.ticks[1] == 12 && hist.ticks[2] == 8, "of each function");
    is_dbl(hist.total, 20, "and of all");
    is_dbl(hist.rate, 100, "at their rate");
    is_uint(s.frames.interval_ns, 10000000, "of one interval");
    stack_frames_release(&s.frames);
    ok(stack_frames_init(&s.frames, &s.symbols, &s.filter, 0, STACKS_ALL, &s.told.diag),
       "without a rate that is given");
    is_dbl(s.frames.rate, 100, "it is their own");
    hist_result_release(&hist);
    stacks_close(&s);
}

/* Data of other programs. */
static void test_misfit(void)
{
    static const struct stack_module other = {GSTACK_PROGRAM, NULL, 0,
                                              (char *)(uintptr_t) "/y/other"};
    static const struct stack_module nameless = {GSTACK_ANONYMOUS, NULL, 0, (char *)(uintptr_t) ""};
    struct stacks s;
    struct stack_data data = {0};

    stacks_open(&s, 1);
    unit_symtab(&s.symtab, s.functions, s.n, unit_address(s.n));
    stack_data_add_module(&data, &other, &s.told.diag);
    data.file = "x.stacks";
    ok(!stack_symbols_init(&s.symbols, &data, &stacks_image, &s.symtab, &s.told.diag),
       "stacks of another program are refused");
    is_str(told_text(&s.told),
           "unit: dir/prog: its build-id is abcd, but the call stacks of x.stacks are of /y/other, "
           "build-id none; name the program that ran, or leave the stacks out\n",
           "which is said");
    stack_data_release(&data);
    data = (struct stack_data){0};
    stack_data_add_module(&data, &nameless, &s.told.diag);
    told_clear(&s.told);
    stack_symbols_release(&s.symbols);
    ok(!stack_symbols_init(&s.symbols, &data, &stacks_image, &s.symtab, &s.told.diag),
       "so are those of no program at all");
    like(told_text(&s.told), "the data are of code without a name, build-id none", "in words");
    stack_data_release(&data);
    stacks_close(&s);
}

/* A stack of a million frames. */
static void test_depth(void)
{
    enum { DEPTH = 1000000 };
    struct stacks s;
    struct measured m = {0};
    struct stack_tree *tree;
    uint32_t at, depth = (uint32_t)unit_times(DEPTH);

    stacks_open(&s, 2);
    tree = stack_data_add_tree(&s.data, GSTACK_CPU, s.interval_ns, &s.told.diag);
    at = stack_tree_add_node(tree, 0, 0, GSTACK_COMPLETE, &s.told.diag);
    for (uint32_t i = 0; i < depth; i++)
        at = stack_tree_add_node(tree, at, STACKS_PROG + 1, 2 * unit_address(i % 2) + 1,
                                 &s.told.diag);
    stack_tree_add_samples(tree, at, 1, 1, 1);
    measure(&m, &s, STACKS_ALL);
    is_function(&m, &s, "a", depth % 2, 1);
    is_arc(&m, &s, "b", "a", depth % 2, 1);
    finish(&m, &s);
}

int main(void)
{
    test_recursion();
    test_cycle();
    test_libraries();
    test_two_callers();
    test_labels();
    test_intervals();
    test_profiler();
    test_profiler_of_image();
    test_time_filters();
    test_beginnings();
    test_leaves();
    test_misfit();
    test_depth();
    return done_testing();
}
