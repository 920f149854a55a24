/* options - parses the command line into a struct
 *
 * Role: holds the values of all options, and parses the command line with the table of options
 * (option_table.h). Only main.c, run*.c and option*.c use the struct: a stage gets the fields that
 * it needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/sink.h"
#include "base/terminal.h"
#include "compare/change_limits.h"
#include "image/core_demangle.h"
#include "lines/source.h"
#include "names/names.h"
#include "profile/formats/gmon_format.h"
#include "profile/inputs.h"
#include "view/registry.h"
#include "symbols/sym_ids.h"

/* A program and its data files. */
struct run_input {
    const char *image; /* the program's file */
    struct inputs_request files;
};

struct options {
    struct run_input input; /* files.names is owned, the names are argv's */
    const char **lists;     /* input.files.lists; owned like the names */
    size_t lists_cap;
    const char **bases; /* names of --compare, in order; owned like the names */
    size_t n_bases, bases_cap;
    const char *base_image;      /* --compare-image, or NULL: the image */
    struct change_limit *limits; /* --fail-on; owned */
    size_t n_limits, limits_cap;
    unsigned jobs;               /* number of reader threads; 0: chosen by the program */
    unsigned reports;            /* report_kind bits, with the default pair resolved */
    unsigned explicit;           /* report_kind bits of reports requested by name */
    unsigned limited;            /* report_kind bits of reports with a symbol specification */
    bool by_default;             /* no report was requested: the default pair, or a substitute */
    struct symtab_rules rules;   /* which symbols are functions: -a, -D, --clones */
    struct sym_ids ids;          /* symbol specifications */
    struct report_style style;   /* by_line: -l, unless there are no lines */
    struct text_map sources;     /* directories of -I, then of GPROF_PATH */
    struct text_map debug_files; /* directories of --symbol-directory */
    const struct gmon_format *format; /* format of the data files; NULL: by content */
    unsigned debuginfod_seconds; /* time that servers of debug files may take; 0: not asked */
    enum demangle_style demangle;
    int names;                    /* enum names_wanted of --names; -1: each report has its own */
    const char *external_symbols; /* file to take the symbols from, or NULL: the image */
    const char *output;           /* file to write to, or NULL: standard output, gmon.sum */
    const char *map;              /* map of functions to object files, or NULL */
    bool by_line;                 /* -l: basic blocks count, and cycles have no entries */
    bool static_calls;            /* add calls found in the code */
    bool inline_file_names, print_path;
    bool no_lines;                  /* no source lines are read */
    bool no_limit;                  /* the run may cost anything (base/limit.h) */
    struct names_style names_style; /* what --names and other options make of names */
    bool is_classic; /* the reports are GNU gprof's listings, not one of ours: these do not depend
                      * on stacks that happen to lie beside the data files */
    enum colour_when colour; /* --color */
    unsigned trace_bits;     /* bits of enum trace_bit to trace; 0: no trace */
};

enum options_result {
    OPTIONS_RUN,  /* go on */
    OPTIONS_DONE, /* help or version has been printed: exit with 0 */
    OPTIONS_ERROR /* reported: exit with 1 */
};

/* Parses `argv`, which is permuted and must outlive `o`; `out` receives help and version. */
enum options_result options_parse(struct options *o, int argc, char **argv, struct sink *out,
                                  struct diag *d);

void options_release(struct options *o);

#endif
