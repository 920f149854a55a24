/* run - makes all that reports show, from a program and its data files
 *
 * Role: the pipeline as code, one call a stage. A run owns all objects that its stages make. The
 * program of the command line, the base of --compare and each single run of a side are runs alike,
 * with different inputs. Knows the options and hands each stage the few that it needs.
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
    const struct run_input *input; /* what it reads; &options->input: what the user asks for */
    const struct run *whole; /* the run whose image and code this one shares, as it reads a part of
                                the same data files; or NULL; not owned */
    struct sink *out;        /* where the reports go; not owned */
    struct diag *diag;       /* not owned */
    struct report report;    /* all that the stages find out */
    struct trace trace;      /* of -d: diag points to it */
    const char **added;      /* --compare: the data files that were added up; owned */
    size_t n_added, added_cap;
};

/* Reads the image and the data files and analyses them, or, if the options ask only for that,
 * writes a sum. Set report.reports to the reports that are asked for; those without data are
 * dropped. Returns false after reporting; release the run in any case. */
bool run_make(struct run *u);

void run_release(struct run *u);

/* What --compare compares a run with; zero-initialised. */
struct comparison {
    struct run_input input;   /* of the base; its names are the next members */
    char **names;             /* owned, as is each */
    const char **lists;       /* owned */
    size_t names_cap;         /* room for names */
    struct run base;          /* if the base is data files */
    struct changes_file file; /* if it is an export */
    struct changes_side before, after;
};

/* Returns false, with an error, if --compare has a program where the base is meant. */
bool comparison_check_names(const struct options *o, struct diag *d);

/* Reads and analyses the base of `u`, which was made, and finds what changed since, for the
 * report. Returns false after reporting; release the comparison in any case. */
bool comparison_make(struct comparison *c, struct run *u);

void comparison_release(struct comparison *c);

#endif
