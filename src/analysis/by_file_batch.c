/* by_file_batch - the times of some files, until they are added to the spreads together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/by_file_batch.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 1 << 20, GROUP = 4 /* symbols */ };

bool by_file_batch_init(struct by_file_batch *b, uint32_t n_symbols, struct diag *d)
{
    uint32_t cap = CELLS_MAX / (n_symbols + 1);

    *b = (struct by_file_batch){.n_symbols = n_symbols};
    b->cap = cap < 1 ? 1 : cap < SPREAD_MANY ? cap : SPREAD_MANY;
    b->rows = mem_alloc(d, (size_t)b->cap * n_symbols, sizeof *b->rows);
    b->is_used = mem_alloc(d, (size_t)n_symbols / GROUP + 1, sizeof *b->is_used);
    return b->rows && b->is_used;
}

uint64_t by_file_batch_keep(struct by_file_batch *b, uint64_t unit, uint32_t place)
{
    const uint32_t *row = by_file_batch_row(b);
    uint64_t sum = 0;

    for (uint32_t s = 0; s < b->n_symbols; s += GROUP) {
        uint64_t part = 0;

        for (uint32_t i = s; i < s + GROUP && i < b->n_symbols; i++)
            part += row[i];
        b->is_used[s / GROUP] |= part > 0;
        sum += part;
    }
    b->units[b->n] = unit;
    b->places[b->n++] = place;
    return sum;
}

/* The times of a symbol that are not 0; returns how many they are. There is no branch on them, as
 * none could foresee them. */
static uint32_t gather(const struct by_file_batch *b, uint32_t symbol, uint64_t *numbers,
                       uint32_t *places)
{
    const uint32_t *cell = b->rows + symbol;
    uint32_t n = 0;

    for (uint32_t i = 0; i < b->n; i++, cell += b->n_symbols) {
        numbers[n] = *cell * b->units[i];
        places[n] = b->places[i];
        n += *cell > 0;
    }
    return n;
}

bool by_file_batch_flush(struct by_file_batch *b, struct file_spread *times, const bool *left_out,
                         struct spread_scratch *scratch, struct diag *d)
{
    uint64_t numbers[SPREAD_MANY];
    uint32_t places[SPREAD_MANY];
    bool ok = true;

    for (uint32_t s = 0; ok && b->n > 0 && s < b->n_symbols; s++) {
        uint32_t n = b->is_used[s / GROUP] ? gather(b, s, numbers, places) : 0;

        if (n > 0 && !left_out[s])
            ok = spread_add(&times[s], numbers, places, n, scratch, d);
    }
    memset(b->is_used, 0, ((size_t)b->n_symbols / GROUP + 1) * sizeof *b->is_used);
    memset(b->rows, 0, (size_t)b->n * b->n_symbols * sizeof *b->rows);
    b->n = 0;
    return ok;
}

void by_file_batch_release(struct by_file_batch *b)
{
    free(b->rows);
    free(b->is_used);
    *b = (struct by_file_batch){0};
}
