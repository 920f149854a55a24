/* line_facts - finds the times, calls and executions of source lines
 *
 * Role: the same facts that the analysis has of functions and arcs, by source line, for the exports
 * and for the listings of --line. Times: what hist.h and the stacks tell of functions is divided
 * among their lines. Calls: the arcs of the call graph add up the profile's arcs by function, and
 * here they stand by the address that the call returns to. Executions: the counts of basic blocks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_LINE_FACTS_H
#define ANALYSIS_LINE_FACTS_H

#include "analysis/call_graph.h"
#include "analysis/stack_frames.h"
#include "base/diag.h"
#include "lines/line_rows.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <stddef.h>
#include <stdint.h>

/* ---- times ---- */

struct line_time {
    const char *file;    /* as recorded; NULL: not known; of the rows or lines it was made from */
    const char *inlined; /* of line_row_inlined, for the first code of the line */
    unsigned line;       /* 0 if the file is not known */
    double ticks;        /* above 0 */
};

/* The lines of a function add up to its ticks: those of the histogram, or, if times are measured,
 * those of the stacks whose leaf it is; functions that the flat profile leaves out have none. Time
 * of a function that was inlined belongs to the function around it, as everywhere, but to its own
 * file and line. A line whose ticks are too few for a writer's unit is still here: divide with
 * figures_spread. In line mode a symbol is a line, and has at most one entry. Code of libraries has
 * no lines. */
struct line_times {
    struct line_time *at; /* by symbol, then file (NULL first, then as strcmp tells), then line; all
                             of them different; owned */
    size_t n;
    size_t *first; /* by symbol number: those of s are from first[s] up to first[s + 1]; owned */
};

/* All of it must outlive the result, except profile and stacks. */
struct line_times_source {
    const struct symtab *symtab;
    const struct sym_filter *filter;
    const struct profile *profile;
    const struct stack_frames *listed; /* NULL, or: made with STACKS_LISTED, used instead of the
                                          histograms */
    const struct line_rows *rows;      /* of all code; empty if lines are not known */
    const struct sym_lines *by_line;   /* line mode: the lines that the symbols are; else NULL */
};

/* Divides the times. O(bins + functions + n log(n)) for n pairs of a function and a row that a bin
 * with ticks overlaps. */
void line_times_init(struct line_times *t, const struct line_times_source *from, struct diag *d);

/* Returns the linker's name of the function that was inlined into a symbol at a row of its code;
 * NULL if the code is the symbol's own, or if that is not known. */
const char *line_row_inlined(const struct line_row *row, const struct symbol *into);

void line_times_release(struct line_times *t);

/* ---- calls ---- */

struct call_site {
    uint64_t address;    /* where the call returns to, as in the data */
    uint64_t count;      /* calls; 0 is possible */
    const char *file;    /* of the call itself; as recorded; NULL: not known; of the rows */
    const char *inlined; /* of line_row_inlined, for the call */
    unsigned line;       /* 0 if the file is not known */
};

struct call_sites {
    struct call_site *at; /* by arc number, then by address; of one arc all different, and they add
                             up to its count; owned */
    size_t n;
    uint32_t *first; /* by arc: those of arc a are from first[a] up to first[a + 1], for the
                        n_counted arcs of the graph; an arc that only the code tells of (-c) has
                        none; owned */
};

/* Finds the sites. `graph` is made of `profile`; `rows`, which must outlive the sites, are of all
 * code, or empty. O((call sites) log(rows)). */
void call_sites_init(struct call_sites *c, const struct call_graph *graph,
                     const struct profile *profile, const struct line_rows *rows, struct diag *d);

void call_sites_release(struct call_sites *c);

/* ---- executions ---- */

struct bb_count {
    uint64_t address; /* where the block begins */
    uint64_t count;   /* executions */
    const char *file; /* of its first line, as recorded; NULL: not known */
    uint32_t symbol;  /* number of the symbol that holds it */
    unsigned line;    /* 0 if the file is not known */
};

/* Zero-initialised: no blocks. */
struct bb_result {
    struct bb_count *at; /* by symbol, then in the order in which the data files name them; owned */
    size_t n;
    uint32_t *first; /* by symbol number: those of s are from first[s] up to first[s + 1]; owned */
};

/* Gives each block to the symbol that holds it; blocks outside all symbols are left out. `rows`,
 * which must outlive the result, may be empty. O(blocks log(symbols + rows) + symbols). */
void bb_assign(struct bb_result *result, const struct profile *profile, const struct symtab *symtab,
               const struct line_rows *rows, struct diag *d);

/* Returns the blocks of a symbol, `*n` of them; NULL if it has none. */
static inline const struct bb_count *bb_of_symbol(const struct bb_result *result, uint32_t symbol,
                                                  size_t *n)
{
    *n = result->n > 0 ? result->first[symbol + 1] - result->first[symbol] : 0;
    return *n > 0 ? &result->at[result->first[symbol]] : NULL;
}

void bb_result_release(struct bb_result *result);

#endif
