/* estimates_print - prints measured times beside estimated ones (--compare-estimates)
 *
 * The shares are those of the two call graphs: a function's and its children's time as a percentage
 * of the whole, and an arc's. Functions come first, then arcs, both by difference, the largest
 * first. Without -z, rows with less than half a percent in both graphs are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "analysis/error_bars.h"
#include "base/mem.h"
#include "report/table.h"

/* Share of the whole time below which functions and arcs are left out. */
static const double least_share = 0.005;

struct compared {
    double measured, estimated;  /* shares of 1 */
    struct share_interval range; /* confidence interval of the measured share */
    uint32_t number;             /* number of the node or the arc */
};

/* The functions, or the arcs, that are compared: the largest difference first. */
struct comparison {
    const struct report *r;
    bool are_arcs;
    struct compared *at; /* owned */
    uint32_t n;
};

static double size_of_difference(const struct compared *c)
{
    return fabs(c->measured - c->estimated);
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
    return r->program.symtab.symbols[symbol].name[0] == '<';
}

/* Returns true if an estimate can know the function: code without -pg, such as _start, has neither
 * calls nor arcs. */
static bool is_known(const struct report *r, uint32_t symbol)
{
    const struct cg_time *time = &r->views.estimate.entries[symbol].time;
    const struct cg_node *node = &r->facts.graph.nodes[symbol];
    const struct cg_lists *children = &r->facts.graph.children;
    bool calls = false;

    for (uint32_t i = children->first[symbol]; i < children->first[symbol + 1]; i++)
        calls = calls || children->item[i] < r->facts.graph.n_counted;
    return calls || node->calls || node->self_calls || time->self != 0 || time->children != 0;
}

/* Returns true if an estimate gives a time to the arc: it is counted, and outside cycles. */
static bool has_estimate(const struct report *r, const struct cg_arc *a)
{
    return a->count > 0 && !cg_is_internal(&r->facts.graph, a) &&
           r->views.graph.entries[a->child].is_listed && !is_stand_in(r, a->parent) &&
           !is_stand_in(r, a->child);
}

static struct comparison compare(const struct report *r, bool arcs, struct diag *d)
{
    const struct stack_times *stacks = &r->views.graph.stacks;
    uint32_t n = arcs ? r->facts.graph.n_arcs : r->facts.graph.n_symbols;
    struct comparison c = {
        .r = r, .are_arcs = arcs, .at = mem_alloc(d, n, sizeof(struct compared))};

    for (uint32_t i = 0; i < n; i++) {
        const struct stack_sum *samples = arcs ? &stacks->arc_inclusive[i] : &stacks->inclusive[i];
        const struct cg_time *time =
            arcs ? &r->views.estimate.times.arcs[i] : &r->views.estimate.entries[i].time;
        struct compared at = {
            .measured = stacks->total.ticks > 0 ? samples->ticks / stacks->total.ticks : 0,
            .estimated = r->views.estimate.total > 0
                             ? (time->self + time->children) / r->views.estimate.total
                             : 0,
            .range = stack_interval(samples, &stacks->total),
            .number = i,
        };

        if (is_large(r, &at) &&
            (arcs ? has_estimate(r, &r->facts.graph.arcs[i])
                  : r->views.graph.entries[i].is_listed && !is_stand_in(r, i) && is_known(r, i)))
            c.at[c.n++] = at;
    }
    qsort(c.at, c.n, sizeof *c.at, by_difference);
    return c;
}

/* ---- what is printed ---- */

static void print_count(const struct comparison *c, const char *what, struct sink *out)
{
    uint32_t wrong = 0;

    for (uint32_t i = 0; i < c->n; i++)
        wrong += is_wrong(&c->at[i]);
    sink_printf(out, "%" PRIu32 " of %" PRIu32 " %s", wrong, c->n, what);
}

static void put_name(const struct comparison *c, struct table *t, uint32_t symbol)
{
    uint32_t cycle = c->r->facts.graph.nodes[symbol].cycle;

    report_name(c->r, &t->text, symbol);
    if (cycle)
        sink_printf(&t->text, " <cycle %" PRIu32 ">", cycle);
}

static void print_table(const struct comparison *c, struct sink *out, struct diag *d)
{
    const struct stack_times *stacks = &c->r->views.graph.stacks;
    struct table t;

    table_init(&t, d);
    table_add(&t, COLUMN_NUMBER, "", "measured", 0);
    table_add(&t, COLUMN_WORD, " ", NULL, 0);
    table_add(&t, COLUMN_NUMBER, "  ", "estimated", 0);
    table_add(&t, COLUMN_NUMBER, "  ", "difference", 0);
    table_add(&t, COLUMN_WORD, "  ", "verdict", 0);
    table_add(&t, COLUMN_NAME, "  ",
              c->are_arcs ? "arc, self and children of the callee" : "function, self and children",
              0);
    for (uint32_t i = 0; i < c->n; i++) {
        const struct compared *at = &c->at[i];

        table_printf(&t, "%s%.2f", at->measured > 0 ? "" : "<",
                     100 * (at->measured > 0 ? at->measured : at->range.high));
        /* if all samples are in it, the possible error is downwards only */
        if (at->measured > 0)
            sink_printf(&t.text, PLUS_MINUS " %.2f",
                        (at->measured < 1 ? 50 : 100) * (at->range.high - at->range.low));
        table_end_cell(&t);
        table_printf(&t, "%.2f", 100 * at->estimated);
        /* a difference shown as 0 has no sign */
        table_printf(&t, "%+.2f",
                     size_of_difference(at) < 0.00005 ? 0 : 100 * (at->estimated - at->measured));
        table_printf(&t, "%s",
                     !is_wrong(at)                  ? "within noise"
                     : at->estimated > at->measured ? "too high"
                                                    : "too low");
        if (c->are_arcs) {
            const struct cg_arc *a = &c->r->facts.graph.arcs[at->number];

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
    sink_char(out, '\n');
    table_print(&t, c->r->style.columns, out);
}

bool estimates_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct comparison functions = compare(r, false, d), arcs = compare(r, true, d);

    sink_string(out, "Estimated beside measured times, in percent of the whole\n\n");
    measured_heading(r, out);
    sink_string(out, "\nwrong beyond noise: ");
    print_count(&functions, "functions, ", out);
    print_count(&arcs, "arcs\n", out);
    print_table(&functions, out, d);
    print_table(&arcs, out, d);
    explain(r, out, EXPLAIN_ESTIMATES, false);
    free(functions.at);
    free(arcs.at);
    return true;
}
