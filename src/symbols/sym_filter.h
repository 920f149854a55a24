/* sym_filter - which functions each report includes and excludes
 *
 * Role: for each of the six tables that symbol specifications fill, the included and the excluded
 * functions, as bits by symbol number. An include table that names nothing includes everything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_FILTER_H
#define SYMBOLS_SYM_FILTER_H

#include "base/diag.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stdint.h>

enum sym_table {
    SYM_TABLE_FLAT,  /* flat profile: -p, -P */
    SYM_TABLE_GRAPH, /* call graph: -q, -Q */
    SYM_TABLE_TIME,  /* time propagation: -n, -N */
    SYM_TABLE_ARCS,  /* arcs left out: -k */
    SYM_TABLE_EXEC,  /* execution counts: -C, -Z */
    SYM_TABLE_ANNO,  /* annotated source: -A, -J */
    SYM_TABLES
};

struct sym_filter {
    uint16_t *bits;            /* by symbol: bit 2t included, bit 2t+1 excluded of table t; owned */
    bool includes[SYM_TABLES]; /* some symbol is included by name */
};

/* A filter that excludes the profiler's own functions (mcount and its like) from flat profile, call
 * graph and time propagation, and nothing else. Fails when memory is out. */
bool sym_filter_init(struct sym_filter *filter, const struct symtab *symtab, struct diag *d);

void sym_filter_release(struct sym_filter *filter);

static inline bool sym_included(const struct sym_filter *f, enum sym_table t, uint32_t symbol)
{
    return f->bits[symbol] >> (2 * t) & 1;
}

static inline bool sym_excluded(const struct sym_filter *f, enum sym_table t, uint32_t symbol)
{
    return f->bits[symbol] >> (2 * t + 1) & 1;
}

/* Whether the symbol belongs into the report: named, or nothing is named and it is not excluded. */
static inline bool sym_selected(const struct sym_filter *f, enum sym_table t, uint32_t symbol)
{
    return sym_included(f, t, symbol) || (!f->includes[t] && !sym_excluded(f, t, symbol));
}

#endif
