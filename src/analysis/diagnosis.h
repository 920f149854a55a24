/* diagnosis - warns if a report is empty, all zero or doubtful, and tells why
 *
 * Role: compares the raw data with the results of the analysis, after both are complete. Each check
 * is a row of the table in diagnosis.c and a function in checks/. Output: warnings only; a report
 * is the same with and without them.
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
    const struct hist_result *hist; /* result without filters */
    const struct call_graph *graph;
    const struct stack_frames *stacks; /* all stacks; NULL: times are not measured */
    const char *data;                  /* path of the first data file, for messages */
    unsigned figures;                  /* shown_figures bits of all requested reports */
    bool by_line;                      /* --line is given; without it no listing uses basic
                                        * blocks */
    bool drops_clones;                 /* local functions count only if they have plain names */
    bool has_list;                     /* functions come from a list (-S), not from the image */
};

/* Warns of everything doubtful that concerns the figures shown. O(bins + functions). */
void diagnose(const struct diagnosis *at, struct diag *d);

/* ---- checks of diagnose(), in checks/ ---- */

/* Warns at most once, with the file and a remedy. The table in diagnosis.c has the figures for
 * which a check is called. A check without data to look at (no histogram, no arcs) does nothing.
 * Below, each check has the figures and the condition of its warning. */
typedef void diagnosis_check(const struct diagnosis *at, struct diag *d);

/* Returns true if the symbol may be a hook, which functions call to be counted. */
bool check_is_hook(const char *name);

/* Returns true if the symbol starts profiling in a program that is linked with -pg. */
bool check_is_start(const char *name);

/* Returns true if the code has a direct call, or, if `of_hook`, a call of a hook that the image
 * defines. If the code cannot be read, `quiet` gets the reason. O(code). */
bool check_has_call(const struct diagnosis *at, bool of_hook, struct diag *quiet);

/* Times: there are calls, but neither histogram nor call stacks. */
diagnosis_check check_no_histogram;

/* Times: there is no sample, or too many samples are outside all functions. O(bins + functions). */
diagnosis_check check_doubtful_samples;

/* Times: more than a tenth is the profiler's own, and without that time functions may have another
 * order. O(functions + arcs + frames). */
diagnosis_check check_profiling_time;

/* Times: libgmon reports that more than a twentieth has no sample. O(functions). */
diagnosis_check check_unseen_time;

/* Times: less than 99 % of the call stacks are complete; for elapsed time, guessed stacks count as
 * complete. O(1). */
diagnosis_check check_incomplete_stacks;

/* Times: there is no histogram, and more than a twentieth of the time has no call stack. O(1). */
diagnosis_check check_missing_stacks;

/* Times: histogram and call stacks cannot be of the same runs. O(frames). */
diagnosis_check check_stacks_disagree;

/* Times: there are call stacks of both clocks. O(1). */
diagnosis_check check_two_clocks;

/* Times: some call stacks are of other programs. O(modules). */
diagnosis_check check_other_stacks;

/* Times or calls: at least a hundredth is in functions that classic listings charge to the symbol
 * in front of them. O(bins + arcs + symbols). */
diagnosis_check check_clones;

/* Calls: there are samples but no arcs. */
diagnosis_check check_no_call_counts;

/* Times or calls: glibc's runtime counted the calls of a program that starts threads. O(arcs), and
 * O(symbols) if the data are glibc's. */
diagnosis_check check_lost_calls;

/* Any figures: calls from or to code that belongs to no function. */
diagnosis_check check_calls_outside;

/* Any figures: the data name another build of the program than the image. */
diagnosis_check check_other_build;

/* Any figures, unless the build is known: calls from places without a call in the image, or to
 * functions that count none. O(1) look-ups and O(arcs); more only if something is wrong. */
diagnosis_check check_other_image;

/* Lines: no symbol has one. O(symbols). */
diagnosis_check check_no_lines;

/* Times or calls: counts of basic blocks that no report looks at. */
diagnosis_check check_ignored_blocks;

/* Returns false, after reporting the probable reason, if `name`, a data file of the image, does not
 * exist. Called before the data files are read, not by diagnose(). */
bool check_data_exists(const char *name, const struct image *image, struct diag *d);

/* ---- build IDs of image and data, for several checks ---- */

enum build_evidence {
    BUILD_UNKNOWN, /* the image or some data file has no build ID */
    BUILD_AGREES,  /* the image wrote all of the data */
    BUILD_DIFFERS  /* another build wrote some of the data, which check_other_build reports */
};

enum build_evidence build_evidence(const struct diagnosis *at);

#endif
