/* top_rows - what the data hold, and which functions --top shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top.h"

#include "analysis/stack_error.h"
#include "base/arith.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the data hold ---- */

/* The sum that samples in a function belong to; NULL: it is the program's own. */
static double *part_of(struct top_parts *parts, const struct symtab *symtab, uint32_t symbol)
{
    const char *name = symtab->symbols[symbol].name;

    if (sym_is_profiler(symtab, symbol))
        return &parts->profiler;
    if (strcmp(name, "<unseen>") == 0)
        return &parts->unseen;
    if (strcmp(name, "<external>") == 0)
        return &parts->libraries;
    if (symbol < symtab->n_code)
        return NULL;
    if (strcmp(name, "<unknown>") == 0 || strcmp(name, "<anonymous>") == 0)
        return &parts->outside;
    return &parts->libraries;
}

static struct top_parts parts_of_stacks(const struct report *r)
{
    const struct stack_frames *f = &r->stacks;
    struct top_parts parts = {.all = f->all.ticks + f->missing, .unseen = f->missing};

    for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
        double *part = part_of(&parts, &r->symtab, f->at[i].function);

        if (part)
            *part += f->at[i].own.ticks;
    }
    return parts;
}

static struct top_parts parts_of_histogram(const struct report *r)
{
    struct top_parts parts = {.all = r->hist.total, .outside = r->hist.outside};

    for (uint32_t s = 0; s < r->symtab.n; s++) {
        double *part = r->hist.ticks[s] > 0 ? part_of(&parts, &r->symtab, s) : NULL;

        if (part)
            *part += r->hist.ticks[s];
    }
    return parts;
}

static uint64_t calls_of(const struct report *r, uint32_t symbol)
{
    const struct cg_node *node = &r->graph.nodes[symbol];

    return add_saturated(node->calls, node->self_calls);
}

struct top_facts top_facts(const struct report *r)
{
    const struct figures *f = &r->figures;
    bool measured = f->origin == CG_MEASURED && r->stacks.n > 0;
    struct top_facts facts = {.parts = measured ? parts_of_stacks(r) : parts_of_histogram(r),
                              .has_times = f->total > 0,
                              .has_arcs = r->graph.n_arcs > 0,
                              .is_measured = measured};

    for (uint32_t s = 0; s < r->symtab.n; s++)
        if (f->functions[s].is_shown)
            facts.calls = add_saturated(facts.calls, calls_of(r, s));
    facts.has_calls = facts.calls > 0;
    facts.has_inclusive = facts.has_times && facts.has_arcs;
    return facts;
}

/* ---- figures of a function ---- */

double top_share(const struct report *r, const struct top_facts *facts, enum sort_key key,
                 uint32_t symbol)
{
    const struct figures *f = &r->figures;
    const struct figure *at = &f->functions[symbol];

    if (key == SORT_BY_CALLS)
        return facts->calls ? (double)calls_of(r, symbol) / (double)facts->calls : 0;
    if (f->total == 0)
        return 0;
    return (double)(key == SORT_BY_TOTAL ? at->inclusive : at->self) / (double)f->total;
}

double top_error(const struct report *r, const struct top_facts *facts, enum sort_key key,
                 uint32_t symbol)
{
    const struct stack_times *stacks = &r->view.stacks;
    double share = top_share(r, facts, key, symbol);
    struct share_interval range;

    if (facts->is_measured && stacks->self)
        return stack_half_width(key == SORT_BY_TOTAL ? &stacks->inclusive[symbol]
                                                     : &stacks->self[symbol],
                                &stacks->total);
    if (key == SORT_BY_TOTAL) /* estimates are wrong in ways that no number of samples tells */
        return -1;
    range = share_interval(share, (double)r->figures.total_samples);
    return share > 0 ? (range.high - range.low) / 2 : range.high;
}

