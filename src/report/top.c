/* top - prints one screen of the functions that take the time (--top)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/arith.h"
#include "base/mem.h"
#include "base/terminal.h"
#include "report/top_heading.h"
#include "report/top_table.h"

#include <math.h>

/* ---- what the data hold ---- */

/* Adds the ticks of a function to the part that they count for, or to those of its library. The
 * program's own functions count for none. */
static void add_part(struct top_parts *parts, double *by_library, const struct symtab *symtab,
                     uint32_t symbol, double ticks)
{
    const char *name = symtab->symbols[symbol].name;
    uint32_t library = symtab_library(symtab, symbol);

    if (sym_is_profiler(symtab, symbol))
        return;
    if (strcmp(name, "<unseen>") == 0)
        parts->unseen += ticks;
    else if (strcmp(name, "<external>") == 0)
        parts->libraries += ticks;
    else if (symbol < symtab->n_code)
        return;
    else if (strcmp(name, "<unknown>") == 0 || strcmp(name, "<anonymous>") == 0)
        parts->outside += ticks;
    else
        by_library[library == NO_SYMBOL ? symbol : library] += ticks;
}

/* Names the libraries with most time, and adds up that of the others. */
static void name_libraries(struct top_parts *parts, double *by_library, const struct symtab *symtab)
{
    for (size_t i = 0; i < MOST_NAMED_PARTS && symtab->n > symtab->n_code; i++) {
        uint32_t most = symtab->n_code;

        for (uint32_t s = most + 1; s < symtab->n; s++)
            if (by_library[s] > by_library[most])
                most = s;
        parts->named[i].library = most;
        parts->named[i].ticks = by_library[most];
        by_library[most] = 0;
    }
    for (uint32_t s = symtab->n_code; s < symtab->n; s++)
        parts->libraries += by_library[s];
}

static struct top_parts find_parts(const struct report *r, bool measured, struct diag *d)
{
    const struct symtab *symtab = &r->program.symtab;
    const struct stack_frames *f = &r->facts.stacks;
    struct top_parts parts = {.all = all_ticks(r),
                              .profiler = r->facts.profiling_total,
                              .unseen = measured ? f->missing : 0,
                              .outside = measured ? 0 : r->facts.hist.outside};
    LOCAL double *by_library = mem_alloc(d, symtab->n, sizeof *by_library);

    for (uint32_t i = GSTACK_ENDS; measured && i < f->n; i++)
        add_part(&parts, by_library, symtab, f->at[i].function, f->at[i].own.ticks);
    for (uint32_t s = 0; !measured && s < symtab->n; s++)
        add_part(&parts, by_library, symtab, s, r->facts.hist.ticks[s]);
    name_libraries(&parts, by_library, symtab);
    return parts;
}

static struct top_page make_page(const struct report *r, struct diag *d)
{
    const struct figures *f = &r->figures;
    bool measured = report_is_measured(r) && r->facts.stacks.n > 0;
    struct top_page page = {.r = r,
                            .columns = r->style.columns ? r->style.columns : DEFAULT_COLUMNS,
                            .parts = find_parts(r, measured, d),
                            .has_times = f->total > 0,
                            .has_arcs = r->facts.graph.n_arcs > 0,
                            .is_measured = measured};

    page.samples =
        measured ? r->facts.stacks.all.signals : (uint64_t)llrint(fmin(page.parts.all, 0x1p62));
    for (uint32_t s = 0; s < r->program.symtab.n; s++)
        if (f->functions[s].is_listed)
            page.calls = add_saturated(page.calls, cg_all_calls(&r->facts.graph.nodes[s]));
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
    order = order ? order : compare_u64(r->figure, l->figure);
    order = order ? order : compare_u64(r->second, l->second);
    return order ? order : compare_u64(l->symbol, r->symbol);
}

/* Returns the sort row of a function. */
static struct sort_row row_of(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct figure *at = &p->r->figures.functions[symbol];
    uint64_t calls = cg_all_calls(&p->r->facts.graph.nodes[symbol]);

    switch (key) {
    case SORT_BY_CALLS:
        return (struct sort_row){NULL, calls, at->self, symbol};
    case SORT_BY_TOTAL:
        return (struct sort_row){NULL, at->inclusive, at->self, symbol};
    default:
        return (struct sort_row){NULL, self_middle(p->r, symbol), calls, symbol};
    }
}

static struct top_rows choose_rows(const struct top_page *p, enum sort_key key, struct diag *d)
{
    const struct report *r = p->r;
    bool by_text = key == SORT_BY_NAME || key == SORT_BY_SOURCE;
    enum sort_key chosen_by = !by_text ? key : p->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
    LOCAL struct sort_row *at = mem_alloc(d, r->program.symtab.n, sizeof *at);
    struct top_rows rows = {.key = key, .chosen_by = chosen_by};
    uint32_t n = 0;

    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        const struct figure *f = &r->figures.functions[s];
        struct sort_row row = row_of(p, chosen_by, s);
        bool is_in = key == SORT_BY_TOTAL ? f->in_graph : f->in_flat;
        bool is_used = row.figure > 0 || (chosen_by != key && row.second > 0);

        if (f->is_listed && is_in && (is_used || r->style.show_unused))
            at[n++] = row;
    }
    qsort(at, n, sizeof *at, in_order);
    rows.n = r->style.top_rows > 0 && r->style.top_rows < n ? r->style.top_rows : n;
    while (rows.n > 0 && r->style.min_percent > 0 &&
           100 * top_share(p, chosen_by, at[rows.n - 1].symbol) < r->style.min_percent)
        rows.n--;
    rows.more = n - rows.n;
    for (uint32_t i = rows.n; i < n && chosen_by == key && key != SORT_BY_TOTAL; i++)
        rows.more_share += top_share(p, key, at[i].symbol);
    for (uint32_t i = 0; i < rows.n && chosen_by != key; i++) {
        unsigned line;

        at[i].text = key == SORT_BY_NAME ? names_shown(&r->program.names, at[i].symbol)
                                         : names_file(&r->program.names, at[i].symbol, &line);
    }
    qsort(at, rows.n, sizeof *at, in_order);
    rows.at = mem_alloc(d, rows.n, sizeof *rows.at);
    rows.is_open = mem_alloc(d, r->program.symtab.n, sizeof *rows.is_open);
    for (uint32_t i = 0; i < rows.n; i++)
        rows.at[i] = at[i].symbol;
    if (key == SORT_BY_SELF)
        self_mark_open_ranks(r, rows.is_open, rows.at, rows.n);
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
    return true;
}
