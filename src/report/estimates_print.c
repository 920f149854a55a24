/* estimates_print - prints measured times beside estimated ones (--compare-estimates)
 *
 * The shares are those of the two call graphs: a function's and its children's time as a percentage
 * of the whole, and an arc's. First a summary, then the functions, then the arcs, each with the
 * largest difference first. What has less than half a percent in both is left out (not with -z).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "analysis/statistics.h"
#include "base/mem.h"

#include <inttypes.h>
#include <stdlib.h>

/* Shares below it are left out; how many are the top; what is called far off. */
static const double least_share = 0.005, far_off = 2;
enum { TOP = 10 };

struct compared {
    double measured, estimated;  /* shares of 1 */
    struct share_interval range; /* of what was measured */
    uint32_t number;             /* of the node or the arc */
    bool in_cycle;               /* a member of a cycle */
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

static bool is_far_off(const struct compared *c)
{
    return c->estimated > far_off * c->measured || c->measured > far_off * c->estimated;
}

/* ---- what is compared ---- */

static bool is_large(const struct report *r, const struct compared *c)
{
    double least = r->style.show_unused ? 0 : least_share;

    return (c->measured > 0 || c->estimated > 0) && (c->measured >= least || c->estimated >= least);
}

/* Returns true if the symbol stands for code that no estimate knows by that name: libraries, and
 * what is no function. */
static bool is_stand_in(const struct report *r, uint32_t symbol)
{
    return r->symtab.symbols[symbol].name[0] == '<';
}

/* Returns true if an estimate can know of the function at all: code that was compiled without -pg,
 * such as _start, has neither calls nor arcs. */
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
        at.in_cycle = r->graph.nodes[s].cycle != 0;
        if (r->view.entries[s].is_shown && !is_stand_in(r, s) && is_known(r, s) && is_large(r, &at))
            c->functions[c->n_functions++] = at;
    }
    qsort(c->functions, c->n_functions, sizeof *c->functions, by_difference);
}

/* Compares only the arcs that an estimate gives a time to: those that were counted and do not lie
 * inside a cycle. */
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

/* ---- the summary ---- */

/* Returns how many of the functions in, or outside of, cycles are far off; `*all` is their number.
 */
static uint32_t count_far_off(const struct compared *at, uint32_t n, bool in_cycle, uint32_t *all)
{
    uint32_t far = 0;

    *all = 0;
    for (uint32_t i = 0; i < n; i++)
        if (at[i].in_cycle == in_cycle) {
            ++*all;
            far += is_far_off(&at[i]);
        }
    return far;
}

static int by_measured(const void *left, const void *right)
{
    const struct compared *l = left, *r = right;

    if (l->measured != r->measured)
        return l->measured > r->measured ? -1 : 1;
    return l->number < r->number ? -1 : 1;
}

static int by_estimated(const void *left, const void *right)
{
    const struct compared *l = left, *r = right;

    if (l->estimated != r->estimated)
        return l->estimated > r->estimated ? -1 : 1;
    return l->number < r->number ? -1 : 1;
}

/* Prints the functions with the most time by measurement that are not among those with the most
 * time by estimate. */
static void print_missing(struct comparison *c, struct diag *d)
{
    uint32_t n = c->n_functions, top = n < TOP ? n : TOP, missing = 0;
    uint32_t estimated[TOP];
    struct sink names;

    qsort(c->functions, n, sizeof *c->functions, by_estimated);
    for (uint32_t i = 0; i < top; i++)
        estimated[i] = c->functions[i].number;
    qsort(c->functions, n, sizeof *c->functions, by_measured);
    sink_init(&names, -1, d);
    for (uint32_t i = 0; i < top; i++) {
        bool found = false;

        for (uint32_t k = 0; k < top; k++)
            found = found || estimated[k] == c->functions[i].number;
        if (found)
            continue;
        sink_string(&names, missing++ ? ", " : ": ");
        report_name(c->r, &names, c->functions[i].number);
    }
    sink_printf(c->out, "missing from the estimated top %" PRIu32 ":%s %" PRIu32, top,
                top < TOP ? "  " : " ", missing);
    sink_bytes(c->out, names.buf, names.used);
    sink_char(c->out, '\n');
    sink_release(&names);
    qsort(c->functions, n, sizeof *c->functions, by_difference);
}

/* Prints the largest difference of a function outside of cycles, and of one in a cycle, whose
 * estimate is not the whole. */
