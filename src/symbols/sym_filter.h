/* sym_filter - tells which functions and arcs each report includes and excludes
 *
 * Role: applies the symbol specifications to the symbol table: for each report the included and
 * the excluded functions, as bits by symbol number, and the arcs to keep or to drop. A
 * specification that names nothing has no effect. If some functions are included by name, all
 * others are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_FILTER_H
#define SYMBOLS_SYM_FILTER_H

#include "symbols/sym_ids.h"

/* The symbols that one side of the specifications of arcs names. */
struct arc_ends {
    uint64_t *at; /* symbols << 32 | specifications, or groups of callees; ascending; owned */
    size_t n, cap;
};

struct sym_filter {
    const struct sym_ids *ids;
    uint16_t *bits;            /* bits by symbol: 2t: included in table t, 2t+1: excluded; owned */
    bool includes[SYM_TABLES]; /* something is included by name, by table */
    struct arc_ends callers, callees;
    uint32_t (*groups)[2]; /* groups of both sides, by specification (struct sym_matches); owned */
};

/* Resolves `ids`, which must outlive the filter. The profiler's own functions (mcount and its
 * variants) are also excluded, from flat profile, call graph and time propagation, and so are
 * clones, whose function has their time (symtab_owner). A specification
 * that names nothing is a warning, an error, or neither, as ids->unnamed says. `lines` must know
 * all symbols if ids->need_lines. Fails, after reporting, if there is an error. */
bool sym_filter_init(struct sym_filter *filter, const struct sym_ids *ids,
                     const struct symtab *symtab, const struct sym_lines *lines, struct diag *d);

void sym_filter_release(struct sym_filter *filter);

/* Returns true if the symbol is a profiling runtime's counting function, mcount or a variant: with
 * the names of all machines if the table is_exact, else with those that GNU gprof knows. The time
 * of these functions is the profiler's, not the program's. */
bool sym_is_profiler(const struct symtab *symtab, uint32_t symbol);

static inline bool sym_included(const struct sym_filter *f, enum sym_table t, uint32_t symbol)
{
    return f->bits[symbol] >> (2 * t) & 1;
}

static inline bool sym_excluded(const struct sym_filter *f, enum sym_table t, uint32_t symbol)
{
    return f->bits[symbol] >> (2 * t + 1) & 1;
}

/* Returns true if the symbol belongs in the report: it is included by name, or no symbol is and it
 * is not excluded. */
static inline bool sym_selected(const struct sym_filter *f, enum sym_table t, uint32_t symbol)
{
    return sym_included(f, t, symbol) || (!f->includes[t] && !sym_excluded(f, t, symbol));
}

/* Returns true if the symbol has a property that callers hand to callees; a caller has it if
 * `inherited` is true. Included symbols start the property, and excluded ones end it. */
static inline bool sym_inherits(const struct sym_filter *f, enum sym_table t, uint32_t symbol,
                                bool inherited)
{
    if (!inherited)
        return sym_selected(f, t, symbol);
    return sym_included(f, t, symbol) || !sym_excluded(f, t, symbol);
}

/* Returns true if the arc from `parent` to `child` counts. Among including specifications whose
 * callers begin with the same function, only the last one counts, as in GNU gprof; the same holds
 * for excluding ones. So a function is the caller in at most six of each kind. O(log(matches)). */
bool sym_arc_selected(const struct sym_filter *f, uint32_t parent, uint32_t child);

/* Returns true if some arcs may not count. */
static inline bool sym_cuts_arcs(const struct sym_filter *f)
{
    return f->callers.n > 0 || f->includes[SYM_TABLE_ARCS];
}

#endif
