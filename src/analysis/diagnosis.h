/* diagnosis - says why a report comes out empty, all zero or doubtful, and what to do about it
 *
 * Role: looks at the raw data beside what the analysis made of it, after both are complete. Each
 * thing that is looked for is a row of the table in diagnosis.c and a function in checks/.
 * Output: warnings only; a report is the same with and without them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_DIAGNOSIS_H
#define ANALYSIS_DIAGNOSIS_H

#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "base/diag.h"
#include "image/core.h"
#include "profile/profile.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <stdbool.h>

/* Kinds of figures that a report can show, as bits. */
enum shown_figures {
    SHOWS_TIMES = 1 << 0, /* samples, or times made of them */
    SHOWS_CALLS = 1 << 1, /* calls, or executions */
    SHOWS_LINES = 1 << 2, /* source lines; any report does with --line */
    SHOWS_BLOCKS = 1 << 3 /* executions of basic blocks, with --line or without it */
};

/* What a run has at hand, and what its reports show. */
struct diagnosis {
    const struct image *image;
    const struct profile *profile;
    const struct symtab *symtab;
    const struct sym_lines *lines;  /* as far as they were needed */
    const struct hist_result *hist; /* all of it, filters or not */
    const struct call_graph *graph;
    const struct stack_frames *stacks; /* all of them; NULL: times are not measured */
    const char *data;                  /* the first data file, to name it */
    unsigned figures;                  /* shown_figures bits of all reports that were asked for */
    bool by_line;                      /* --line, without which no listing looks at basic blocks */
    bool drops_clones;                 /* local functions count only if they are named plainly */
    bool has_list;                     /* the functions are those of a list (-S), not the image's */
};

/* Warn of everything doubtful that concerns the figures shown. O(bins + functions). */
void diagnose(const struct diagnosis *at, struct diag *d);

#endif
