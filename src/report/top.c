/* top - prints one screen of the functions that take the time (--top)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the data hold ---- */

/* Adds the ticks of a function to the part that they count for. The program's own functions count
 * for none. */
static void add_part(struct top_parts *parts, const struct symtab *symtab, uint32_t symbol,
                     double ticks)
{
    const char *name = symtab->symbols[symbol].name;
    bool is_code = symbol < symtab->n_code;

    if (sym_is_profiler(symtab, symbol))
        parts->profiler += ticks;
    else if (strcmp(name, "<unseen>") == 0)
        parts->unseen += ticks;
    else if (!is_code && (strcmp(name, "<unknown>") == 0 || strcmp(name, "<anonymous>") == 0))
        parts->outside += ticks;
    else if (!is_code || strcmp(name, "<external>") == 0)
        parts->libraries += ticks;
}

static struct top_parts find_parts(const struct report *r, bool measured)
{
    const struct stack_frames *f = &r->stacks;
    struct top_parts parts = {.all = r->hist.total, .outside = r->hist.outside};

    if (measured)
        parts = (struct top_parts){.all = f->all.ticks + f->missing, .unseen = f->missing};
    for (uint32_t i = GSTACK_ENDS; measured && i < f->n; i++)
        add_part(&parts, &r->symtab, f->at[i].function, f->at[i].own.ticks);
    for (uint32_t s = 0; !measured && s < r->symtab.n; s++)
        add_part(&parts, &r->symtab, s, r->hist.ticks[s]);
    return parts;
}

/* Returns the samples of self times by symbol, to be freed; those of a library include its
 * functions. Returns NULL if times are not measured. */
static struct stack_sum *sum_libraries(const struct report *r, struct diag *d)
{
    const struct symtab *symtab = &r->symtab;
    struct stack_sum *self;

    if (r->figures.origin != CG_MEASURED || !r->view.stacks.self)
        return NULL;
    self = mem_alloc(d, symtab->n, sizeof *self);
    memcpy(self, r->view.stacks.self, symtab->n * sizeof *self);
    for (uint32_t s = symtab->n_code; s < symtab->n; s++)
        if (symtab_library(symtab, s) != NO_SYMBOL)
            stack_sum_add(&self[symtab_library(symtab, s)], &self[s]);
    return self;
}

static struct top_page make_page(const struct report *r, struct diag *d)
{
    const struct figures *f = &r->figures;
    bool measured = f->origin == CG_MEASURED && r->stacks.n > 0;
    struct top_page page = {.r = r,
                            .figures = figures_with_libraries(f, &r->symtab, d),
                            .self = sum_libraries(r, d),
                            .columns = r->style.columns ? r->style.columns : DEFAULT_COLUMNS,
                            .parts = find_parts(r, measured),
                            .has_times = f->total > 0,
                            .has_arcs = r->graph.n_arcs > 0,
                            .is_measured = measured};

    for (uint32_t s = 0; s < r->symtab.n; s++)
        if (f->functions[s].is_shown)
            page.calls = add_saturated(page.calls, top_calls(r, s));
    page.has_inclusive = page.has_times && page.has_arcs;
    return page;
}

/* ---- which functions ---- */

struct sort_row {
    const char *text;        /* first key: text in the order of its bytes; NULL comes last */
    uint64_t figure, second; /* next keys; the greater figure comes first */
    uint32_t symbol;         /* last key: number, which ascends with addresses */
};

static int in_order(const void *left, const void *right)
{
    const struct sort_row *l = left, *r = right;
    int order = (r->text != NULL) - (l->text != NULL);

    if (l->text && r->text)
        order = strcmp(l->text, r->text);
    if (order)
        return order;
    if (l->figure != r->figure)
        return l->figure > r->figure ? -1 : 1;
    if (l->second != r->second)
        return l->second > r->second ? -1 : 1;
    return l->symbol < r->symbol ? -1 : l->symbol > r->symbol;
}

/* Returns the sort row of a function. */
static struct sort_row row_of(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct figure *at = &p->figures[symbol];
    uint64_t calls = top_calls(p->r, symbol);
    uint64_t high = top_self_is_open(p, symbol) ? at->self_high : at->self;

    switch (key) {
    case SORT_BY_CALLS:
        return (struct sort_row){NULL, calls, at->self, symbol};
    case SORT_BY_TOTAL:
        return (struct sort_row){NULL, at->inclusive, at->self, symbol};
    default: /* twice the middle of the possible range */
        return (struct sort_row){NULL, add_saturated(at->self, high), calls, symbol};
    }
}

/* Marks those of `n` rows that might change places with another row, since profiling makes the self
 * time of one of them uncertain. */
static void mark_open_ranks(const struct top_page *p, bool *is_open_rank, const uint32_t *rows,
                            uint32_t n)
{
    uint64_t high = 0, open_high = 0, low = UINT64_MAX, open_low = UINT64_MAX;

    for (uint32_t i = n; i-- > 0;) { /* compares with rows below */
        const struct figure *at = &p->figures[rows[i]];
        bool is_open = top_self_is_open(p, rows[i]);

        is_open_rank[rows[i]] = at->self < (is_open ? high : open_high);
        high = at->self_high > high ? at->self_high : high;
        open_high = is_open && at->self_high > open_high ? at->self_high : open_high;
    }
    for (uint32_t i = 0; i < n; i++) { /* compares with rows above */
        const struct figure *at = &p->figures[rows[i]];
        bool is_open = top_self_is_open(p, rows[i]);

        is_open_rank[rows[i]] |= at->self_high > (is_open ? low : open_low);
        low = at->self < low ? at->self : low;
        open_low = is_open && at->self < open_low ? at->self : open_low;
    }
}