static void print_largest(const struct comparison *c)
{
    const struct compared *largest[2] = {NULL, NULL};

    for (uint32_t i = c->n_functions; i-- > 0;)
        largest[c->functions[i].in_cycle] = &c->functions[i];
    sink_string(c->out, "largest error of self + children:  ");
    for (int in_cycle = 0; in_cycle < 2; in_cycle++) {
        const struct compared *at = largest[in_cycle];

        if (!at && in_cycle)
            continue;
        sink_printf(c->out, in_cycle ? ", %.1f in cycles" : " %.1f points outside of cycles",
                    at ? 100 * size_of_difference(at) : 0);
        if (!at || size_of_difference(at) == 0)
            continue;
        sink_string(c->out, " (");
        report_name(c->r, c->out, at->number);
        sink_char(c->out, ')');
    }
    sink_char(c->out, '\n');
}

static void print_summary(struct comparison *c, struct diag *d)
{
    uint32_t outside, inside, arcs;
    uint32_t far_outside = count_far_off(c->functions, c->n_functions, false, &outside);
    uint32_t far_inside = count_far_off(c->functions, c->n_functions, true, &inside);
    uint32_t far_arcs = count_far_off(c->arcs, c->n_arcs, false, &arcs);

    print_largest(c);
    sink_printf(c->out,
                "functions off by more than %gx:      %" PRIu32 " of %" PRIu32
                " outside of cycles, %" PRIu32 " of %" PRIu32 " in cycles\n",
                far_off, far_outside, outside, far_inside, inside);
    sink_printf(c->out, "arcs off by more than %gx:           %" PRIu32 " of %" PRIu32 "\n",
                far_off, far_arcs, arcs);
    print_missing(c, d);
}

/* ---- the tables ---- */

/* Prints `91.03 ± 0.71', or `< 0.13' for what no sample has seen; 16 columns. */
static void print_measured(struct sink *out, const struct compared *c)
{
    if (c->measured > 0) {
        sink_fixed(out, 100 * c->measured, 6, 2);
        sink_string(out, " " PLUS_MINUS " ");
        /* of all samples: what it may be less */
        sink_fixed(out, (c->measured < 1 ? 50 : 100) * (c->range.high - c->range.low), 5, 2);
    } else {
        sink_string(out, "     < ");
        sink_fixed(out, 100 * c->range.high, 7, 2);
    }
}

static void print_row(const struct comparison *c, const struct compared *at,
                      const struct stack_sum *samples)
{
    sink_string(c->out, "  ");
    print_measured(c->out, at);
    sink_fixed(c->out, 100 * at->estimated, 11, 2);
    sink_fixed(c->out, 100 * (at->estimated - at->measured), 12, 2);
    sink_string(c->out, is_wrong(at) ? " !  " : "    ");
    measured_mark(c->out, samples);
}

static void print_name(const struct comparison *c, uint32_t symbol)
{
    uint32_t cycle = c->r->graph.nodes[symbol].cycle;

    report_name(c->r, c->out, symbol);
    if (cycle)
        sink_printf(c->out, " <cycle %" PRIu32 ">", cycle);
}

static void print_titles(const struct comparison *c, const char *what)
{
    sink_printf(c->out, "\nmeasured " PLUS_MINUS "      %11s%12s    %s\n", "estimated",
                "difference", what);
}

static void print_tables(const struct comparison *c)
{
    const struct stack_times *stacks = &c->r->view.stacks;

    print_titles(c, "function, self and children");
    for (uint32_t i = 0; i < c->n_functions; i++) {
        print_row(c, &c->functions[i], &stacks->inclusive[c->functions[i].number]);
        print_name(c, c->functions[i].number);
        sink_char(c->out, '\n');
    }
    print_titles(c, "arc, self and children of the callee");
    for (uint32_t i = 0; i < c->n_arcs; i++) {
        const struct cg_arc *a = &c->r->graph.arcs[c->arcs[i].number];

        print_row(c, &c->arcs[i], &stacks->arc_inclusive[c->arcs[i].number]);
        print_name(c, a->parent);
        sink_string(c->out, " -> ");
        print_name(c, a->child);
        sink_char(c->out, '\n');
    }
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
    sink_char(out, '\n');
    print_summary(&c, d);
    print_tables(&c);
    if (!r->style.brief)
        blurb_estimates(out);
    free(c.functions);
    free(c.arcs);
    return true;
}
