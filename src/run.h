/* run - makes the results that reports show, from a program and its data files
 *
 * Role: the pipeline, one call a stage. A run owns all objects that its stages make. The program of
 * the command line, the base of --compare and each single run of a side are all runs, with
 * different inputs. A run knows the options, and hands each stage the few that it needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_H
#define RUN_H

#include "options.h"

#include "analysis/changes.h"
#include "analysis/changes_file.h"
#include "base/diag.h"
#include "base/sink.h"
#include "base/trace.h"
#include "view/report.h"

#include <stdbool.h>
#include <stddef.h>

/* A run; zero-initialised but for the first members, up to `diag`. */
struct run {
    const struct options *options; /* not owned */
    const struct run_input *input; /* files to read; &options->input: those that the user named */
    const struct run *whole; /* run whose image and code are shared, as this run reads a part of the
                              * same data files; or NULL; not owned */
    struct sink *out;        /* destination of the reports; not owned */
    struct diag *diag;       /* not owned */
    struct report report;    /* results of all stages */
    struct trace trace;      /* trace of -d, which diag points to */
    const char **added;      /* data files that were added up, for --compare; owned */
    size_t n_added, added_cap;
};

/* Reads the image and the data files and analyses them, or, if the options ask only for that,
 * writes a sum. The caller sets report.reports to the requested reports; those without data are
 * dropped. Returns false after reporting. The run must be released in both cases. */
bool run_make(struct run *u);

void run_release(struct run *u);

/* The base of --compare; zero-initialised. */
struct comparison {
    struct run_input input; /* inputs of the base; the next members own their names */
    struct inputs names;
    const char **lists;       /* owned */
    struct run base;          /* run of the base, if that is data files */
    struct changes_file file; /* side of the base, if that is an export */
    struct changes_side before, after;
};

/* Returns false, after reporting, if --compare names a program in place of a base. */
bool comparison_check_names(const struct options *o, struct diag *d);

/* Reads and analyses the base of `u`, which was made, and finds the changes since then, for the
 * report. Returns false after reporting. The comparison must be released in both cases. */
bool comparison_make(struct comparison *c, struct run *u);

void comparison_release(struct comparison *c);

#endif
