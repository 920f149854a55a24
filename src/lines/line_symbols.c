/* line_symbols - names code that the debug information leaves nameless by symbols
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_symbols.h"

#include "base/mem.h"
#include "base/search.h"

/* Compares by address. At one address the symbol that counts comes first. */
static int by_address_and_size(const void *left, const void *right)
{
    const struct line_symbol *l = left, *r = right;
    int order = compare_u64(l->address, r->address);

    if (!order)
        order = compare_u64(r->end, l->end);
    return order ? order : compare_u64(l->order, r->order);
}

void line_symbols_init(struct line_symbols *t, const struct image *image, struct diag *d)
{
    size_t n = 0;

    t->n = 0;
    t->at = mem_alloc(d, image->n_symbols, sizeof *t->at);
    for (size_t i = 0; i < image->n_symbols; i++) {
        const struct image_symbol *from = &image->symbols[i];
        uint64_t size = from->size > 0 ? from->size : 1, left = UINT64_MAX - from->address;

        if (from->is_function || from->is_untyped || from->is_indirect)
            t->at[n++] = (struct line_symbol){
                .address = from->address,
                .end = from->address + (size < left ? size : left),
                .section_end = from->section_end,
                .name = from->name,
                .order = i,
            };
    }
    qsort(t->at, n, sizeof *t->at, by_address_and_size);
    for (size_t i = 0; i < n; i++)
        if (t->n == 0 || t->at[t->n - 1].address != t->at[i].address)
            t->at[t->n++] = t->at[i];
}

const struct line_symbol *line_symbols_at(const struct line_symbols *t, uint64_t address)
{
    const struct line_symbol *s = t->at;
    size_t n = count_up_to(s, t->n, sizeof *s, address);

    return n > 0 && s[n - 1].address == address ? &s[n - 1] : NULL;
}

uint64_t line_symbol_walk_change(const struct line_symbol_walk *w)
{
    const struct line_symbols *t = w->symbols;
    uint64_t at = w->next < t->n ? t->at[w->next].address : UINT64_MAX;

    if (w->current && w->current->end > w->reached && w->current->end < at)
        at = w->current->end;
    return at;
}

void line_symbol_walk_to(struct line_symbol_walk *w, uint64_t address)
{
    const struct line_symbols *t = w->symbols;

    w->reached = address;
    while (w->next < t->n && t->at[w->next].address <= address)
        w->latest = &t->at[w->next++];
}

const char *line_symbol_walk_name(struct line_symbol_walk *w, uint64_t address)
{
    const struct line_symbol *now = w->current;

    if (!now || address >= now->end || address >= now->section_end)
        now = w->current = w->latest;
    return now && address < now->section_end ? now->name : NULL;
}

void line_symbols_release(struct line_symbols *t)
{
    free(t->at);
    *t = (struct line_symbols){0};
}