uint32_t top_caller(const struct report *r, uint32_t symbol)
{
    const struct call_graph *g = &r->graph;
    uint32_t best = NO_SYMBOL, best_arc = 0;

    if (g->n_arcs == 0)
        return NO_SYMBOL;
    for (uint32_t i = g->parents.first[symbol]; i < g->parents.first[symbol + 1]; i++) {
        uint32_t a = g->parents.item[i];
        const struct cg_arc *arc = &g->arcs[a];
        bool more;

        if (arc->parent == symbol || !figures_has_arc(&r->figures, arc))
            continue;
        if (best == NO_SYMBOL || r->figures.arcs[a] != r->figures.arcs[best_arc])
            more = best == NO_SYMBOL || r->figures.arcs[a] > r->figures.arcs[best_arc];
        else if (arc->count != g->arcs[best_arc].count)
            more = arc->count > g->arcs[best_arc].count;
        else
            more = arc->parent < best;
        if (!more)
            continue;
        best = arc->parent;
        best_arc = a;
    }
    return best;
}

/* ---- the choice ---- */

struct sort_row {
    uint64_t figure, second; /* the greater one comes first */
    const char *text;        /* then these in the order of their bytes; NULL comes last */
    uint32_t symbol;         /* then the first by address */
};

static int by_figure(const void *left, const void *right)
{
    const struct sort_row *l = left, *r = right;

    if (l->figure != r->figure)
        return l->figure > r->figure ? -1 : 1;
    if (l->second != r->second)
        return l->second > r->second ? -1 : 1;
    return l->symbol < r->symbol ? -1 : l->symbol > r->symbol;
}

static int by_text(const void *left, const void *right)
{
    const struct sort_row *l = left, *r = right;
    int order = 0;

    if (!l->text || !r->text)
        order = (r->text != NULL) - (l->text != NULL);
    else
        order = strcmp(l->text, r->text);
    return order ? order : by_figure(left, right);
}

/* The figures by which a function is chosen. */
static struct sort_row row_of(const struct report *r, enum sort_key key, uint32_t symbol)
{
    const struct figure *at = &r->figures.functions[symbol];
    uint64_t calls = calls_of(r, symbol);

    switch (key) {
    case SORT_BY_CALLS:
        return (struct sort_row){calls, at->self, NULL, symbol};
    case SORT_BY_TOTAL:
        return (struct sort_row){at->inclusive, at->self, NULL, symbol};
    default:
        return (struct sort_row){at->self, calls, NULL, symbol};
    }
}

/* Whether a function has something that the table is about. */
static bool is_listed(const struct report *r, const struct sort_row *row, enum sort_key key)
{
    const struct figure *at = &r->figures.functions[row->symbol];

    if (key == SORT_BY_TOTAL ? !at->in_graph : !at->in_flat)
        return false;
    if (key == SORT_BY_NAME || key == SORT_BY_FILE)
        return row->figure > 0 || row->second > 0 || r->style.show_unused;
    return row->figure > 0 || r->style.show_unused;
}

enum sort_key top_chosen_by(const struct top_facts *facts, enum sort_key key)
{
    if (key != SORT_BY_NAME && key != SORT_BY_FILE)
        return key;
    return facts->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
}

/* What is chosen from. The first `most` rows are the first ones in order of what was added, as a
 * heap, in which no row comes before those below it: so the last of them is on top, and gives way
 * to one that comes before it. */
struct choice {
    struct sort_row *rows; /* owned */
    uint32_t n, most;
    uint32_t all;        /* that were added */
    double others_share; /* of those that were dropped, as top_share has it */
};

static void sift_down(struct choice *c)
{
    uint32_t at = 0, below = 1;

    for (; below < c->n; at = below, below = 2 * at + 1) {
        struct sort_row row = c->rows[at];

        if (below + 1 < c->n && by_figure(&c->rows[below], &c->rows[below + 1]) < 0)
            below++;
        if (by_figure(&row, &c->rows[below]) >= 0)
            return;
        c->rows[at] = c->rows[below];
        c->rows[below] = row;
    }
}

