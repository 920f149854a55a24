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

#include "analysis/basic_blocks.h"
#include "analysis/by_file.h"
#include "analysis/call_graph.h"
#include "analysis/call_sites.h"
#include "analysis/cg_times.h"
#include "analysis/changes.h"
#include "analysis/hist.h"
#include "analysis/line_times.h"
#include "analysis/stack_frames.h"
#include "analysis/stack_symbols.h"
#include "base/diag.h"
#include "base/sink.h"
#include "base/trace.h"
#include "image/core.h"
#include "lines/line_rows.h"
#include "profile/inputs.h"
#include "profile/profile.h"
#include "report/cg_view.h"
#include "report/figures.h"
#include "report/flat_view.h"
#include "symbols/ext_syms.h"
#include "symbols/map_file.h"
#include "symbols/names.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All that a run owns, zero-initialised, in the order in which the stages fill it. */
struct run {
    struct diag *diag;             /* not owned */
    const struct run *whole;       /* of which it is one of several runs, or NULL; not owned */
    struct sink *out;              /* where the reports go; not owned */
    const struct options *options; /* not owned */
    unsigned reports;              /* of those asked for the ones there is data for */
    unsigned needs;                /* what they need, report_need bits */
    struct trace trace;            /* -d: diag points to it */
    struct image image;
    struct ext_syms external;
    struct map_file map;
    struct symtab symtab;
    uint64_t text_start, text_end; /* in line mode, the addresses whose lines are symbols */
    struct line_rows rows;         /* in line mode, of these addresses; of all code, without
                                      functions, where times or calls by line are needed */
    struct inputs inputs;
    size_t left_out;        /* broken data files, with --keep-going */
    struct by_file by_file; /* with --by-file: what each file holds */
    struct profile profile;
    struct stack_symbols stack_symbols; /* where times are measured */
    struct sym_lines lines;
    struct sym_ids ids; /* the options' specifications, and what they name in other words */
    struct sym_filter filter;
    struct hist_result hist;
    struct stack_frames stacks; /* where times are measured: all of them */
    struct stack_frames listed; /* and as far as the listings show them */
    struct call_graph graph;
    struct cg_times times;        /* where a report needs them */
    struct line_times line_times; /* where a report needs them */
    struct call_sites call_sites; /* likewise */
    struct bb_result blocks;
    struct flat_view flat;   /* what the classic listings show of hist */
    struct cg_view view;     /* and of the graph */
    struct cg_view estimate; /* what that would be without stacks, where a report needs it */
    struct figures figures;  /* of both, in integers, where a report needs them */
    struct names names;
    /* --compare */
    const char **added; /* the data files that were added up, where some may be left out; owned */
    size_t n_added, added_cap;
    struct run_base *base; /* the profile that this one is compared with; owned; or NULL */
    struct changes_side before, after;
    struct changes changes;
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
bool run_load_names(struct run *r);

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

/* Make the symbol table one for reports that are not GNU gprof's. */
bool run_add_stubs(struct run *r);

/* Find and add up the data files; with --sum write the sum. */
bool run_read_data(struct run *r);

#endif
