/* test_stack_model - tests measured times of random stacks against their definition, sample by
 * sample
 *
 * The model takes each sample by itself: it looks at the functions on the stack, one by one, and
 * counts the sample for each of them and for each arc between two of them, once. It knows no tree.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_dfn.h"
#include "stack_case.h"

#include "analysis/cg_times.h"
#include "tool_prng.h"

enum { FUNCTIONS = 26, USED = 6, DEPTH = 10, SAMPLES = 40, NODES = 64, ROUNDS = 2000 };

struct sample {
    char text[DEPTH * 5 + 1];
    uint64_t signals, ticks; /* ticks of each signal */
    enum gstack_end end;
};

struct model {
    const struct stacks *s;
    const struct call_graph *g;
    enum stack_choice choice;
    struct stack_sum self[NODES], inclusive[NODES];
    struct stack_sum arc_self[NODES * NODES], arc_inclusive[NODES * NODES];
    struct stack_sum total;
};

/* ---- the model ---- */

/* Reads the symbols of the frames into `symbols`; adjacent frames of a library are one. Returns
 * their number. */
static unsigned read_stack(const struct stacks *s, const char *text, uint32_t *symbols)
{
    static const char *const names[STACKS_MODULES] = {"<unknown>", "<libc.so.6>", "<libm.so.6>",
                                                      "<vdso>",    "<anonymous>", "<profiler>"};
    unsigned n = 0;

    for (const char *word = text; *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        uint32_t module = stacks_module(s, word, length), symbol = (uint32_t)(word[0] - 'a');

        if (module != STACKS_PROG || *word == '?')
            symbol = stacks_symbol(s, names[module]);
        if (n == 0 || symbol != symbols[n - 1] || symbol < s->symtab.n_code)
            symbols[n++] = symbol;
        word += length;
    }
    return n;
}

static uint32_t callee(const struct model *m, uint32_t symbol)
{
    uint32_t c = m->s->symtab.symbols[symbol].callee;

    return c == NO_SYMBOL ? symbol : c;
}

static bool hands_on(const struct model *m, uint32_t symbol, bool caller_does)
{
    bool included = sym_included(&m->s->filter, SYM_TABLE_TIME, symbol);

    if (m->choice == STACKS_ALL)
        return true;
    return included || (!sym_excluded(&m->s->filter, SYM_TABLE_TIME, symbol) &&
                        (caller_does || !m->s->filter.includes[SYM_TABLE_TIME]));
}

/* Returns the number of frames that listings leave out at the beginning of the stack, if a function
 * is called there.
 */
static unsigned count_beginning(const struct model *m, const uint32_t *symbols, unsigned n,
                                enum gstack_end end)
{
    unsigned i = symbols[0] == FUNCTIONS - 1;

    if (m->choice == STACKS_ALL || end > GSTACK_GUESSED)
        return 0;
    while (i < n && symbols[i] >= m->s->symtab.n_code)
        i++;
    return i > 0 && i < n && symbols[i - 1] >= m->s->symtab.n_code ? i : 0;
}

/* Returns where the part of the stack begins that has the sample, of `n` frames, or n if there is
 * none. */
static unsigned find_begin(const struct model *m, const uint32_t *symbols, unsigned n,
                           enum gstack_end end)
{
    unsigned begin = 0, first = count_beginning(m, symbols, n, end);
    bool hands = false;

    for (unsigned i = 0; i < n; i++) {
        bool called = hands && i != first &&
                      (m->choice == STACKS_ALL ||
                       sym_arc_selected(&m->s->filter, symbols[i - 1], callee(m, symbols[i])));

        if (!called)
            begin = i;
        hands = hands_on(m, symbols[i], called);
    }
    if (!hands || (m->choice == STACKS_LISTED &&
                   !sym_selected(&m->s->filter, SYM_TABLE_FLAT, symbols[n - 1])))
        return n;
    return begin;
}

static bool is_part(const struct model *m, uint32_t symbol, uint32_t node)
{
    return symbol == node || callee(m, symbol) == node || m->g->nodes[symbol].outer == node ||
           m->g->nodes[callee(m, symbol)].outer == node;
}

