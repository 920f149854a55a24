/* by_file_batch - the times of some files, until they are added to the spreads together
 *
 * Role: in thousands of files there are millions of times of functions. Added one by one, nearly
 * each of them would wait for memory; so a watcher keeps the times of some files, a row each, and
 * goes over the functions, adding all files' times of each at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_BY_FILE_BATCH_H
#define ANALYSIS_BY_FILE_BATCH_H

#include "analysis/bin_shares.h"
#include "analysis/spread.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct by_file_batch {
    uint32_t *rows; /* of each file, by symbol number; zero behind the last one; owned */
    uint32_t n_symbols;
    bool *is_used;                /* by group of symbols: do they have time in some row? owned */
    uint32_t n, cap;              /* rows */
    uint64_t units[SPREAD_MANY];  /* nanoseconds of what a row counts */
    uint32_t places[SPREAD_MANY]; /* of the files */
};

/* Make room for rows of that many symbols. False after reporting that memory is out. */
bool by_file_batch_init(struct by_file_batch *b, uint32_t n_symbols, struct diag *d);

/* The row of the next file, all zero; it is one more of the batch if by_file_batch_keep is called,
 * and must be zero again else. There must be room, see by_file_batch_is_full. */
static inline uint32_t *by_file_batch_row(struct by_file_batch *b)
{
    return b->rows + (size_t)b->n * b->n_symbols;
}

/* Returns the sum of the row. */
uint64_t by_file_batch_keep(struct by_file_batch *b, uint64_t unit, uint32_t place);

static inline bool by_file_batch_is_full(const struct by_file_batch *b)
{
    return b->n == b->cap;
}

/* Add all rows to the spreads, but for the symbols that are `left_out`, and empty the batch. False
 * after reporting that memory is out. */
bool by_file_batch_flush(struct by_file_batch *b, struct file_spread *times, const bool *left_out,
                         struct spread_scratch *scratch, struct diag *d);

void by_file_batch_release(struct by_file_batch *b);

#endif
