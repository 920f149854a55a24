/* line_times - the time of each function by its source lines
 *
 * Role: divides what hist.h and the stacks tell of functions among their lines. Time of a function
 * that was inlined belongs to the function around it, as everywhere, but to its own file and line.
 *
 * A function's lines add up to its ticks: those of the histogram, or, where times are measured,
 * those of the stacks whose leaf it is; functions that the flat profile leaves out have none. A
 * line whose ticks are too few for a writer's unit is still here: divide with figures_spread.
 *
 * In line mode a symbol is a line, and has at most one entry. Code of libraries has no lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_LINE_TIMES_H
#define ANALYSIS_LINE_TIMES_H

#include "analysis/stack_frames.h"
#include "base/diag.h"
#include "lines/line_rows.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_time {
    const char *file; /* as recorded; NULL: not known; of the rows or lines it was made from */
    unsigned line;    /* 0 where the file is not known */
    double ticks;     /* above 0 */
};

struct line_times {
    struct line_time *at; /* by symbol, then file (NULL first, then as strcmp tells), then line; all
                             of them different; owned */
    size_t n;
    size_t *first; /* by symbol number: those of s are from first[s] up to first[s + 1]; owned */
};

/* All of it must outlive the result, but for profile and stacks. */
struct line_times_source {
    const struct symtab *symtab;
    const struct sym_filter *filter;
    const struct profile *profile;
    const struct stack_frames
        *listed;                     /* NULL, or: made with STACKS_LISTED, in place of histograms */
    const struct line_rows *rows;    /* of all code; empty where lines are not known */
    const struct sym_lines *by_line; /* line mode: the lines that the symbols are; else NULL */
};

/* O(bins + functions + n log(n)) for n pairs of a function and a row that a bin with ticks
 * overlaps. */
void line_times_init(struct line_times *t, const struct line_times_source *from, struct diag *d);

void line_times_release(struct line_times *t);

#endif