static bool is_arc(const struct model *m, const uint32_t *symbols, unsigned i, uint32_t arc)
{
    return symbols[i] == m->g->arcs[arc].parent &&
           callee(m, symbols[i + 1]) == m->g->arcs[arc].child;
}

static void count_sample(struct model *m, const struct sample *sample)
{
    const struct stack_sum sum = {.ticks = (double)(sample->signals * sample->ticks),
                                  .squares =
                                      (double)(sample->signals * sample->ticks * sample->ticks),
                                  .signals = sample->signals};
    uint32_t symbols[DEPTH] = {0};
    unsigned n = read_stack(m->s, sample->text, symbols),
             begin = find_begin(m, symbols, n, sample->end);

    if (begin == n)
        return;
    stack_sum_add(&m->total, &sum);
    for (uint32_t node = 0; node < cg_n_nodes(m->g); node++) {
        bool found = false;

        for (unsigned i = begin; i < n; i++)
            found = found || is_part(m, symbols[i], node);
        if (found)
            stack_sum_add(&m->inclusive[node], &sum);
        if (node == symbols[n - 1] || node == m->g->nodes[symbols[n - 1]].outer)
            stack_sum_add(&m->self[node], &sum);
    }
    for (uint32_t arc = 0; arc < m->g->n_arcs; arc++) {
        bool found = false;

        for (unsigned i = begin; i + 1 < n; i++)
            found = found || is_arc(m, symbols, i, arc);
        if (found)
            stack_sum_add(&m->arc_inclusive[arc], &sum);
        if (n - begin > 1 && is_arc(m, symbols, n - 2, arc))
            stack_sum_add(&m->arc_self[arc], &sum);
    }
}

/* ---- the comparison ---- */

static size_t differences(const struct stack_sum *got, const struct stack_sum *want, size_t n)
{
    size_t wrong = 0;

    for (size_t i = 0; i < n; i++)
        wrong += got[i].ticks != want[i].ticks || got[i].squares != want[i].squares ||
                 got[i].signals != want[i].signals;
    return wrong;
}

static size_t compare(const struct model *m, const struct stack_times *t)
{
    size_t wrong = differences(t->self, m->self, cg_n_nodes(m->g)) +
                   differences(t->inclusive, m->inclusive, cg_n_nodes(m->g)) +
                   differences(t->arc_self, m->arc_self, m->g->n_arcs) +
                   differences(t->arc_inclusive, m->arc_inclusive, m->g->n_arcs) +
                   differences(&t->total, &m->total, 1);

    for (uint32_t node = 0; node < cg_n_nodes(m->g); node++)
        wrong += t->inclusive[node].ticks > t->total.ticks ||
                 t->inclusive[node].signals < t->self[node].signals;
    return wrong;
}

/* ---- random stacks ---- */

static void make_stack(struct prng *random, struct sample *sample)
{
    static const char *const others[] = {"libc", "libc", "libc", "libm", "anon", "vdso", "?"};
    unsigned n = 1 + (unsigned)prng_below(random, DEPTH - 1);
    size_t used = 0;

    *sample = (struct sample){.signals = 1 + prng_below(random, 5),
                              .ticks = 1 + prng_below(random, 4),
                              .end = (enum gstack_end)prng_below(random, GSTACK_ENDS)};
    for (unsigned i = 0; i < n; i++) {
        char word[8] = {(char)('a' + prng_below(random, USED)),
                        (char)('0' + prng_below(random, 10))};

        if (i == 0 && prng_below(random, 2) == 0)
            snprintf(word, sizeof word, "z");
        else if (prng_below(random, i < 3 ? 2 : 4) == 0)
            snprintf(word, sizeof word, "%s", others[prng_below(random, UNIT_COUNT(others))]);
        else if (i + 1 == n && i > 0 && prng_below(random, 5) == 0)
            snprintf(word, sizeof word, "prof");
        used += (size_t)snprintf(sample->text + used, sizeof sample->text - used, "%s%s",
                                 i ? " " : "", word);
    }
}

