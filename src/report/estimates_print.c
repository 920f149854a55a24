/* estimates_print - prints measured times beside estimated ones (--compare-estimates)
 *
 * The shares are those of the two call graphs: a function's and its children's time as a percentage
 * of the whole, and an arc's. Functions come first, then arcs, both by difference, the largest
 * first. Without -z, rows with less than half a percent in both graphs are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "analysis/statistics.h"
#include "base/mem.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>

/* Share of the whole time below which functions and arcs are left out. */
static const double least_share = 0.005;

struct compared {
    double measured, estimated;  /* shares of 1 */
    struct share_interval range; /* confidence interval of the measured share */
    uint32_t number;             /* number of the node or the arc */
};

struct comparison {
    const struct report *r;
    struct sink *out;
    struct compared *functions, *arcs; /* owned */
    uint32_t n_functions, n_arcs;
};

static double share(const struct cg_time *time, double total)
{
    return total > 0 ? (time->self + time->children) / total : 0;
}

static double size_of_difference(const struct compared *c)
{
    double difference = c->measured - c->estimated;

    return difference < 0 ? -difference : difference;
}

static int by_difference(const void *left, const void *right)
{
    const struct compared *l = left, *r = right;
    double a = size_of_difference(l), b = size_of_difference(r);

    if (a != b)
        return a > b ? -1 : 1;
    if (l->measured != r->measured)
        return l->measured > r->measured ? -1 : 1;
    return l->number < r->number ? -1 : 1;
}

static bool is_wrong(const struct compared *c)
{
    return c->estimated < c->range.low || c->estimated > c->range.high;
}

/* ---- what is compared ---- */

static bool is_large(const struct report *r, const struct compared *c)
{
    double least = r->style.show_unused ? 0 : least_share;

    return (c->measured > 0 || c->estimated > 0) && (c->measured >= least || c->estimated >= least);
}

/* Returns true if the symbol stands for code that no estimate names: libraries, and code outside
 * functions. */
static bool is_stand_in(const struct report *r, uint32_t symbol)
{
    return r->symtab.symbols[symbol].name[0] == '<';
}

/* Returns true if an estimate can know the function: code without -pg, such as _start, has neither
 * calls nor arcs. */
static bool is_known(const struct report *r, uint32_t symbol)
{
    const struct cg_time *time = &r->estimate.entries[symbol].shown;
    const struct cg_node *node = &r->graph.nodes[symbol];
    const struct cg_lists *children = &r->graph.children;
    bool calls = false;

    for (uint32_t i = children->first[symbol]; i < children->first[symbol + 1]; i++)
        calls = calls || children->item[i] < r->graph.n_counted;
    return calls || node->calls || node->self_calls || time->self != 0 || time->children != 0;
}

static struct compared compare(const struct report *r, const struct stack_sum *samples,
                               const struct cg_time *estimated)
{
    const struct stack_sum *total = &r->view.stacks.total;

    return (struct compared){
        .measured = total->ticks > 0 ? samples->ticks / total->ticks : 0,
        .estimated = share(estimated, r->estimate.total),
        .range = stack_interval(samples, total),
    };
}

static void compare_functions(struct comparison *c)
{
    const struct report *r = c->r;

    for (uint32_t s = 0; s < r->graph.n_symbols; s++) {
        struct compared at =
            compare(r, &r->view.stacks.inclusive[s], &r->estimate.entries[s].shown);

        at.number = s;
        if (r->view.entries[s].is_shown && !is_stand_in(r, s) && is_known(r, s) && is_large(r, &at))
            c->functions[c->n_functions++] = at;
    }
    qsort(c->functions, c->n_functions, sizeof *c->functions, by_difference);
}

/* Compares the arcs that an estimate gives a time to: counted ones outside cycles. */
static void compare_arcs(struct comparison *c)
{
    const struct report *r = c->r;
    const struct call_graph *g = &r->graph;

    for (uint32_t i = 0; i < g->n_arcs; i++) {
        const struct cg_arc *a = &g->arcs[i];
        struct compared at =
            compare(r, &r->view.stacks.arc_inclusive[i], &r->estimate.times.arcs[i]);

        at.number = i;
        if (a->count > 0 && !cg_is_internal(g, a) && r->view.entries[a->child].is_shown &&
            !is_stand_in(r, a->parent) && !is_stand_in(r, a->child) && is_large(r, &at))
            c->arcs[c->n_arcs++] = at;
    }
    qsort(c->arcs, c->n_arcs, sizeof *c->arcs, by_difference);
}

