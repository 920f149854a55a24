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

    if (sym_is_profiler(name))
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
    const struct stack_frames *f = r->stacks;
    struct top_parts parts = {.all = f->all.ticks + f->missing, .unseen = f->missing};

    for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
        double *part = part_of(&parts, r->symtab, f->at[i].function);

        if (part)
            *part += f->at[i].own.ticks;
    }
    return parts;
}

static struct top_parts parts_of_histogram(const struct report *r)
{
    struct top_parts parts = {.all = r->hist->total, .outside = r->hist->outside};

    for (uint32_t s = 0; s < r->symtab->n; s++) {
        double *part = r->hist->ticks[s] > 0 ? part_of(&parts, r->symtab, s) : NULL;

        if (part)
            *part += r->hist->ticks[s];
    }
    return parts;
}

struct top_facts top_facts(const struct report *r)
{
    const struct figures *f = r->figures;
    bool measured = f->origin == CG_MEASURED && r->stacks->n > 0;
    struct top_facts facts = {.parts = measured ? parts_of_stacks(r) : parts_of_histogram(r),
                              .has_times = f->total > 0,
                              .has_arcs = r->graph->n_arcs > 0,
                              .is_measured = measured};

    for (uint32_t i = 0; i < f->n_shown; i++) {
        const struct cg_node *node = &r->graph->nodes[f->order[i]];

        facts.calls = add_saturated(facts.calls, add_saturated(node->calls, node->self_calls));
    }
    facts.has_calls = facts.calls > 0;
    facts.has_inclusive = facts.has_times && facts.has_arcs;
    return facts;
}

/* ---- figures of a function ---- */

static uint64_t calls_of(const struct report *r, uint32_t symbol)
{
    const struct cg_node *node = &r->graph->nodes[symbol];

    return add_saturated(node->calls, node->self_calls);
}

double top_share(const struct report *r, const struct top_facts *facts, enum sort_key key,
                 uint32_t symbol)
{
    const struct figures *f = r->figures;
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
    const struct stack_times *stacks = &r->view->stacks;
    double share = top_share(r, facts, key, symbol);
    struct share_interval range;

    if (facts->is_measured && stacks->self)
        return stack_half_width(key == SORT_BY_TOTAL ? &stacks->inclusive[symbol]
                                                     : &stacks->self[symbol],
                                &stacks->total);
    if (key == SORT_BY_TOTAL) /* estimates are wrong in ways that no number of samples tells */
        return -1;
    range = share_interval(share, (double)r->figures->total_samples);
    return share > 0 ? (range.high - range.low) / 2 : range.high;
}

uint32_t top_caller(const struct report *r, uint32_t symbol)
{
    const struct call_graph *g = r->graph;
    uint32_t best = NO_SYMBOL, best_arc = 0;

    if (g->n_arcs == 0)
        return NO_SYMBOL;
    for (uint32_t i = g->parents.first[symbol]; i < g->parents.first[symbol + 1]; i++) {
        uint32_t a = g->parents.item[i];
        const struct cg_arc *arc = &g->arcs[a];
        bool more;

        if (arc->parent == symbol || !figures_has_arc(r->figures, arc))
            continue;
        if (best == NO_SYMBOL || r->figures->arcs[a] != r->figures->arcs[best_arc])
            more = best == NO_SYMBOL || r->figures->arcs[a] > r->figures->arcs[best_arc];
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
    const struct figure *at = &r->figures->functions[symbol];
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
    const struct figure *at = &r->figures->functions[row->symbol];

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

/* The functions that could be listed, sorted; the caller frees. */
static struct sort_row *gather(const struct report *r, const struct top_facts *facts,
                               enum sort_key key, uint32_t *n, struct diag *d)
{
    const struct figures *f = r->figures;
    struct sort_row *rows = mem_alloc(d, f->n_shown, sizeof *rows);

    *n = 0;
    for (uint32_t i = 0; rows && i < f->n_shown; i++) {
        struct sort_row row = row_of(r, top_chosen_by(facts, key), f->order[i]);

        if (is_listed(r, &row, key))
            rows[(*n)++] = row;
    }
    if (rows)
        qsort(rows, *n, sizeof *rows, by_figure);
    return rows;
}

/* How many of the sorted rows are shown. */
static uint32_t number_shown(const struct report *r, const struct top_facts *facts,
                             enum sort_key key, const struct sort_row *rows, uint32_t n)
{
    uint32_t shown = r->style.top_rows > 0 && r->style.top_rows < n ? r->style.top_rows : n;

    if (r->style.min_percent > 0)
        while (shown > 0 &&
               100 * top_share(r, facts, key, rows[shown - 1].symbol) < r->style.min_percent)
            shown--;
    return shown;
}

bool top_rows_choose(struct top_rows *rows, const struct report *r, const struct top_facts *facts,
                     enum sort_key key, struct diag *d)
{
    enum sort_key chosen_by = top_chosen_by(facts, key);
    uint32_t n;
    struct sort_row *sorted = gather(r, facts, key, &n, d);

    *rows = (struct top_rows){.key = key};
    rows->at = sorted ? mem_alloc(d, n, sizeof *rows->at) : NULL;
    if (rows->at) {
        rows->n = number_shown(r, facts, chosen_by, sorted, n);
        rows->more = n - rows->n;
        for (uint32_t i = rows->n; i < n && chosen_by == key && key != SORT_BY_TOTAL; i++)
            rows->more_share += top_share(r, facts, key, sorted[i].symbol);
        for (uint32_t i = 0; i < rows->n && chosen_by != key; i++) {
            unsigned line;

            sorted[i].text = key == SORT_BY_NAME ? names_shown(r->names, sorted[i].symbol)
                                                 : names_file(r->names, sorted[i].symbol, &line);
        }
        qsort(sorted, rows->n, sizeof *sorted, by_text);
        for (uint32_t i = 0; i < rows->n; i++)
            rows->at[i] = sorted[i].symbol;
    }
    free(sorted);
    return rows->at != NULL;
}
