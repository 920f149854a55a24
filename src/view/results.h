/* results - holds all results of a run, and how to show them
 *
 * Role: the stages fill it; it is the printers' only input beside the sink. Each printer writes one
 * section of the output. Facts (what happened) are apart from views (what the classic listings
 * show, after filters and in order), and from figures (the views in integers, which all other
 * reports show).
 *
 * Totals: facts.hist.total has all ticks of the histogram, facts.stacks.total those of the stacks;
 * views.flat.total has those that the filters leave, and figures.total is the same time in
 * integers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_RESULTS_H
#define VIEW_RESULTS_H

#include "analysis/by_file.h"
#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/line_facts.h"
#include "analysis/stack_frames.h"
#include "analysis/stack_symbols.h"
#include "base/sink.h"
#include "compare/changes.h"
#include "image/core.h"
#include "lines/line_rows.h"
#include "lines/source.h"
#include "names/names.h"
#include "profile/inputs.h"
#include "profile/profile.h"
#include "symbols/sym_files.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_ids.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"
#include "view/cg_view.h"
#include "view/figures.h"
#include "view/flat_view.h"
#include "view/grid.h"

/* Sort keys for the rows of reports for people (--sort). */
enum sort_key {
    SORT_BY_REPORT, /* the report's own order */
    SORT_BY_SELF,   /* self time; if there is none, as SORT_BY_CALLS */
    SORT_BY_TOTAL,  /* inclusive time */
    SORT_BY_CALLS,
    SORT_BY_NAME,  /* shown name */
    SORT_BY_SOURCE /* source file, unknown ones last */
};

/* The style of reports, from the options. */
struct report_style {
    bool brief;          /* --brief: no explanations */
    bool traditional;    /* --traditional: the layout of the first BSD gprof */
    bool by_line;        /* --line: symbols are lines */
    bool functions_only; /* the call graph has no entries of cycles and lines */
    bool estimated;      /* --estimated: times are estimated */
    bool show_unused;    /* --display-unused-functions: show unused functions and files */
    int width;           /* --width: columns of the index */
    uint64_t min_count;  /* --min-count: smaller execution counts are left out, or are ##### in
                          * annotated source; if at most 1, show_unused adds counts of 0 */
    /* annotated source */
    int top_lines;  /* --table-length: rows of the table of top lines; none unless positive */
    bool all_lines; /* --all-lines: lines with code but without a count repeat the last one */
    bool no_system_sources; /* --no-system-sources: leave out sources for which source_is_system is
                             * true */
    bool no_sources;        /* --no-sources: an export has no text of sources */
    bool separate_files;    /* --separate-files: write into files, and nothing on the output */
    grid_writer *write;     /* form of the reports that are tables (view/grid.h) */
    /* reports for people */
    unsigned columns;   /* columns that a line may have; 0: not known; base/terminal.h */
    bool colour;        /* --color: mark large figures */
    unsigned top_rows;  /* --top=N: rows of each table; 0: all */
    enum sort_key sort; /* --sort */
    double min_percent; /* --min-percent: leave out rows with less */
};

/* The program: what its file, symbols and debug information tell. */
struct program {
    struct image image;
    struct map_file map; /* object files of functions; may be empty */
    struct symtab symtab;
    struct line_rows rows;        /* lines of all code, if NEEDS_CODE_LINES is stated;
                                     in line mode those of .text, which are symbols */
    struct stack_symbols modules; /* code outside of the image, that stacks tell */
    struct sym_lines lines;       /* source lines of the symbols that needed one */
    struct sym_filter filter;     /* functions that symbol specifications name */
    struct names names;           /* names of symbols, and their files */
};

/* Facts: what happened, without filters. */
struct facts {
    struct inputs inputs;         /* names of the data files */
    size_t left_out;              /* number of data files left out with --keep-going, as they are
                                   * broken */
    struct profile profile;       /* data by address */
    struct hist_result hist;      /* ticks by symbol */
    struct stack_frames stacks;   /* all stacks; empty unless times are measured */
    struct call_graph graph;      /* all arcs */
    struct line_times line_times; /* times by line; empty unless NEEDS_CODE_LINES is stated */
    struct call_sites call_sites; /* likewise */
    struct bb_result blocks;      /* basic blocks of lines, in line mode; of all symbols, if
                                   * NEEDS_CODE_LINES is stated; else empty */
    char *next;                   /* what to do about what the data lack; NULL: nothing; owned */
    double *profiling;            /* ticks in the profiler by symbol, for figures; owned */
    double profiling_total;       /* sum of profiling; both are results of profiling_time */
};

/* Views: what the filters leave of the facts. */
struct views {
    struct flat_view flat;
    const struct call_graph *calls; /* the graph without the arcs that -k leaves out: facts.graph,
                                     * or `cut` */
    const struct call_sites *sites; /* call sites of its arcs: facts.call_sites, or `cut_sites` */
    struct call_graph cut;          /* graph with fewer arcs, if -k leaves some out; else empty */
    struct call_sites cut_sites;
    struct cg_view graph;       /* listed call graph; empty if there is none */
    struct stack_frames stacks; /* call stacks; or empty */
};

/* The results of a run, zero-initialised, in the order in which the stages fill them. A struct run
 * owns and releases them; printers get it const. */
struct results {
    struct report_style style;
    const struct text_map *sources; /* directories of source files; not owned */
    unsigned reports; /* report_kind bits (view/registry.h) of the reports that have data */
    struct program program;
    struct facts facts;
    struct views views;
    struct figures figures; /* the views in integers; empty if all reports are classic listings */
    /* of the products that put profiles beside each other; NULL: it is another one; not owned */
    const struct by_file *by_file; /* --by-file: the data files */
    double sample;                 /* --by-file: time that a sample stands for */
    const struct changes *changes; /* --compare: changes since the base */
    const struct results *base;    /* --compare: the base; NULL: it is an export */
};

/* Returns true if times are measured, from call stacks, and not estimated from counts. */
static inline bool results_are_measured(const struct results *r)
{
    return r->views.graph.stacks.self != NULL;
}

/* Writes one report. Returns false, after reporting, if a file cannot be written. */
typedef bool report_printer(const struct results *r, struct sink *out, struct diag *d);

/* The printers: flat_print, cg_print and the others that reports.def names. */
#define NO_PRINTER(name, ...)
#define REPORT(name, printer, ...) report_printer printer;
#include "view/reports.def"

#endif