/* Adds some of -n, -N, -p, -P and -k. */
static void add_specs(struct prng *random, struct sym_ids *ids, char texts[8][4], struct diag *d)
{
    static const enum sym_table tables[] = {SYM_TABLE_TIME, SYM_TABLE_FLAT, SYM_TABLE_ARCS};

    for (unsigned i = 0; i < prng_below(random, 8); i++) {
        enum sym_table table = tables[prng_below(random, UNIT_COUNT(tables))];

        snprintf(texts[i], sizeof texts[i], table == SYM_TABLE_ARCS ? "%c/%c" : "%c",
                 (char)('a' + prng_below(random, USED)), (char)('a' + prng_below(random, USED)));
        sym_id_add(ids, texts[i], table, prng_below(random, 5) == 0, d);
    }
}

static void count_calls(struct prng *random, struct profile *p)
{
    for (unsigned i = 0; i < 8; i++)
        profile_add_arc(p, unit_address(prng_below(random, USED)) + 5,
                        unit_address(prng_below(random, USED)), 1 + prng_below(random, 9),
                        &told.diag);
}

static size_t measure(struct model *m, struct stacks *s, struct call_graph *g,
                      const struct sample *samples, enum stack_choice choice)
{
    struct stack_times t;
    size_t wrong = 0;

    memset(m, 0, sizeof *m);
    m->s = s;
    m->g = g;
    m->choice = choice;
    if (choice == STACKS_LISTED)
        stacks_analyse(s, choice);
    stack_times_init(&t, &s->frames, g, &told.diag);
    for (unsigned i = 0; i < SAMPLES; i++)
        count_sample(m, &samples[i]);
    wrong = compare(m, &t);
    stack_times_release(&t);
    return wrong;
}

static size_t one_round(uint64_t seed)
{
    static struct model m;
    static struct image_line no_line[NODES];
    static const struct sym_lines no_lines = {.at = no_line};
    struct prng random = {seed};
    struct stacks s;
    struct sample samples[SAMPLES];
    struct sym_ids ids = {0};
    char texts[8][4];
    struct profile p = {0};
    struct call_graph g;
    size_t wrong = 0;

    stacks_open(&s, FUNCTIONS);
    if (prng_below(&random, 3) == 0)
        stacks_label(&s, (char)('a' + prng_below(&random, USED)));
    for (unsigned i = 0; i < SAMPLES; i++) {
        make_stack(&random, &samples[i]);
        s.interval_ns = samples[i].ticks % 2 ? 10000000 : 20000000; /* ticks of other trees */
        stacks_end(&s, samples[i].end, samples[i].text, samples[i].signals,
                   samples[i].ticks % 2 ? samples[i].ticks : samples[i].ticks / 2);
    }
    if (prng_below(&random, 2))
        add_specs(&random, &ids, texts, &told.diag);
    count_calls(&random, &p);
    stacks_analyse(&s, STACKS_ALL); /* makes the symbols */
    sym_filter_init(&s.filter, &ids, &s.symtab, &no_lines, &told.diag);
    stacks_analyse(&s, STACKS_ALL);
    for (unsigned listed = 0; listed < 2; listed++) {
        const struct sym_filter *filter = listed ? &s.filter : NULL;

        call_graph_init(&g, &p, &s.symtab, filter, &told.diag);
        cg_dfn(&g, &told.diag);
        stack_arcs_add(&g, &s.frames, filter, &told.diag);
        wrong += measure(&m, &s, &g, samples, listed ? STACKS_LISTED : STACKS_ALL);
        call_graph_release(&g);
    }
    profile_release(&p);
    sym_filter_release(&s.filter);
    sym_ids_release(&ids);
    wrong += told.diag.errors;
    stacks_close(&s);
    return wrong;
}

static void test_rounds(void)
{
    size_t wrong = 0, rounds = unit_times(ROUNDS);

    for (size_t i = 0; i < rounds; i++) {
        size_t found = one_round(i);

        if (found && !wrong)
            diag("the first difference is in round %zu", i);
        wrong += found;
    }
    is_uint(wrong, 0, "times are those of the definition");
}

UNIT_TESTS(test_rounds)
