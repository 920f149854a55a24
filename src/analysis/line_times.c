/* line_times - the time of each function by its source lines
 *
 * A share is what a function has of a bin, or of a stack's leaf. It is divided among the rows that
 * it overlaps by bytes. Shares of one histogram ascend, so the rows are walked beside them, and
 * most shares are of the same line as the one before: what is left to sort is little.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/line_times.h"

#include "analysis/hist.h"
#include "base/mem.h"
#include "base/search.h"

#include <stdlib.h>
#include <string.h>

/* Ticks of a line, not yet added up. */
struct piece {
    struct line_time time;
    size_t order; /* in which pieces came: sums of doubles depend on it */
    uint32_t symbol;
};

struct gatherer {
    const struct line_times_source *from;
    struct diag *diag;
    struct piece *pieces; /* owned */
    size_t n, cap;
    size_t row; /* number of the row that was asked for last */
};

static bool same_file(const char *l, const char *r)
{
    return l == r || (l && r && strcmp(l, r) == 0);
}

static void add_piece(struct gatherer *g, uint32_t symbol, const char *file, unsigned line,
                      double ticks)
{
    struct piece *last = g->n > 0 ? &g->pieces[g->n - 1] : NULL;

    if (!(ticks > 0))
        return;
    if (last && last->symbol == symbol && last->time.line == line && last->time.file == file) {
        last->time.ticks += ticks;
        return;
    }
    g->pieces = mem_grow(g->diag, g->pieces, &g->cap, g->n + 1, sizeof *g->pieces);
    g->pieces[g->n] = (struct piece){{file, line, ticks}, g->n, symbol};
    g->n++;
}

/* ---- where an address is ---- */

/* Find the row that covers `address`; from there on it is `g->row`. NULL, with that number 0, where
 * all rows are above. O(1) where the address is in the same row as the last one, or the next. */
static const struct line_row *find_row(struct gatherer *g, uint64_t address)
{
    const struct line_rows *rows = g->from->rows;
    size_t at = g->row;

    if (rows->n == 0 || address < rows->at[0].address) {
        g->row = 0;
        return NULL;
    }
    if (address >= rows->at[at].address && at + 1 < rows->n && address >= rows->at[at + 1].address)
        at++;
    if (address < rows->at[at].address || (at + 1 < rows->n && address >= rows->at[at + 1].address))
        at = count_up_to(&rows->at->address, rows->n, sizeof *rows->at, address) - 1;
    g->row = at;
    return &rows->at[at];
}

/* Where `row`, the last one found, or the code in front of all rows, ends. */
static uint64_t end_of_row(const struct gatherer *g, const struct line_row *row)
{
    const struct line_rows *rows = g->from->rows;
    size_t next = row ? g->row + 1 : 0;

    return next < rows->n ? rows->at[next].address : UINT64_MAX;
}

/* In line mode, the line that the symbol is. */
static void add_symbol(struct gatherer *g, uint32_t symbol, double ticks)
{
    const struct image_line *line = &g->from->by_line->at[symbol];

    add_piece(g, symbol, line->file, line->file ? line->line : 0, ticks);
}

/* Divide ticks of [low, high), which is not empty, among the rows. */
static void divide(struct gatherer *g, uint32_t symbol, uint64_t low, uint64_t high, double ticks)
{
    double bytes = (double)(high - low);

    while (low < high) {
        const struct line_row *row = find_row(g, low);
        uint64_t end = end_of_row(g, row);

        if (end > high)
            end = high;
        add_piece(g, symbol, row ? row->file : NULL, row && row->file ? row->line : 0,
                  ticks * ((double)(end - low) / bytes));
        low = end;
    }
}

/* ---- shares ---- */

/* A share counts in units of two bytes, but a function may begin or end at an odd address. */
static void take_share(void *context, uint32_t symbol, uint64_t low, uint64_t high, double ticks)
{
    struct gatherer *g = context;
    const struct symbol *s = &g->from->symtab->symbols[symbol];
    uint64_t end = s->size > UINT64_MAX - s->address ? UINT64_MAX : s->address + s->size;

    symbol = symtab_owner(g->from->symtab, symbol);
    if (!sym_selected(g->from->filter, SYM_TABLE_FLAT, symbol))
        return;
    if (g->from->by_line) {
        add_symbol(g, symbol, ticks);
        return;
    }
    low = low < s->address ? s->address : low;
    high = high > end ? end : high;
    if (low >= high) {
        low = s->address;
        high = low + 1;
    }
    divide(g, symbol, low, high, ticks);
}

static void take_leaf(struct gatherer *g, const struct stack_leaf *leaf)
{
    if (leaf->function >= g->from->symtab->n_code)
        add_piece(g, leaf->function, NULL, 0, leaf->ticks);
    else if (g->from->by_line)
        add_symbol(g, leaf->function, leaf->ticks);
    else
        divide(g, leaf->function, leaf->address, leaf->address + 1, leaf->ticks);
}

static void gather(struct gatherer *g)
{
    const struct hist_visitor visitor = {take_share, g};
    const struct stack_frames *listed = g->from->listed;

    if (!listed)
        hist_visit_shares(g->from->profile, g->from->symtab, &visitor);
    for (size_t i = 0; listed && i < listed->n_leaves; i++)
        take_leaf(g, &listed->leaves[i]);
}

/* ---- sums ---- */

static int by_line(const void *left, const void *right)
{
    const struct piece *l = left, *r = right;
    int order;

    if (l->symbol != r->symbol)
        return l->symbol < r->symbol ? -1 : 1;
    if (l->time.file != r->time.file) {
        if (!l->time.file || !r->time.file)
            return l->time.file ? 1 : -1;
        order = strcmp(l->time.file, r->time.file);
        if (order)
            return order;
    }
    if (l->time.line != r->time.line)
        return l->time.line < r->time.line ? -1 : 1;
    return l->order < r->order ? -1 : l->order > r->order;
}

static void add_up(struct line_times *t, const struct gatherer *g, struct diag *d)
{
    uint32_t symbol = 0, n = g->from->symtab->n;

    t->at = mem_alloc(d, g->n, sizeof *t->at);
    t->first = mem_alloc(d, (size_t)n + 1, sizeof *t->first);
    for (size_t i = 0; i < g->n; i++) {
        const struct piece *p = &g->pieces[i];
        bool same = i > 0 && p[-1].symbol == p->symbol && p[-1].time.line == p->time.line &&
                    same_file(p[-1].time.file, p->time.file);

        while (symbol < p->symbol)
            t->first[++symbol] = t->n;
        if (same)
            t->at[t->n - 1].ticks += p->time.ticks;
        else
            t->at[t->n++] = p->time;
    }
    while (symbol < n)
        t->first[++symbol] = t->n;
}

void line_times_init(struct line_times *t, const struct line_times_source *from, struct diag *d)
{
    struct gatherer g = {.from = from, .diag = d};

    *t = (struct line_times){0};
    gather(&g);
    if (g.n > 0)
        qsort(g.pieces, g.n, sizeof *g.pieces, by_line);
    add_up(t, &g, d);
    free(g.pieces);
}

void line_times_release(struct line_times *t)
{
    free(t->at);
    free(t->first);
    *t = (struct line_times){0};
}
