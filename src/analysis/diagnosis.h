/* diagnosis - says why a report comes out empty, all zero or doubtful
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
    const struct sym_lines *lines;  /* those that were needed */
    const struct hist_result *hist; /* all of it, filters or not */
    const struct call_graph *graph;
    const struct stack_frames *stacks; /* all of them; NULL: times are not measured */
    const char *data;                  /* the first data file, to name it */
    unsigned figures;                  /* shown_figures bits of all reports that were asked for */
    bool by_line;                      /* --line, without which no listing looks at basic blocks */
    bool drops_clones;                 /* local functions count only if they are named plainly */
    bool has_list;                     /* the functions are those of a list (-S), not the image's */
};

/* Warns of everything doubtful that concerns the figures shown. O(bins + functions). */
void diagnose(const struct diagnosis *at, struct diag *d);

/* ---- what diagnose() looks for, in checks/ ---- */

/* A check warns at most once, naming the file that it is about and what to do. The table in
 * diagnosis.c says for which figures it is called; one that is called with nothing to look at (no
 * histogram, no arcs) says nothing. */
typedef void diagnosis_check(const struct diagnosis *at, struct diag *d);

/* Returns true if the symbol may be a hook, which functions call to be counted. */
bool check_is_hook(const char *name);

/* Returns true if the symbol starts profiling in a program that is linked with -pg. */
bool check_is_start(const char *name);

/* Returns true if there is a direct call in the code, or one of a hook that the image defines.
 * `quiet`: takes the reason if the code cannot be read. O(code). */
bool check_has_call(const struct diagnosis *at, bool of_hook, struct diag *quiet);

/* Times: there are calls, but neither histogram nor call stacks. */
diagnosis_check check_no_histogram;

/* Times: no sample was taken, or too many of them lie outside all functions. O(bins + functions).
 */
diagnosis_check check_doubtful_samples;

/* Times: more than a tenth is the profiler's own, and without it functions may stand in another
 * order. O(functions + arcs + frames). */
diagnosis_check check_profiling_time;

/* Times: more than a twentieth was seen by no sample, as libgmon says. O(functions). */
diagnosis_check check_unseen_time;

/* Times: less than 99 % of the call stacks are complete; of elapsed time, guessed ones are good
 * enough. O(1). */
diagnosis_check check_incomplete_stacks;

/* Times: there is no histogram, and for more than a twentieth no call stack. O(1). */
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
 * O(symbols) where the data are glibc's. */
diagnosis_check check_lost_calls;

/* Any figures: calls from or to code that belongs to no function. */
diagnosis_check check_calls_outside;

/* Any figures: the data name another build of the program than the image. */
diagnosis_check check_other_build;

/* Any figures, unless the build is known: calls from where the image has none, or to where it
 * counts none. O(1) look-ups and O(arcs); more only where something is wrong. */
diagnosis_check check_other_image;

/* Lines: no symbol has one. O(symbols). */
diagnosis_check check_no_lines;

/* Times or calls: counts of basic blocks that no report looks at. */
diagnosis_check check_ignored_blocks;

/* Returns false, with an error that tells why, if `name`, a data file of the image, does not exist.
 * Not called by diagnose(), but before the data files are read. */
bool check_data_exists(const char *name, const struct image *image, struct diag *d);

/* ---- what build-ids say of image and data, for several checks ---- */

enum build_evidence {
    BUILD_UNKNOWN, /* the image has no build-id, or some data file names none */
    BUILD_AGREES,  /* the image wrote all of the data */
    BUILD_DIFFERS  /* another build wrote some of it, which check_other_build says */
};

enum build_evidence build_evidence(const struct diagnosis *at);

#endif
