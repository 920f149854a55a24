/* report - what the printers read: a const view of all results, and how to show them
 *
 * Role: the printers' only input beside the sink. Each printer writes one section of the output.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "analysis/basic_blocks.h"
#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "base/sink.h"
#include "symbols/map_file.h"
#include "symbols/names.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#include <stdbool.h>

struct report_style {
    bool brief;          /* --brief: no explanations */
    bool traditional;    /* --traditional: the layout of the first BSD gprof */
    bool by_line;        /* --line: symbols are lines */
    bool functions_only; /* the call graph has no entries of cycles and lines */
    bool show_unused;    /* --display-unused-functions */
    int width;           /* --width: columns of the index */
    uint64_t min_count;  /* --min-count: execution counts below it are left out */
};

struct report {
    const struct symtab *symtab;
    const struct sym_filter *filter;
    const struct hist_result *hist;
    const struct call_graph *graph;
    const struct bb_result *blocks; /* of lines, in line mode; else empty */
    struct names *names;            /* caches what names look like */
    struct report_style style;
};

/* The flat profile. */
bool hist_print(const struct report *r, struct sink *out, struct diag *d);

/* The call graph. */
bool cg_print(const struct report *r, struct sink *out, struct diag *d);

/* The index by function name that follows the call graph. */
bool cg_index_print(const struct report *r, struct sink *out, struct diag *d);

/* Execution counts: a line a function. Needs the lines of all symbols. */
bool exec_counts_print(const struct report *r, struct sink *out, struct diag *d);

/* Functions, then object files, in an order for the linker; `map` is the one that the symbol table
 * was built with. */
bool function_order_print(const struct report *r, struct sink *out, struct diag *d);
bool file_order_print(const struct report *r, const struct map_file *map, struct sink *out,
                      struct diag *d);

/* "granularity: ..." and how much of the total one sample is. */
void report_granularity(const struct report *r, struct sink *out);

/* A name as the tables print it: demangled, then its file and line if asked for. */
void report_name(const struct report *r, struct sink *out, uint32_t symbol);

/* The same, then ` <cycle N>` and ` [index]`, or ` (index)` for a function without an entry; for
 * the node of a cycle `<cycle N as a whole> [index]`. Nothing in brackets where there is no graph.
 */
void report_full_name(const struct report *r, struct sink *out, uint32_t node);

/* Explanations of the tables, for --brief to leave out. */
void blurb_flat(struct sink *out, bool before);
void blurb_graph(struct sink *out, bool before);

#endif
