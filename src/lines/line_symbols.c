/* line_symbols - the symbols that name code which the debug information leaves nameless
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_symbols.h"

#include "base/mem.h"
#include "base/search.h"

#include <stdlib.h>
#include <string.h>

/* By address, name and order, as line_symbols_set_size looks for them. */
static int by_address_and_name(const void *left, const void *right)
{
    const struct line_symbol *l = left, *r = right;
    int names;

    if (l->address != r->address)
        return l->address < r->address ? -1 : 1;
    names = strcmp(l->name, r->name);
    if (names != 0)
        return names;
    return l->order < r->order ? -1 : l->order > r->order;
}

static bool are_alike(const struct line_symbol *l, const struct line_symbol *r)
{
    return l->address == r->address && strcmp(l->name, r->name) == 0;
}

/* By address; of one address first the one that counts. */
static int by_address_and_size(const void *left, const void *right)
{
    const struct line_symbol *l = left, *r = right;

    if (l->address != r->address)
        return l->address < r->address ? -1 : 1;
    if (l->end != r->end)
        return l->end > r->end ? -1 : 1;
    return l->order < r->order ? -1 : l->order > r->order;
}

void line_symbols_init(struct line_symbols *t, const struct image *image, struct diag *d)
{
    t->n = 0;
    t->at = mem_alloc(d, image->n_symbols, sizeof *t->at);
    for (size_t i = 0; i < image->n_symbols; i++) {
        const struct image_symbol *from = &image->symbols[i];

        if (from->is_function || from->is_untyped || from->is_indirect)
            t->at[t->n++] = (struct line_symbol){
                .address = from->address,
                .end = from->address < UINT64_MAX ? from->address + 1 : UINT64_MAX,
                .section_end = from->section_end,
                .name = from->name,
                .order = i,
                .is_function = !from->is_untyped,
            };
    }
    if (t->n)
        qsort(t->at, t->n, sizeof *t->at, by_address_and_name);
}

/* The first symbol of that address and name, which stands for all of them, or NULL. */
static struct line_symbol *find_name(const struct line_symbols *t, const char *name,
                                     uint64_t address)
{
    const struct line_symbol key = {.address = address, .name = name};
    size_t low = 0, high = t->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (by_address_and_name(&t->at[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->n && are_alike(&t->at[low], &key) ? &t->at[low] : NULL;
}

void line_symbols_set_size(struct line_symbols *t, const char *name, uint64_t address,
                           uint64_t size)
{
    uint64_t end = size <= UINT64_MAX - address ? address + size : UINT64_MAX;
    struct line_symbol *s = find_name(t, name, address);

    if (s && s->end < end)
        s->end = end;
}

void line_symbols_hide(struct line_symbols *t, const char *name, uint64_t address)
{
    struct line_symbol *s = find_name(t, name, address);

    if (s && !s->is_function)
        s->is_left_out = true;
}

/* One symbol of each address and name, but for those that name no code. */
static void drop_namesakes(struct line_symbols *t)
{
    struct line_symbol last = {.name = NULL};
    size_t kept = 0;

    for (size_t i = 0; i < t->n; i++) {
        bool again = last.name && are_alike(&last, &t->at[i]);

        last = t->at[i];
        if (!again && !last.is_left_out)
            t->at[kept++] = last;
    }
    t->n = kept;
}

void line_symbols_finish(struct line_symbols *t)
{
    size_t kept = 0;

    drop_namesakes(t);
    if (t->n)
        qsort(t->at, t->n, sizeof *t->at, by_address_and_size);
    for (size_t i = 0; i < t->n; i++)
        if (kept == 0 || t->at[kept - 1].address != t->at[i].address)
            t->at[kept++] = t->at[i];
    t->n = kept;
}

const char *line_symbols_at(const struct line_symbols *t, uint64_t address)
{
    const struct line_symbol *s = t->at;
    size_t n = t->n ? count_up_to(&s->address, t->n, sizeof *s, address) : 0;

    return n > 0 && s[n - 1].address == address ? s[n - 1].name : NULL;
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
