/* run - one program and its profile, from the files to the reports
 *
 * Role: the pipeline as code, one call a stage, and all objects that it makes: it owns each and
 * releases them in reverse order. Knows the options and hands each stage the few that it needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_H
#define RUN_H

#include "options.h"

#include "analysis/changes.h"
#include "base/diag.h"
#include "base/sink.h"
#include "base/trace.h"
#include "symbols/sym_files.h"
#include "symbols/sym_ids.h"
#include "view/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One program and its profile: what the stages need beside what reports show. */
struct run {
    struct diag *diag;             /* not owned */
    const struct run *whole;       /* of which it is one of several runs, or NULL; not owned */
    struct sink *out;              /* where the reports go; not owned */
    const struct options *options; /* not owned */
    unsigned reports;              /* of those asked for the ones there is data for */
    unsigned needs;                /* what they need, report_need bits */
    struct trace trace;            /* -d: diag points to it */
    struct ext_syms external;
    uint64_t text_start, text_end; /* in line mode, the addresses whose lines are symbols */
    struct sym_ids ids; /* the options' specifications, and what they name in other words */
    struct report report;
    /* --compare */
    const char **added; /* the data files that were added up, if some may be left out; owned */
    size_t n_added, added_cap;
    struct run_base *base; /* the profile that this one is compared with; owned; or NULL */
    struct changes_side before, after;
    size_t exceeded; /* how often limits of --fail-on are */
};

/* ---- for main, in this order; each is false after reporting ---- */

/* Returns false, with an error, if --compare has a program where the base is meant. */
bool run_check_bases(const struct run *r);

/* Read and analyse what the options ask for, and write a sum. Set diag, out and options; the rest
 * is zero-initialised. */
bool run_pipeline(struct run *r);

/* With --compare: read and analyse the base, and find what changed since. */
bool run_compare(struct run *r);

/* Print the reports. */
bool run_report(struct run *r);

/* Hold the changes against the limits of --fail-on. */
bool run_check_limits(struct run *r);

/* Whether data files were left out as broken, of the run or of its base. */
bool run_left_out(const struct run *r);

void run_compare_release(struct run *r);
void run_release(struct run *r);

/* ---- run.c: for run_compare.c and run_side.c ---- */

/* All that follows the reading of image and data files, as far as r->needs says. */
bool run_analyse(struct run *r);

/* The part of it that the data decide: image, profile, symbol table and lines are there. */
bool run_measure(struct run *r);

/* Get ready to show names. */
void run_load_names(struct run *r);

/* Whether times come from call stacks. */
bool run_is_measured(const struct run *r);

/* ---- run_side.c: for run_compare.c ---- */

/* The run, analysed, as one side of a comparison. False after reporting; release it in any case. */
bool run_make_side(struct run *r, struct changes_side *side);

/* ---- run_read.c: for run.c and run_compare.c ---- */

/* Returns false, with an error that tells why, if the first data file does not exist. */
bool run_find_data(const struct run *r);

/* Read the image, its symbols and its code. */
bool run_read_image(struct run *r);

/* Makes the symbol table one for reports that are not GNU gprof's, if it is not. */
bool run_make_exact(struct run *r);

/* Find the lines of symbols, and which functions the symbol specifications name. */
bool run_find_functions(struct run *r);

/* Find and add up the data files; with --sum write the sum. */
bool run_read_data(struct run *r);

#endif
