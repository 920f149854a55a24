/* line_sweep - merges stretches of lines and scopes of functions into rows
 *
 * Algorithm: stretches and scopes are sorted; a sweep over all their limits keeps the current
 * line and a stack of the open scopes, the innermost on top.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_sweep.h"

#include "base/arith.h"
#include "base/mem.h"

struct line_stretch {
    uint64_t address;
    const char *file; /* NULL: a table ends here */
    size_t table;     /* number of its line table; the first table that covers an address counts */
    size_t order;     /* position among all stretches; the last one of a table at an address
                       * counts */
    unsigned line;
};

struct line_scope {
    uint64_t low, high; /* first address, first address past it */
    const char *name;
    size_t order; /* position among all scopes; outer scopes come before inner ones */
};

void line_sweep_add_stretch(struct line_sweep *s, uint64_t address, const char *file, unsigned line,
                            struct diag *d)
{
    const struct line_stretch stretch = {address, file, s->table, s->n_stretches, line};

    *mem_push(d, s->stretches, s->n_stretches, s->stretches_cap) = stretch;
}

void line_sweep_add_scope(struct line_sweep *s, uint64_t low, uint64_t high, const char *name,
                          struct diag *d)
{
    const struct line_scope scope = {low, high, name, s->n_scopes};

    if (low < high && high > s->start && low < s->end)
        *mem_push(d, s->scopes, s->n_scopes, s->scopes_cap) = scope;
}

/* Compares by address. At one address ends of tables come first, and the stretch that counts comes
 * last. */
static int by_address(const void *left, const void *right)
{
    const struct line_stretch *l = left, *r = right;
    int order = compare_u64(l->address, r->address);

    if (!order)
        order = compare_u64(l->file != NULL, r->file != NULL);
    if (!order)
        order = compare_u64(r->table, l->table);
    return order ? order : compare_u64(l->order, r->order);
}

/* Compares by start, then the longer scope first: an outer scope comes before those inside. */
static int by_low(const void *left, const void *right)
{
    const struct line_scope *l = left, *r = right;
    int order = compare_u64(l->low, r->low);

    if (!order)
        order = compare_u64(r->high, l->high);
    return order ? order : compare_u64(l->order, r->order);
}

/* Sorts the stretches unless they are in order already: most images have units in the order of
 * their code. */
static void sort_stretches(struct line_sweep *s)
{
    for (size_t i = 1; i < s->n_stretches; i++) {
        if (by_address(&s->stretches[i - 1], &s->stretches[i]) > 0) {
            qsort(s->stretches, s->n_stretches, sizeof *s->stretches, by_address);
            return;
        }
    }
}

/* State of the sweep. */
struct sweep_state {
    const struct line_sweep *s;
    size_t next_stretch, next_scope;
    const struct line_stretch *line; /* current stretch; NULL: no table covers the code */
    size_t *open;                    /* numbers of the scopes that have begun, the innermost last */
    size_t n_open;
    struct line_symbol_walk symbols; /* walk over the symbols that name code outside all scopes */
    uint64_t function;               /* next address at which one of these three may change */
};

/* Returns the next address at which something other than the line changes, or UINT64_MAX. */
static uint64_t next_function(const struct sweep_state *t)
{
    const struct line_sweep *s = t->s;
    uint64_t at = line_symbol_walk_change(&t->symbols);

    if (t->next_scope < s->n_scopes && s->scopes[t->next_scope].low < at)
        at = s->scopes[t->next_scope].low;
    if (t->n_open > 0 && s->scopes[t->open[t->n_open - 1]].high < at)
        at = s->scopes[t->open[t->n_open - 1]].high;
    return at;
}

/* Returns the next address at which something changes, or UINT64_MAX. */
static uint64_t next_change(const struct sweep_state *t)
{
    const struct line_sweep *s = t->s;

    if (t->next_stretch < s->n_stretches && s->stretches[t->next_stretch].address < t->function)
        return s->stretches[t->next_stretch].address;
    return t->function;
}

/* Applies a stretch. A table hides the stretches of later tables in the code that it covers. */
static void apply_stretch(struct sweep_state *t, const struct line_stretch *next)
{
    if (t->line && t->line->table < next->table)
        return;
    if (next->file)
        t->line = next;
    else if (t->line && t->line->table == next->table)
        t->line = NULL;
}

static void apply_functions(struct sweep_state *t, uint64_t at)
{
    const struct line_sweep *s = t->s;

    line_symbol_walk_to(&t->symbols, at);
    while (t->n_open > 0 && s->scopes[t->open[t->n_open - 1]].high <= at)
        t->n_open--;
    while (t->next_scope < s->n_scopes && s->scopes[t->next_scope].low <= at) {
        if (s->scopes[t->next_scope].high > at)
            t->open[t->n_open++] = t->next_scope;
        t->next_scope++;
    }
}

void line_rows_add(struct line_rows *rows, const struct line_row *row, struct diag *d)
{
    struct line_row *last = rows->n ? &rows->at[rows->n - 1] : NULL;

    if (last && last->line == row->line && last->file == row->file &&
        (last->function == row->function ||
         (last->function && row->function && strcmp(last->function, row->function) == 0)))
        return;
    if (last && last->address == row->address) {
        *last = *row;
        return;
    }
    *mem_push(d, rows->at, rows->n, rows->cap) = *row;
}

void line_sweep_rows(struct line_sweep *s, struct line_rows *rows, struct diag *d)
{
    LOCAL size_t *open = mem_alloc(d, s->n_scopes, sizeof *open);
    struct sweep_state t = {.s = s, .open = open, .symbols.symbols = &s->symbols};
    const char *name = NULL;
    uint64_t at;

    sort_stretches(s);
    if (s->n_scopes)
        qsort(s->scopes, s->n_scopes, sizeof *s->scopes, by_low);
    t.function = next_function(&t);
    while ((at = next_change(&t)) < s->end) {
        struct line_row row = {.address = at > s->start ? at : s->start};

        while (t.next_stretch < s->n_stretches && s->stretches[t.next_stretch].address <= at)
            apply_stretch(&t, &s->stretches[t.next_stretch++]);
        /* most changes are of lines within a function, whose name stays */
        if (at >= t.function || t.n_open == 0) {
            apply_functions(&t, at);
            name = t.n_open > 0 ? s->scopes[t.open[t.n_open - 1]].name
                                : line_symbol_walk_name(&t.symbols, row.address);
            t.function = next_function(&t);
        }
        if (t.line && t.line->line) {
            row.file = t.line->file;
            row.line = t.line->line;
            row.function = name;
        }
        line_rows_add(rows, &row, d);
    }
}

void line_sweep_release(struct line_sweep *s)
{
    free(s->stretches);
    free(s->scopes);
    line_symbols_release(&s->symbols);
    *s = (struct line_sweep){0};
}
