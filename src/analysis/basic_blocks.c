/* basic_blocks - executions of basic blocks by symbol
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/basic_blocks.h"

#include "base/mem.h"

#include <stdlib.h>

/* Place the elements of `from` by symbol, those of one symbol as they stand: a counting sort. */
static void sort_by_symbol(struct bb_result *result, const struct bb_count *from,
                           uint32_t n_symbols, struct diag *d)
{
    size_t *next = mem_alloc(d, (size_t)n_symbols + 1, sizeof *next);

    for (size_t i = 0; i < result->n; i++)
        next[from[i].symbol + 1]++;
    for (uint32_t s = 0; s < n_symbols; s++)
        next[s + 1] += next[s];
    for (size_t i = 0; i < result->n; i++)
        result->at[next[from[i].symbol]++] = from[i];
    free(next);
}

void bb_assign(struct bb_result *result, const struct profile *profile, const struct symtab *symtab,
               struct diag *d)
{
    size_t n = profile->blocks.n;
    struct bb_count *found = mem_alloc(d, n, sizeof *found);

    *result = (struct bb_result){.at = mem_alloc(d, n, sizeof *result->at)};
    for (size_t i = 0; i < n; i++) {
        uint64_t address = profile->blocks.keys[i].first;
        uint32_t symbol = sym_lookup(symtab, address);

        if (symbol != NO_SYMBOL)
            found[result->n++] = (struct bb_count){
                .address = address, .count = profile->block_counts[i], .symbol = symbol};
    }
    sort_by_symbol(result, found, symtab->n, d);
    free(found);
}

void bb_find_lines(struct bb_result *result, const struct line_rows *rows)
{
    for (size_t i = 0; i < result->n; i++) {
        const struct line_row *row = line_rows_at(rows, result->at[i].address);

        if (row && row->file) {
            result->at[i].file = row->file;
            result->at[i].line = row->line;
        }
    }
}

const struct bb_count *bb_of_symbol(const struct bb_result *result, uint32_t symbol, size_t *n)
{
    size_t low = 0, high = result->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (result->at[middle].symbol < symbol)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < result->n && result->at[low + *n].symbol == symbol; ++*n)
        ;
    return *n ? &result->at[low] : NULL;
}

void bb_result_release(struct bb_result *result)
{
    free(result->at);
    *result = (struct bb_result){0};
}
