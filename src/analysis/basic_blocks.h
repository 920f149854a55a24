/* basic_blocks - executions of basic blocks by symbol
 *
 * Input: the profile's block counts by address, the symbol table (of lines, in line mode).
 * Output: the counts of each symbol, in the order in which the data files name them first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_BASIC_BLOCKS_H
#define ANALYSIS_BASIC_BLOCKS_H

#include "base/diag.h"
#include "lines/line_rows.h"
#include "profile/profile.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bb_count {
    uint64_t address; /* where the block begins */
    uint64_t count;   /* executions */
    const char *file; /* of its first line, as recorded; NULL: not known, or not asked for */
    uint32_t symbol;  /* number of the symbol that holds it */
    unsigned line;    /* 0 where the file is not known */
};

struct bb_result {
    struct bb_count *at; /* by symbol, then in the order of the data; owned */
    size_t n;
};

/* Give each block to the symbol that holds it; blocks outside all symbols are left out.
 * O(blocks log(symbols) + symbols). */
void bb_assign(struct bb_result *result, const struct profile *profile, const struct symtab *symtab,
               struct diag *d);

/* Find the source line at which each block begins. `rows`, which must outlive the result, are of
 * all code, or empty. O(blocks log(rows)). */
void bb_find_lines(struct bb_result *result, const struct line_rows *rows);

/* The blocks of a symbol: `*n` of them; NULL when it has none. O(log blocks). */
const struct bb_count *bb_of_symbol(const struct bb_result *result, uint32_t symbol, size_t *n);

void bb_result_release(struct bb_result *result);

#endif
