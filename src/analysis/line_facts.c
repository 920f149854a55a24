/* line_facts - finds the times, calls and executions of source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/line_facts.h"

#include "analysis/hist.h"
#include "base/radix.h"
#include "base/search.h"
#include "base/words.h"
#include "symbols/clones.h"

/* ---- times ----------------------------------------------------------------------------------- */

/* A share is a function's part of the ticks of a bin, or of a stack's leaf. Each share is divided
 * by bytes among the rows that it overlaps. Most shares are of the same line as the share before,
 * so little is left to sort. */

/* Ticks of a line, not yet added up. */
struct piece {
    struct line_time time;
    size_t order; /* number of pieces before, since sums of doubles depend on the order */
    uint32_t symbol;
};

struct gatherer {
    const struct line_times_source *from;
    struct diag *diag;
    struct piece *pieces; /* owned */
    size_t n, cap;
};

static void add_piece(struct gatherer *g, uint32_t symbol, const struct line_time *at)
{
    struct piece *last = g->n > 0 ? &g->pieces[g->n - 1] : NULL;
    struct line_time time = *at;

    if (!(time.ticks > 0))
        return;
    time.line = time.file ? time.line : 0;
    if (!g->from->by_address)
        time.address = NO_ADDRESS;
    if (last && last->symbol == symbol && last->time.line == time.line &&
        last->time.file == time.file && last->time.address == time.address) {
        last->time.ticks += time.ticks;
        return;
    }
    last = mem_push(g->diag, g->pieces, g->n, g->cap);
    *last = (struct piece){time, g->n, symbol};
}

const char *line_row_inlined(const struct line_row *row, const struct symbol *into)
{
    const char *name = row->function;
    size_t same = 0;

    if (!name)
        return NULL;
    while (name[same] && name[same] == into->name[same])
        same++;
    if (name[same])
        return name;
    return !into->name[same] || clone_source_length(into->name) == same ? NULL : name;
}

/* Divides ticks of [low, high), which is not empty, among the lines of the function. */
static void divide(struct gatherer *g, uint32_t symbol, uint64_t low, uint64_t high, double ticks)
{
    const struct line_rows *rows = g->from->rows;
    double bytes = (double)(high - low);
    size_t next = 0; /* number of the first row above `low` */

    if (g->from->by_line) {
        const struct image_line *own = &g->from->by_line->at[symbol];

        add_piece(g, symbol, &(struct line_time){own->file, NULL, own->line, ticks, low});
        return;
    }
    next = count_up_to(rows->at, rows->n, sizeof *rows->at, low);
    for (; low < high; next++) {
        uint64_t end =
            next < rows->n && rows->at[next].address < high ? rows->at[next].address : high;
        struct line_time time = {.ticks = ticks * ((double)(end - low) / bytes), .address = low};

        if (next > 0) {
            time.file = rows->at[next - 1].file;
            time.line = rows->at[next - 1].line;
            time.inlined = line_row_inlined(&rows->at[next - 1], &g->from->symtab->symbols[symbol]);
        }
        add_piece(g, symbol, &time);
        low = end;
    }
}

/* Adds a share, whose limits may be rounded down to units of two bytes; a function may begin or end
 * at an odd address. */
static bool take_share(void *context, uint32_t symbol, uint64_t low, uint64_t high, double ticks)
{
    struct gatherer *g = context;
    const struct symbol *s = &g->from->symtab->symbols[symbol];
    uint64_t end = add_saturated(s->address, s->size);

    symbol = symtab_owner(g->from->symtab, symbol);
    if (!sym_selected(g->from->filter, SYM_TABLE_FLAT, symbol))
        return true;
    low = low < s->address ? s->address : low;
    high = high > end ? end : high;
    if (low < high)
        divide(g, symbol, low, high, ticks);
    else
        divide(g, symbol, s->address, s->address + 1, ticks);
    return true;
}

static void gather(struct gatherer *g)
{
    const struct stack_frames *listed = g->from->listed;
    uint32_t unnamed = g->from->symtab->unnamed;
    struct hist_result hist = {0};

    if (!listed)
        hist_assign_samples(&hist, g->from->profile, g->from->symtab, take_share, g, g->diag);
    if (unnamed && sym_selected(g->from->filter, SYM_TABLE_FLAT, unnamed))
        add_piece(g, unnamed, &(struct line_time){.ticks = hist.unnamed});
    for (size_t i = 0; listed && i < listed->n_leaves; i++) {
        const struct stack_leaf *leaf = &listed->leaves[i];

        if (leaf->function < g->from->symtab->n_code)
            divide(g, leaf->function, leaf->address, leaf->address + 1, leaf->ticks);
        else
            add_piece(g, leaf->function, &(struct line_time){.ticks = leaf->ticks});
    }
}

static int by_line(const void *left, const void *right)
{
    const struct piece *l = left, *r = right;
    int order = compare_u64(l->symbol, r->symbol);

    order = order ? order : compare_texts(l->time.file, r->time.file);
    order = order ? order : compare_u64(l->time.line, r->time.line);
    order = order ? order : compare_u64(l->time.address, r->time.address);
    return order ? order : compare_u64(l->order, r->order);
}