/* ---- what is printed ---- */

static void print_count(const struct comparison *c, const struct compared *at, uint32_t n,
                        const char *what)
{
    uint32_t wrong = 0;

    for (uint32_t i = 0; i < n; i++)
        wrong += is_wrong(&at[i]);
    sink_printf(c->out, "%" PRIu32 " of %" PRIu32 " %s", wrong, n, what);
}

/* Writes the measured share and its error; without samples, the upper bound. */
static void put_measured(struct table *t, const struct compared *at)
{
    if (at->measured > 0)
        sink_printf(&t->text, "%.2f", 100 * at->measured);
    else
        sink_printf(&t->text, "<%.2f", 100 * at->range.high);
    table_end_cell(t);
    /* if all samples are in it, the possible error is downwards only */
    if (at->measured > 0)
        sink_printf(&t->text, PLUS_MINUS " %.2f",
                    (at->measured < 1 ? 50 : 100) * (at->range.high - at->range.low));
    table_end_cell(t);
}

static void put_name(const struct comparison *c, struct table *t, uint32_t symbol)
{
    uint32_t cycle = c->r->graph.nodes[symbol].cycle;

    report_name(c->r, &t->text, symbol);
    if (cycle)
        sink_printf(&t->text, " <cycle %" PRIu32 ">", cycle);
}

/* Prints the functions, or the arcs. */
static void print_table(const struct comparison *c, bool arcs, struct diag *d)
{
    const struct stack_times *stacks = &c->r->view.stacks;
    const struct compared *rows = arcs ? c->arcs : c->functions;
    uint32_t n = arcs ? c->n_arcs : c->n_functions;
    struct table t = {0};

    sink_init(&t.text, -1, d);
    table_add(&t, TABLE_NUMBER, "", "measured", 0);
    table_add(&t, TABLE_WORD, " ", NULL, 0);
    table_add(&t, TABLE_NUMBER, "  ", "estimated", 0);
    table_add(&t, TABLE_NUMBER, "  ", "difference", 0);
    table_add(&t, TABLE_WORD, "  ", "verdict", 0);
    table_add(&t, TABLE_NAME, "  ",
              arcs ? "arc, self and children of the callee" : "function, self and children", 0);
    for (uint32_t i = 0; i < n; i++) {
        const struct compared *at = &rows[i];

        put_measured(&t, at);
        sink_printf(&t.text, "%.2f", 100 * at->estimated);
        table_end_cell(&t);
        /* a difference shown as 0 has no sign */
        sink_printf(&t.text, "%+.2f",
                    size_of_difference(at) < 0.00005 ? 0 : 100 * (at->estimated - at->measured));
        table_end_cell(&t);
        sink_string(&t.text, !is_wrong(at)                  ? "within noise"
                             : at->estimated > at->measured ? "too high"
                                                            : "too low");
        table_end_cell(&t);
        if (arcs) {
            const struct cg_arc *a = &c->r->graph.arcs[at->number];

            measured_mark(&t.text, &stacks->arc_inclusive[at->number]);
            put_name(c, &t, a->parent);
            sink_string(&t.text, " -> ");
            put_name(c, &t, a->child);
        } else {
            measured_mark(&t.text, &stacks->inclusive[at->number]);
            put_name(c, &t, at->number);
        }
        table_end_cell(&t);
    }
    sink_char(c->out, '\n');
    table_print(&t, c->r->style.columns, c->out);
}

bool estimates_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct comparison c = {.r = r, .out = out};

    c.functions = mem_alloc(d, r->graph.n_symbols, sizeof *c.functions);
    c.arcs = mem_alloc(d, r->graph.n_arcs, sizeof *c.arcs);
    compare_functions(&c);
    compare_arcs(&c);
    sink_string(out, "Estimated beside measured times, in percent of the whole\n\n");
    measured_heading(r, out);
    sink_string(out, "\nwrong beyond noise: ");
    print_count(&c, c.functions, c.n_functions, "functions, ");
    print_count(&c, c.arcs, c.n_arcs, "arcs\n");
    print_table(&c, false, d);
    print_table(&c, true, d);
    explain(r, out, EXPLAIN_ESTIMATES, false);
    free(c.functions);
    free(c.arcs);
    return true;
}
