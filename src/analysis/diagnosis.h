/* diagnosis - warns if a report is empty, all zero or doubtful, and tells why
 *
 * Role: compares the raw data with ticks by function and calls between functions. run_warn (run.c)
 * calls the checks when both are known; cycles and times are not. That is once for a profile, for
 * each side of --compare, and once for all files of --by-file. Output: warnings only; a report is
 * the same with and without them. Cost: O(bins + functions + arcs).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_DIAGNOSIS_H
#define ANALYSIS_DIAGNOSIS_H

#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "image/core.h"
#include "symbols/sym_lines.h"

/* Kinds of figures that a report can show, as bits. */
enum shown_figures {
    SHOWS_TIMES = 1 << 0, /* samples, or times computed from samples */
    SHOWS_CALLS = 1 << 1, /* calls, or executions */
    SHOWS_LINES = 1 << 2, /* source lines; any report does with --line */
    SHOWS_BLOCKS = 1 << 3 /* executions of basic blocks, with --line or without it */
};

/* Data and results of a run, and the figures that its reports show. */
struct diagnosis {
    const struct image *image;
    const struct profile *profile;
    const struct symtab *symtab;
    const struct sym_lines *lines;  /* lines that were needed */
    const struct hist_result *hist; /* ticks by symbol, without filters. Symbols are functions and,
                                     * from n_code on, libraries; with --line the lines of a
                                     * function (is_line) follow it, and have its ticks */
    const struct call_graph *graph; /* nodes are functions (with --line, callers are lines) with
                                     * their calls and self_calls. Calls from outside all
                                     * functions, as of main, and arcs that -k, -q or -Q leave out,
                                     * are only in profile->arcs, by address */
    const struct stack_frames *stacks; /* all stacks; NULL: times are not measured */
    const char *data;                  /* path of the first data file, for messages */
    unsigned figures;                  /* shown_figures bits of all requested reports */
    bool by_line;                      /* --line is given; without it no listing uses basic
                                        * blocks */
    bool drops_clones;                 /* local functions count only if they have plain names */
    bool has_list;                     /* functions come from a list (-S), not from the image */
};

/* All checks, in the order of their warnings, ROW(NAME, figures): check_NAME is a function in
 * checks/. It is called if a report shows one of the figures; 0: always. If the data are as the
 * remark says, the function warns once, with the file and a remedy. Without data to look at, it
 * does nothing. */
#define CHECK_LIST(ROW)                                                                            \
    ROW(no_histogram, SHOWS_TIMES)      /* calls, but neither histogram nor call stacks */         \
    ROW(doubtful_samples, SHOWS_TIMES)  /* no sample, or too many outside all functions */         \
    ROW(profiling_time, SHOWS_TIMES)    /* over a tenth is the profiler's, and hides the order */  \
    ROW(unseen_time, SHOWS_TIMES)       /* libgmon tells that over 5 % have no sample */           \
    ROW(incomplete_stacks, SHOWS_TIMES) /* below 99 % of the call stacks are complete */           \
    ROW(missing_stacks, SHOWS_TIMES)    /* over 5 % have no call stack, nor a histogram */         \
    ROW(stacks_disagree, SHOWS_TIMES)   /* histogram and call stacks are of different runs */      \
    ROW(two_clocks, SHOWS_TIMES)        /* call stacks of both clocks */                           \
    ROW(other_stacks, SHOWS_TIMES)      /* call stacks of other programs, too */                   \
    ROW(clones, SHOWS_TIMES | SHOWS_CALLS)     /* 1 % is of functions that count for others */     \
    ROW(no_call_counts, SHOWS_CALLS)           /* samples, but no arcs */                          \
    ROW(lost_calls, SHOWS_TIMES | SHOWS_CALLS) /* threads, with glibc's runtime */                 \
    ROW(calls_outside, 0)                      /* calls from or to code in no function */          \
    ROW(other_build, 0)                        /* data of another build, by build ID or range */   \
    ROW(other_image, 0)                        /* calls that the code of the image cannot make */  \
    ROW(no_lines, SHOWS_LINES)                 /* no symbol has a line */                          \
    ROW(ignored_blocks, SHOWS_TIMES | SHOWS_CALLS) /* counts of blocks that no report looks at */

#define ROW(name, figures) void check_##name(const struct diagnosis *at, struct diag *d);
CHECK_LIST(ROW)
#undef ROW

#endif
