/* run - the products of gprof, and what they share
 *
 * Role: each product is a list of the stages that doc/ARCHITECTURE names, in a file of its own.
 * run_command.c chooses the product. Stages that several products need are in run.c.
 * Only these files know the options, and hand each stage the few that it needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_H
#define RUN_H

#include "options.h"

#include "base/sink.h"
#include "image/core_debug.h"
#include "profile/builds.h"
#include "profile/merge_files.h"
#include "view/results.h"

/* A program, its data, and what the stages make of them; zero-initialised but for the first
 * members, up to `results.reports`, the requested reports. Those without data are dropped. */
struct run {
    const struct options *options; /* not owned */
    struct sink *out;              /* destination of the reports; not owned */
    struct diag *diag;             /* not owned */
    struct results results;        /* results of all stages */
    struct gmon_target target;     /* the program, as data files know it */
    struct ext_syms external;      /* symbols of -S, or empty */
    struct sym_ids ids;   /* symbol specifications, and the symbols that they name in words of the
                           * source */
    struct builds builds; /* builds of the program, and of the code that stacks lead through, on
                           * both sides of a comparison */
    struct debuginfod servers; /* those that may be asked for names */
    unsigned needs;       /* report_need bits of the reports */
    bool is_measured;     /* times come from call stacks */
    const char **added;   /* data files that were added up, for reports of several runs; the list is
                           * owned */
    size_t n_added, added_cap;
    struct change_judgement judgement; /* of the limits of --fail-on */
};

/* ---- products: each returns false after reporting; the caller releases the run ---- */

/* Reports of a profile, with --sum and --file-info beside them. */
bool run_report(struct run *u);

/* A sum alone. */
bool run_sum(struct run *u);

/* Data files beside each other. */
bool run_by_file(struct run *u);

/* What changed since another profile. */
bool run_compare(struct run *u);

void run_release(struct run *u);

/* Releases what run_read_data and the stages behind it made, for a run that shares the program with
 * another one. */
void run_release_data(struct run *u);

/* ---- run_report.c: for the sides of a comparison, too ---- */

/* Reads the program and its data, and chooses the reports. Returns false after reporting. */
bool run_read(struct run *u, const struct run_input *input, bool is_base);

/* Makes all results that the reports show. A base may be of another program, so symbol
 * specifications may name nothing there. Returns false after reporting. */
bool run_analyse(struct run *u, bool is_base);

/* ---- stages, in the order of the calls ---- */

/* Opens the image at `path`. run_read_program also finds its symbols, and reads the lists of -S and
 * -R. */
bool run_open_image(struct run *u, const char *path);
bool run_read_program(struct run *u, const char *path);

/* Returns false, after reporting, if the first named file is missing, and what was meant is known.
 */
bool run_may_have_data(struct run *u, const struct inputs_request *named);

/* Lists the data files of `named`, and the stacks beside them, if these are used or read. */
bool run_list_data(struct run *u, const struct inputs_request *named);

/* Adds up the listed files, each with gmon_out_read; prints what --file-info wants, and writes the
 * sum of --sum. The caller sets in `files` what its product asks of the reader. */
bool run_read_data(struct run *u, struct merge_request *files);

/* Drops reports without data. Fails, after reporting, if one of them was requested by name. */
bool run_choose_reports(struct run *u);

/* Makes the symbol table, of lines in line mode, and divides the samples of the histogram among its
 * functions (hist_assign_samples). Measured times use the functions of reports other
 * than GNU gprof's. Behind them are symbols for libraries, and other code, that stacks lead
 * through, and for code of the program that has no name. Functions of libraries have symbols, too,
 * except in GNU gprof's listings. */
bool run_make_symbols(struct run *u);

/* Finds the lines of the symbols. */
bool run_load_lines(struct run *u);

/* Finds the functions that symbol specifications name. Those that name nothing are reported, unless
 * `unnamed` tells otherwise. */
bool run_find_functions(struct run *u, enum sym_unnamed unnamed);

/* Finds the call stacks that times are measured from, the samples that the filters leave (the flat
 * profile's), and the arcs. Without a histogram, the samples are those of the stacks. */
void run_make_facts(struct run *u);

/* Warns of everything doubtful that concerns the figures shown. */
void run_warn(struct run *u);

/* Finds cycles, after the calls that -c finds in the code are added, and before those that stacks
 * alone know. Drops the image's symbols. Returns false after reporting. */
bool run_find_cycles(struct run *u);

/* Makes the view of the call graph, measured or estimated. */
void run_make_view(struct run *u);

/* Makes the figures of reports that are not classic listings. */
void run_make_figures(struct run *u);

void run_load_names(struct run *u);

/* Prints the reports of `u`, and those that come with them, in the order of their sections. Returns
 * false, after reporting, if one fails. */
bool run_print(const struct run *u);

#endif
