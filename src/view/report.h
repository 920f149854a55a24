/* report - all that a run finds out, and how to show it
 *
 * Role: the stages fill it; it is the printers' only input beside the sink. Each printer writes one
 * section of the output.
 * Facts (what happened) and views (what the classic listings show of it, after filters and in which
 * order) are apart: a writer that is no classic listing takes the facts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_REPORT_H
#define VIEW_REPORT_H

#include "analysis/by_file.h"
#include "analysis/call_graph.h"
#include "analysis/changes.h"
#include "analysis/hist.h"
#include "analysis/line_facts.h"
#include "analysis/stack_frames.h"
#include "analysis/stack_symbols.h"
#include "base/sink.h"
#include "image/core.h"
#include "lines/line_rows.h"
#include "profile/inputs.h"
#include "profile/profile.h"
#include "symbols/names.h"
#include "symbols/sym_files.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_ids.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"
#include "view/cg_view.h"
#include "view/figures.h"
#include "view/flat_view.h"
#include "view/source.h"

#include <stdbool.h>

/* The form of reports that are tables of their own. */
enum table_form {
    TABLE_TEXT, /* for people */
    TABLE_JSON, /* --export=json beside the report's option */
    TABLE_CSV   /* --export=csv */
};

/* What the rows of reports for people are sorted by (--sort). */
enum sort_key {
    SORT_BY_REPORT, /* as the report does by itself */
    SORT_BY_SELF,   /* time in the function itself; if there is none, as SORT_BY_CALLS */
    SORT_BY_TOTAL,  /* time with what it called */
    SORT_BY_CALLS,
    SORT_BY_NAME, /* as it is shown */
    SORT_BY_FILE  /* source file, those that are not known last */
};

/* How reports look, which the options say. */
struct report_style {
    bool brief;          /* --brief: no explanations */
    bool traditional;    /* --traditional: the layout of the first BSD gprof */
    bool by_line;        /* --line: symbols are lines */
    bool functions_only; /* the call graph has no entries of cycles and lines */
    bool estimated;      /* --estimated: times are estimated, and stacks where a report can */
    bool show_unused;    /* --display-unused-functions: and files in which nothing ran */
    int width;           /* --width: columns of the index */
    uint64_t min_count;  /* --min-count: smaller execution counts are left out, and in annotated
                            source show as #####; up to 1, show_unused adds those of 0 */
    /* annotated source */
    int top_lines;        /* --table-length: rows of the table of top lines; none unless positive */
    enum table_form form; /* of reports that have several */
    bool all_lines;       /* --all-lines: lines with code but without a count repeat the last one */
    bool no_system_sources; /* --no-system-sources: none of source_is_system */
    bool no_sources;        /* --no-sources: an export has no text of sources */
    bool separate_files;    /* --separate-files: into files, nothing on the output */
    /* reports for people */
    unsigned columns;   /* columns that a line may have; 0: not known; base/terminal.h */
    bool colour;        /* --color: mark what is large */
    unsigned top_rows;  /* --top=N: rows of each table; 0: all */
    enum sort_key sort; /* --sort */
    double min_percent; /* --min-percent: leave out rows with less */
};

/* All that a run finds out, zero-initialised, in the order in which the stages fill it. run.c owns
 * and releases it; printers have it const. */
struct report {
    struct report_style style;
    const struct source_search *sources; /* directories of source files; not owned */
    unsigned reports; /* report_kind bits (report/registry.h) of the reports that have data */
    unsigned needs;   /* report_need bits of these reports */
    bool is_measured; /* times come from call stacks */
    /* where it comes from */
    struct image image;
    struct ext_syms external; /* the symbols of -S; or empty */
    struct map_file map;      /* which object files functions are in; may be empty */
    struct symtab symtab;
    struct line_rows rows;        /* lines of all code, if NEEDS_CODE_LINES is stated;
                                     in line mode those of .text, which are symbols */
    struct inputs inputs;         /* the names of the data files */
    size_t left_out;              /* of these, with --keep-going, as they are broken */
    struct by_file by_file;       /* what each of them holds; empty but for REPORT_BY_FILE */
    struct profile profile;       /* the data by address */
    struct stack_symbols modules; /* the code that is not of the image; empty unless times are
                                     measured */
    /* facts */
    struct sym_lines lines; /* source lines of the symbols that needed one */
    struct sym_ids ids;     /* the symbol specifications, and what they name in other words */
    struct sym_filter filter;
    struct hist_result hist;
    struct stack_frames stacks;   /* all of them; empty unless times are measured */
    struct call_graph graph;      /* without the arcs that -k leaves out */
    struct line_times line_times; /* empty unless NEEDS_CODE_LINES is stated */
    struct call_sites call_sites; /* likewise */
    struct bb_result blocks;      /* of lines, in line mode; of all symbols, if NEEDS_CODE_LINES is
                                     stated; else empty */
    /* views */
    struct stack_frames listed; /* stacks after the filters of the listings; or empty */
    struct flat_view flat;
    double *profiling;       /* ticks in the profiler by symbol, for figures; owned */
    double profiling_total;  /* of these; both of profiling_time */
    struct cg_view view;     /* empty if there is no call graph to show */
    struct cg_view estimate; /* what it would be without stacks; empty unless it is shown beside
                                what was measured */
    struct figures figures;  /* both views in integers; empty unless a report is whole */
    struct names names;      /* what symbols are called, and their files */
    struct changes changes;  /* since another profile; empty unless --compare is given */
};

/* Writes one report. Returns false, after reporting, if a file cannot be written. */
typedef bool report_printer(const struct report *r, struct sink *out, struct diag *d);

/* The printers: flat_print, cg_print and the others that reports.def names. */
#define READING(name, ...)
#define REPORT(name, printer, ...) report_printer printer;
#include "view/reports.def"

#endif