void line_times_init(struct line_times *t, const struct line_times_source *from, struct diag *d)
{
    struct gatherer g = {.from = from, .diag = d};
    uint32_t symbol = 0, n = from->symtab->n;

    gather(&g);
    if (g.n > 0)
        qsort(g.pieces, g.n, sizeof *g.pieces, by_line);
    *t = (struct line_times){.at = mem_alloc(d, g.n, sizeof *t->at),
                             .first = mem_alloc(d, (size_t)n + 1, sizeof *t->first)};
    for (size_t i = 0; i < g.n; i++) {
        const struct piece *p = &g.pieces[i];

        while (symbol < p->symbol)
            t->first[++symbol] = t->n;
        if (i > 0 && p[-1].symbol == p->symbol && p[-1].time.line == p->time.line &&
            p[-1].time.address == p->time.address &&
            compare_texts(p[-1].time.file, p->time.file) == 0)
            t->at[t->n - 1].ticks += p->time.ticks;
        else
            t->at[t->n++] = p->time;
    }
    while (symbol < n)
        t->first[++symbol] = t->n;
    free(g.pieces);
}

void line_times_release(struct line_times *t)
{
    free(t->at);
    free(t->first);
    *t = (struct line_times){0};
}

/* ---- calls ----------------------------------------------------------------------------------- */

void call_sites_init(struct call_sites *c, const struct call_graph *graph,
                     const struct profile *profile, const struct line_rows *rows, struct diag *d)
{
    const struct pair_map *arcs = &profile->arcs;
    uint32_t n_arcs = graph->n_counted, begin = 0;
    LOCAL uint32_t *order = mem_alloc(d, arcs->n, sizeof *order);

    *c = (struct call_sites){.at = mem_alloc(d, arcs->n, sizeof *c->at),
                             .first = mem_alloc(d, (size_t)n_arcs + 1, sizeof *c->first)};
    radix_group(order, c->first, n_arcs, graph->site_arcs, arcs->n, sizeof *order, false);
    for (uint32_t i = 0; i < c->first[n_arcs]; i++)
        c->at[i] = (struct call_site){.address = arcs->keys[order[i]].first,
                                      .count = profile->arc_counts[order[i]]};
    for (uint32_t a = 0; a < n_arcs; a++) {
        uint32_t end = c->first[a + 1];

        c->first[a] = (uint32_t)c->n;
        if (end - begin > 1) /* few arcs have several sites */
            sort_u64(c->at + begin, end - begin, sizeof *c->at);
        for (; begin < end; begin++) {
            struct call_site *site = &c->at[begin];
            const struct line_row *row;

            /* one site may call a function at several addresses */
            if (c->n > c->first[a] && c->at[c->n - 1].address == site->address) {
                c->at[c->n - 1].count = add_saturated(c->at[c->n - 1].count, site->count);
                continue;
            }
            /* The byte in front of the return address is the call's. On machines with a delay slot,
             * the byte belongs to the instruction behind the call, which is of the same line. */
            row = line_rows_at(rows, site->address > 0 ? site->address - 1 : 0);
            if (row) {
                site->file = row->file;
                site->line = row->line;
                site->inlined =
                    line_row_inlined(row, &graph->symtab->symbols[graph->arcs[a].parent]);
            }
            c->at[c->n++] = *site;
        }
    }
    c->first[n_arcs] = (uint32_t)c->n;
}

void call_sites_release(struct call_sites *c)
{
    free(c->at);
    free(c->first);
    *c = (struct call_sites){0};
}

/* ---- executions ------------------------------------------------------------------------------ */

void bb_assign(struct bb_result *result, const struct profile *profile, const struct symtab *symtab,
               const struct line_rows *rows, struct diag *d)
{
    const struct pair_map *blocks = &profile->blocks;
    LOCAL uint32_t *symbols = mem_alloc(d, blocks->n, sizeof *symbols);
    LOCAL uint32_t *order = mem_alloc(d, blocks->n, sizeof *order);

    *result =
        (struct bb_result){.at = mem_alloc(d, blocks->n, sizeof *result->at),
                           .first = mem_alloc(d, (size_t)symtab->n + 1, sizeof *result->first)};
    for (size_t i = 0; i < blocks->n; i++)
        symbols[i] = sym_lookup(symtab, blocks->keys[i].first);
    radix_group(order, result->first, symtab->n, symbols, blocks->n, sizeof *symbols, false);
    result->n = result->first[symtab->n];
    for (size_t i = 0; i < result->n; i++) {
        uint64_t address = blocks->keys[order[i]].first;
        const struct line_row *row = line_rows_at(rows, address);

        result->at[i] = (struct bb_count){.address = address,
                                          .count = profile->block_counts[order[i]],
                                          .symbol = symbols[order[i]],
                                          .file = row ? row->file : NULL,
                                          .line = row ? row->line : 0};
    }
}

void bb_result_release(struct bb_result *result)
{
    free(result->at);
    free(result->first);
    *result = (struct bb_result){0};
}
