/* fuzz_stack_times - fuzzes times that are measured from any trees of call stacks
 *
 * Input: a byte of choices (1: a label without a type, 2: -N, 4: -n, 8: -P, 16: -p); a byte, the
 * number of counted calls, and two bytes for each call; then nodes, five bytes each: the tree and
 * the size of its numbers, the parent, the module, the address, the samples. There is no checksum
 * here: fuzz_stacks tests the reader of stack files.
 * Checks: own times add up to the total, no inclusive time exceeds it, no arc exceeds its ends, and
 * listings have no more than there is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_dfn.h"
#include "fuzz.h"
#include "stack_case.h"

#include "analysis/cg_times.h"

#include <math.h>

enum { FUNCTIONS = 6, TREES = 3 };

static struct diag quiet;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_silence();
    quiet = fuzz_diag();
    told_open();
    return 0;
}

/* Makes or finds one of the trees. A clock has several intervals, which need not make sense. */
static struct stack_tree *find_tree(struct stacks *s, unsigned which)
{
    static const struct {
        enum gstack_clock clock;
        uint64_t interval_ns;
    } trees[TREES] = {{GSTACK_CPU, 10000000}, {GSTACK_WALL, UINT64_MAX}, {GSTACK_CPU, 1}};
    struct stack_tree *tree = stack_data_add_tree(&s->data, trees[which % TREES].clock,
                                                  trees[which % TREES].interval_ns, &quiet);

    FUZZ_CHECK(tree);
    return tree;
}

static void add_node(struct stacks *s, struct fuzz_input *in)
{
    unsigned which = (unsigned)fuzz_number(in, 1);
    struct stack_tree *tree = find_tree(s, which);
    uint32_t parent = (uint32_t)(fuzz_number(in, 1) % tree->n_nodes);
    uint32_t module = (uint32_t)(fuzz_number(in, 1) % STACKS_MODULES);
    uint64_t address = unit_address(0) + fuzz_number(in, 1), samples = fuzz_number(in, 1);
    unsigned shift = which >> 4 << 2; /* up to 60 bits */
    uint32_t node;

    if (parent == 0)
        node = stack_tree_add_node(tree, 0, 0, address % GSTACK_ENDS, &quiet);
    else
        node = stack_tree_add_node(tree, parent, module + 1, module < STACKS_ANON ? 2 * address : 0,
                                   &quiet);
    /* the tree refuses a sum of squares of more than 64 bits */
    stack_tree_add_samples(tree, node, (samples & 15) << shift, (samples & 15) << shift,
                           (samples >> 4) << shift);
}

static void choose(struct stacks *s, unsigned choices)
{
    static const enum sym_table tables[] = {SYM_TABLE_TIME, SYM_TABLE_FLAT};

    if (choices & 1)
        stacks_label(s, 'c');
    for (unsigned i = 0; i < 4; i++) {
        enum sym_table table = tables[i / 2];
        bool include = i % 2;

        if (!(choices >> (i + 1) & 1))
            continue;
        s->bits[i] = (uint16_t)(1U << (2 * table + !include));
        s->filter.includes[table] |= include;
    }
}

static void check_nodes(const struct stack_times *t, const struct call_graph *g)
{
    uint64_t signals = 0;

    for (uint32_t i = 0; i < cg_n_nodes(g); i++) {
        FUZZ_CHECK(t->self[i].signals <= t->inclusive[i].signals);
        FUZZ_CHECK(t->inclusive[i].signals <= t->total.signals);
        FUZZ_CHECK(t->inclusive[i].ticks <= t->total.ticks * (1 + 1e-9));
        if (i < g->n_symbols)
            signals = add_saturated(signals, t->self[i].signals);
    }
    FUZZ_CHECK(signals == t->total.signals);
}

static void check_arcs(const struct stack_times *t, const struct call_graph *g)
{
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        const struct cg_arc *a = &g->arcs[i];

        FUZZ_CHECK(t->arc_self[i].signals <= t->arc_inclusive[i].signals);
        FUZZ_CHECK(t->arc_inclusive[i].signals <= t->inclusive[a->child].signals);
        FUZZ_CHECK(t->arc_inclusive[i].signals <= t->inclusive[a->parent].signals);
    }
}

static void check_times(const struct stack_times *t, const struct call_graph *g)
{
    struct cg_times times;

    cg_measure(&times, t, g, &quiet);
    for (uint32_t i = 0; i < cg_n_nodes(g); i++)
        FUZZ_CHECK(isfinite(times.nodes[i].self) && times.nodes[i].children >= 0 &&
                   isfinite(times.nodes[i].children));
    for (uint32_t i = 0; i < g->n_arcs; i++)
        FUZZ_CHECK(times.arcs[i].self >= 0 && times.arcs[i].children >= 0);
    cg_times_release(&times);
}

/* Returns the number of samples of the choice, and checks their times. */
static uint64_t measure(struct stacks *s, struct call_graph *g, enum stack_choice choice)
{
    struct stack_times t;
    uint64_t signals;

    FUZZ_CHECK(stacks_analyse(s, choice));
    if (choice == STACKS_ALL)
        stack_arcs_add(g, &s->frames, NULL, &quiet);
    stack_times_init(&t, &s->frames, g, &quiet);
    signals = t.total.signals;
    FUZZ_CHECK(signals <= s->frames.all.signals);
    check_nodes(&t, g);
    check_arcs(&t, g);
    check_times(&t, g);
    stack_times_release(&t);
    return signals;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct profile calls = {0};
    struct call_graph g;
    struct stacks s;
    uint64_t all;

    stacks_open(&s, FUNCTIONS);
    choose(&s, (unsigned)fuzz_number(&in, 1));
    for (uint64_t n = fuzz_number(&in, 1) % 16; n > 0; n--) {
        uint64_t from = fuzz_number(&in, 1), to = fuzz_number(&in, 1);

        profile_add_arc(&calls, unit_address(0) + from, unit_address(0) + to, n, &quiet);
    }
    while (in.left > 0)
        add_node(&s, &in);
    FUZZ_CHECK(stacks_analyse(&s, STACKS_ALL)); /* makes the symbols */
    call_graph_init(&g, &calls, &s.symtab, &s.filter, &quiet);
    cg_dfn(&g, &quiet);
    all = measure(&s, &g, STACKS_ALL);
    FUZZ_CHECK(all == s.frames.all.signals);
    FUZZ_CHECK(measure(&s, &g, STACKS_LISTED) <= all);
    FUZZ_CHECK(told.diag.errors == 0);
    call_graph_release(&g);
    profile_release(&calls);
    stacks_close(&s);
    return 0;
}
