/* line_counts - how often the lines of each source file ran
 *
 * Role: gathers what is known of source lines, from functions, line symbols and basic blocks in any
 * order, and hands it out by file and line. A line of which nothing is known costs nothing, so a
 * line number of 2^31 is as cheap as 1.
 * Calling order: line_counts_gather, or line_counts_add as often as needed; then
 * line_counts_finalize once; then read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_LINE_COUNTS_H
#define ANALYSIS_LINE_COUNTS_H

#include "analysis/basic_blocks.h"
#include "analysis/call_graph.h"
#include "base/diag.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of a line; one line may have several of each, in the order of these. */
enum line_fact_kind {
    LINE_SEEN,  /* a symbol is there, but it is left out: no more than the file is known */
    LINE_CALLS, /* a function begins here; its calls */
    LINE_BLOCK, /* a basic block begins here; its executions */
    LINE_CODE   /* there is code here, a line symbol, but it has no count of its own */
};

struct line_fact {
    const char *path; /* of the file, as recorded; not owned */
    uint64_t rank;  /* the order of a line's facts of one kind: an address, or a place in a list */
    uint64_t count; /* of LINE_CALLS and LINE_BLOCK */
    uint32_t line;  /* from 1 */
    uint32_t order; /* place of the symbol in the image's symbol table */
    enum line_fact_kind kind;
};

/* The facts of one file, LINE_SEEN left out, by line, kind and rank. */
struct line_file {
    const char *path;             /* not owned */
    const struct line_fact *fact; /* n_facts elements; into line_counts.facts */
    size_t n_facts;
    uint32_t seen; /* the least order in the image's symbol table of all that is in this file */
    bool ran;      /* some count is not 0 */
};

/* Zero-initialised before the first use. */
struct line_counts {
    struct line_fact *facts; /* owned */
    size_t n, cap;
    struct line_file *files; /* the one seen last first; owned */
    size_t n_files;
};

/* Adds a fact, whose path must outlive the counts. */
void line_counts_add(struct line_counts *c, const struct line_fact *fact, struct diag *d);

/* Where line_counts_gather takes what is known. */
struct line_sources {
    const struct symtab *symtab;
    const struct sym_lines *lines;   /* of all symbols */
    const struct call_graph *graph;  /* for calls */
    const struct bb_result *blocks;  /* of line symbols; may be empty */
    const struct sym_filter *filter; /* what -A and -J choose; NULL: everything */
};

/* Add the calls of the functions, each at the line where it begins, and what is known of line
 * symbols. O(symbols log(blocks) + blocks). */
void line_counts_gather(struct line_counts *c, const struct line_sources *from, struct diag *d);

/* Sorts what was added, and makes `files`. O(n log n). */
void line_counts_finalize(struct line_counts *c, struct diag *d);

/* What is known of one line, summed up. */
struct line_sum {
    uint32_t line;
    size_t end;        /* the number of the file's first fact behind the line */
    uint64_t calls;    /* of all functions that begin on it */
    uint64_t executed; /* calls and executions of its blocks, at most 2^64 - 1 */
    uint64_t last;     /* the last of its counts in their order; 0 without counts */
    bool has_calls;    /* a function begins on it */
    bool has_counts;   /* a function or a block does */
};

/* The line of the file's fact number `first`, which is below n_facts and the first of its line. */
struct line_sum line_sum_at(const struct line_file *file, size_t first);

void line_counts_release(struct line_counts *c);

#endif
