/* line_counts - how often the lines of each source file ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/line_counts.h"

#include "base/arith.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void line_counts_add(struct line_counts *c, const struct line_fact *fact, struct diag *d)
{
    c->facts = mem_grow(d, c->facts, &c->cap, c->n + 1, sizeof *c->facts);
    c->facts[c->n++] = *fact;
}

/* The basic blocks of symbol `s`; where it has none and is no function, that there is code. */
static void add_line(struct line_counts *c, const struct line_sources *from, uint32_t s,
                     struct line_fact fact, struct diag *d)
{
    size_t n;
    const struct bb_count *block = bb_of_symbol(from->blocks, s, &n);

    for (size_t i = 0; i < n; i++) {
        fact.kind = LINE_BLOCK;
        fact.rank = (uint64_t)(block + i - from->blocks->at);
        fact.count = block[i].count;
        line_counts_add(c, &fact, d);
    }
    if (n > 0 || from->symtab->symbols[s].is_function)
        return;
    fact.kind = LINE_CODE;
    line_counts_add(c, &fact, d);
}

void line_counts_gather(struct line_counts *c, const struct line_sources *from, struct diag *d)
{
    for (uint32_t s = 0; s < from->symtab->n; s++) {
        const struct symbol *symbol = &from->symtab->symbols[s];
        const struct image_line *where = &from->lines->at[s];
        bool selected = !from->filter || sym_selected(from->filter, SYM_TABLE_ANNO, s);
        bool has_calls = selected && symbol->is_function;
        const struct line_fact fact = {
            .path = where->file,
            .rank = symbol->address,
            .count = has_calls ? from->graph->nodes[s].calls : 0,
            .line = where->line,
            .order = symbol->seen,
            .kind = has_calls ? LINE_CALLS : LINE_SEEN,
        };

        if (!where->file)
            continue;
        if (has_calls || !selected)
            line_counts_add(c, &fact, d);
        if (selected)
            add_line(c, from, s, fact, d);
    }
}

/* Paths are often one text in memory; then they need not be read. */
static int compare_paths(const char *l, const char *r)
{
    return l == r ? 0 : strcmp(l, r);
}

/* By file; there what was only seen first, then by line, kind and address. */
static int by_line(const void *left, const void *right)
{
    const struct line_fact *l = left, *r = right;
    int order = compare_paths(l->path, r->path);

    if (order)
        return order;
    if ((l->kind == LINE_SEEN) != (r->kind == LINE_SEEN))
        return l->kind == LINE_SEEN ? -1 : 1;
    if (l->line != r->line)
        return l->line < r->line ? -1 : 1;
    if (l->kind != r->kind)
        return l->kind < r->kind ? -1 : 1;
    return l->rank < r->rank ? -1 : l->rank > r->rank;
}

/* The file seen last comes first. */
static int by_seen(const void *left, const void *right)
{
    const struct line_file *l = left, *r = right;

    if (l->seen != r->seen)
        return l->seen > r->seen ? -1 : 1;
    return strcmp(l->path, r->path);
}

static bool starts_file(const struct line_counts *c, size_t i)
{
    return i == 0 || compare_paths(c->facts[i - 1].path, c->facts[i].path) != 0;
}

static void take_fact(struct line_file *file, const struct line_fact *fact)
{
    if (fact->order < file->seen)
        file->seen = fact->order;
    if (fact->kind == LINE_SEEN)
        return;
    if (!file->fact)
        file->fact = fact;
    file->n_facts++;
    file->ran |= fact->count > 0;
}

void line_counts_finalize(struct line_counts *c, struct diag *d)
{
    size_t n_files = 0;

    if (c->n > 0)
        qsort(c->facts, c->n, sizeof *c->facts, by_line);
    for (size_t i = 0; i < c->n; i++)
        n_files += starts_file(c, i);
    c->files = mem_alloc(d, n_files, sizeof *c->files);
    for (size_t i = 0; i < c->n; i++) {
        if (starts_file(c, i))
            c->files[c->n_files++] =
                (struct line_file){.path = c->facts[i].path, .seen = c->facts[i].order};
        take_fact(&c->files[c->n_files - 1], &c->facts[i]);
    }
    qsort(c->files, c->n_files, sizeof *c->files, by_seen);
}

struct line_sum line_sum_at(const struct line_file *file, size_t first)
{
    struct line_sum sum = {.line = file->fact[first].line, .end = first};

    while (sum.end < file->n_facts && file->fact[sum.end].line == sum.line) {
        const struct line_fact *fact = &file->fact[sum.end++];

        if (fact->kind == LINE_CODE)
            continue;
        sum.has_counts = true;
        if (fact->kind == LINE_CALLS) {
            sum.has_calls = true;
            sum.calls = add_saturated(sum.calls, fact->count);
            sum.last = sum.calls;
        } else {
            sum.last = fact->count;
        }
        sum.executed = add_saturated(sum.executed, fact->count);
    }
    return sum;
}

void line_counts_release(struct line_counts *c)
{
    free(c->facts);
    free(c->files);
    *c = (struct line_counts){0};
}
