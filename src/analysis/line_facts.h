/* line_facts - finds the times, calls and executions of source lines
 *
 * Role: has the analysis' facts about functions and arcs by source line, for the exports and for
 * the listings of --line. Times: ticks of functions (hist.h, stacks) are divided among their lines.
 * Calls: the profile's arcs, which the call graph adds up by function, are kept by return address.
 * Executions: counts of basic blocks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_LINE_FACTS_H
#define ANALYSIS_LINE_FACTS_H

#include "analysis/call_graph.h"
#include "analysis/stack_frames.h"
#include "lines/line_rows.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

/* ---- times ---- */

/* Address of code that is not told apart by addresses. */
#define NO_ADDRESS UINT64_MAX

struct line_time {
    const char *file;    /* path as recorded; NULL: not known; owned by the rows or lines of the
                          * source */
    const char *inlined; /* result of line_row_inlined for the first code of the line */
    unsigned line;       /* 0 if the file is not known */
    double ticks;        /* ticks of the line, above 0 */
    uint64_t address;    /* first address of the code with these ticks, or NO_ADDRESS */
};

/* Times of lines. The lines of a function add up to its ticks: those of the histogram, or, if times
 * are measured, those of stacks with the function as leaf. Functions that the flat profile leaves
 * out have no lines. Time of inlined code belongs to the function around it, but to the file and
 * line of the inlined function. A line may have too few ticks for a writer's unit, so writers
 * divide with figures_spread. In line mode a symbol is a line, and has at most one entry. Code of
 * libraries has no lines.
 *
 * By address, a line has an entry for each stretch of code in a bin, or in a stack's leaf. */
struct line_times {
    struct line_time *at; /* times by symbol, then file (NULL first, then in the order of strcmp),
                           * then line; all different; owned */
    size_t n;
    size_t *first; /* by symbol number: those of s are from first[s] up to first[s + 1]; owned */
};

/* Input of line_times_init. All but profile and stacks must outlive the result. */
struct line_times_source {
    const struct symtab *symtab;
    const struct sym_filter *filter;
    const struct profile *profile;
    const struct stack_frames *listed; /* frames made with STACKS_LISTED, used instead of the
                                        * histograms; or NULL */
    const struct line_rows *rows;      /* rows of all code; empty if lines are not known */
    const struct sym_lines *by_line;   /* lines of the symbols in line mode; else NULL */
    bool by_address;                   /* entries are by address */
};

/* Divides the times. O(bins + functions + n log(n)) for n pairs of a function and a row that a bin
 * with ticks overlaps. */
void line_times_init(struct line_times *t, const struct line_times_source *from, struct diag *d);

/* Returns the linker's name of the function that is inlined into a symbol at a row of its code.
 * Returns NULL if the code is the symbol's own, or if no inlined function is known. */
const char *line_row_inlined(const struct line_row *row, const struct symbol *into);

void line_times_release(struct line_times *t);

/* ---- calls ---- */

struct call_site {
    uint64_t address;    /* return address of the call, as in the data */
    uint64_t count;      /* calls; 0 is possible */
    const char *file;    /* path of the call's line, as recorded; NULL: not known; owned by the
                          * rows */
    const char *inlined; /* result of line_row_inlined for the call */
    unsigned line;       /* 0 if the file is not known */
};

struct call_sites {
    struct call_site *at; /* sites by arc number, then by address; those of one arc are different,
                           * and add up to its count; owned */
    size_t n;
    uint32_t *first; /* index by arc: sites of arc a are from first[a] up to first[a + 1], for the
                      * n_counted arcs of the graph; an arc known from the code alone (-c) has none;
                      * owned */
};

/* Finds the sites. `graph` must be made from `profile`. `rows`, which must outlive the sites, are
 * those of all code, or empty. O((call sites) log(rows)). */
void call_sites_init(struct call_sites *c, const struct call_graph *graph,
                     const struct profile *profile, const struct line_rows *rows, struct diag *d);

void call_sites_release(struct call_sites *c);

/* ---- executions ---- */

struct bb_count {
    uint64_t address; /* first address of the block */
    uint64_t count;   /* executions */
    const char *file; /* path of its first line, as recorded; NULL: not known */
    uint32_t symbol;  /* number of the symbol that holds it */
    unsigned line;    /* 0 if the file is not known */
};

/* Basic blocks by symbol; zero-initialised: no blocks. */
struct bb_result {
    struct bb_count *at; /* blocks by symbol, then in the order of the data files; owned */
    size_t n;
    uint32_t *first; /* by symbol number: those of s are from first[s] up to first[s + 1]; owned */
};

/* Gives each block to the symbol that holds it; blocks outside all symbols are left out. `rows`,
 * which must outlive the result, may be empty. O(blocks log(symbols + rows) + symbols). */
void bb_assign(struct bb_result *result, const struct profile *profile, const struct symtab *symtab,
               const struct line_rows *rows, struct diag *d);

/* Returns the blocks of a symbol and sets `*n` to their number. Returns NULL if there are none. */
static inline const struct bb_count *bb_of_symbol(const struct bb_result *result, uint32_t symbol,
                                                  size_t *n)
{
    *n = result->n > 0 ? result->first[symbol + 1] - result->first[symbol] : 0;
    return *n > 0 ? &result->at[result->first[symbol]] : NULL;
}

void bb_result_release(struct bb_result *result);

#endif
