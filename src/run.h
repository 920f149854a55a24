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
#include "analysis/call_graph.h"
#include "analysis/call_sites.h"
#include "analysis/cg_times.h"
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
    size_t left_out; /* broken data files, with --keep-going */
    struct profile profile;
    struct stack_symbols stack_symbols; /* where times are measured */
    struct sym_lines lines;
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
};

/* Do all that the options ask for. Set diag, out and options; the rest is zero-initialised. False
 * after reporting. */
bool run_pipeline(struct run *r);

/* Whether data files were left out as broken. */
static inline bool run_left_out(const struct run *r)
{
    return r->left_out + r->inputs.left_out > 0;
}

void run_release(struct run *r);

/* ---- run_read.c: for run.c ---- */

/* Read the image, its symbols and its code. */
bool run_read_image(struct run *r);

/* Find and add up the data files; with --sum write the sum. */
bool run_read_data(struct run *r);

#endif