/* Moves the functions of each library behind the library; other rows keep their order. Ranks are
 * counted among these, or within the library. `at` has all rows in their order. */
static void group_rows(const struct top_page *p, struct top_rows *rows, const struct sort_row *at,
                       struct diag *d)
{
    const struct symtab *symtab = &p->r->symtab;
    uint32_t *group = mem_alloc(d, rows->n, sizeof *group);
    bool *has_row = mem_alloc(d, symtab->n, sizeof *has_row);
    uint32_t n_groups = 0, n = 0;

    for (uint32_t i = 0; i < rows->n; i++)
        has_row[at[i].symbol] = true;
    for (uint32_t i = 0; i < rows->n; i++) {
        uint32_t library = symtab_library(symtab, at[i].symbol);

        if (library == NO_SYMBOL || !has_row[library])
            group[n_groups++] = at[i].symbol;
    }
    if (rows->key == SORT_BY_SELF)
        mark_open_ranks(p, rows->is_open, group, n_groups);
    for (uint32_t g = 0; g < n_groups; g++) {
        uint32_t first = n + 1;

        rows->at[n++] = group[g];
        for (uint32_t i = 0; i < rows->n && group[g] >= symtab->n_code; i++)
            if (symtab_library(symtab, at[i].symbol) == group[g])
                rows->at[n++] = at[i].symbol;
        if (rows->key == SORT_BY_SELF)
            mark_open_ranks(p, rows->is_open, rows->at + first, n - first);
    }
    free(group);
    free(has_row);
}

static struct top_rows choose_rows(const struct top_page *p, enum sort_key key, struct diag *d)
{
    const struct report *r = p->r;
    bool by_text = key == SORT_BY_NAME || key == SORT_BY_FILE;
    enum sort_key chosen_by = !by_text ? key : p->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
    struct sort_row *at = mem_alloc(d, r->symtab.n, sizeof *at);
    struct top_rows rows = {.key = key, .chosen_by = chosen_by};
    uint32_t n = 0;

    for (uint32_t s = 0; s < r->symtab.n; s++) {
        const struct figure *f = &p->figures[s];
        struct sort_row row = row_of(p, chosen_by, s);
        bool is_in = key == SORT_BY_TOTAL ? f->in_graph : f->in_flat;
        bool is_used = row.figure > 0 || (chosen_by != key && row.second > 0);

        if (f->is_shown && is_in && (is_used || r->style.show_unused))
            at[n++] = row;
    }
    if (n > 0)
        qsort(at, n, sizeof *at, in_order);
    rows.n = r->style.top_rows > 0 && r->style.top_rows < n ? r->style.top_rows : n;
    while (rows.n > 0 && r->style.min_percent > 0 &&
           100 * top_share(p, chosen_by, at[rows.n - 1].symbol) < r->style.min_percent)
        rows.n--;
    rows.more = n - rows.n;
    for (uint32_t i = rows.n; i < n && chosen_by == key && key != SORT_BY_TOTAL; i++)
        if (symtab_library(&r->symtab, at[i].symbol) == NO_SYMBOL) /* the symbol's time is not part
                                                                    * of a library's */
            rows.more_share += top_share(p, key, at[i].symbol);
    for (uint32_t i = 0; i < rows.n && chosen_by != key; i++) {
        unsigned line;

        at[i].text = key == SORT_BY_NAME ? names_shown(&r->names, at[i].symbol)
                                         : names_file(&r->names, at[i].symbol, &line);
    }
    if (rows.n > 0)
        qsort(at, rows.n, sizeof *at, in_order);
    rows.at = mem_alloc(d, rows.n, sizeof *rows.at);
    rows.is_open = mem_alloc(d, r->symtab.n, sizeof *rows.is_open);
    group_rows(p, &rows, at, d);
    free(at);
    return rows;
}

/* Finds the keys of the tables that have data. Returns their number. */
static size_t choose_tables(const struct top_page *p, enum sort_key keys[MOST_TOP_TABLES])
{
    enum sort_key key = p->r->style.sort;
    bool lacks = (key == SORT_BY_SELF && !p->has_times) ||
                 (key == SORT_BY_TOTAL && !p->has_inclusive) ||
                 (key == SORT_BY_CALLS && p->calls == 0);

    if (!p->has_times && p->calls == 0)
        return 0;
    if (key == SORT_BY_REPORT || lacks)
        keys[0] = p->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
    else
        keys[0] = key;
    keys[1] = SORT_BY_TOTAL;
    return key == SORT_BY_REPORT && p->has_inclusive ? 2 : 1;
}

bool top_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct top_page page = make_page(r, d);
    struct top_rows rows[MOST_TOP_TABLES] = {0};
    enum sort_key keys[MOST_TOP_TABLES];
    size_t n = choose_tables(&page, keys);

    for (size_t i = 0; i < n; i++)
        rows[i] = choose_rows(&page, keys[i], d);
    top_heading(&page, rows, n, out, d);
    top_tables_print(&page, rows, n, out, d);
    top_next(&page, rows[0].n > 0 ? rows[0].at[0] : NO_SYMBOL, out, d);
    for (size_t i = 0; i < n; i++) {
        free(rows[i].at);
        free(rows[i].is_open);
    }
    free(page.figures);
    free(page.self);
    return true;
}