static void sift_up(struct choice *c)
{
    for (uint32_t at = c->n - 1; at > 0; at = (at - 1) / 2) {
        struct sort_row row = c->rows[at];

        if (by_figure(&c->rows[(at - 1) / 2], &row) >= 0)
            return;
        c->rows[at] = c->rows[(at - 1) / 2];
        c->rows[(at - 1) / 2] = row;
    }
}

/* Add a row; returns the one that is dropped, which may be the same, or NULL. */
static const struct sort_row *add(struct choice *c, struct sort_row *row)
{
    struct sort_row last;

    c->all++;
    if (c->n < c->most) {
        c->rows[c->n++] = *row;
        sift_up(c);
        return NULL;
    }
    if (by_figure(row, &c->rows[0]) > 0)
        return row;
    last = c->rows[0];
    c->rows[0] = *row;
    sift_down(c);
    *row = last;
    return row;
}

/* The functions that are listed, as far as there is room for them, sorted. */
static bool gather(struct choice *c, const struct report *r, const struct top_facts *facts,
                   enum sort_key key, struct diag *d)
{
    const struct figures *f = &r->figures;
    enum sort_key chosen_by = top_chosen_by(facts, key);

    *c = (struct choice){.most = r->style.top_rows > 0 && r->style.top_rows < f->n_shown
                                     ? r->style.top_rows
                                     : f->n_shown};
    c->rows = mem_alloc(d, c->most, sizeof *c->rows);
    for (uint32_t s = 0; c->rows && s < r->symtab.n; s++) {
        struct sort_row row;
        const struct sort_row *dropped;

        if (!f->functions[s].is_shown)
            continue;
        row = row_of(r, chosen_by, s);
        dropped = is_listed(r, &row, key) ? add(c, &row) : NULL;
        if (dropped)
            c->others_share += top_share(r, facts, key, dropped->symbol);
    }
    if (c->n > 0)
        qsort(c->rows, c->n, sizeof *c->rows, by_figure);
    return c->rows != NULL;
}

/* How many of the sorted rows are shown. */
static uint32_t number_shown(const struct report *r, const struct top_facts *facts,
                             enum sort_key key, const struct choice *c)
{
    uint32_t shown = c->n;

    if (r->style.min_percent > 0)
        while (shown > 0 &&
               100 * top_share(r, facts, key, c->rows[shown - 1].symbol) < r->style.min_percent)
            shown--;
    return shown;
}

bool top_rows_choose(struct top_rows *rows, const struct report *r, const struct top_facts *facts,
                     enum sort_key key, struct diag *d)
{
    enum sort_key chosen_by = top_chosen_by(facts, key);
    struct choice c;
    bool ok = gather(&c, r, facts, key, d);

    *rows = (struct top_rows){.key = key};
    rows->at = ok ? mem_alloc(d, c.n, sizeof *rows->at) : NULL;
    if (rows->at) {
        rows->n = number_shown(r, facts, chosen_by, &c);
        rows->more = c.all - rows->n;
        if (chosen_by == key && key != SORT_BY_TOTAL)
            rows->more_share = c.others_share;
        for (uint32_t i = rows->n; i < c.n && chosen_by == key && key != SORT_BY_TOTAL; i++)
            rows->more_share += top_share(r, facts, key, c.rows[i].symbol);
        for (uint32_t i = 0; i < rows->n && chosen_by != key; i++) {
            unsigned line;

            c.rows[i].text = key == SORT_BY_NAME ? names_shown(&r->names, c.rows[i].symbol)
                                                 : names_file(&r->names, c.rows[i].symbol, &line);
        }
        if (rows->n > 0)
            qsort(c.rows, rows->n, sizeof *c.rows, by_text);
        for (uint32_t i = 0; i < rows->n; i++)
            rows->at[i] = c.rows[i].symbol;
    }
    free(c.rows);
    return rows->at != NULL;
}
