/* registry - describes all reports: options, needs and figures of each
 *
 * Role: answers questions about reports in general. The options ask which reports exist and exclude
 * each other, run.c asks what to prepare, and the checks ask for the kinds of figures. The rows
 * are in reports.def. A set of reports is an unsigned of report_kind bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_REGISTRY_H
#define VIEW_REGISTRY_H

#include "analysis/checks/evidence.h"
#include "base/sink.h"
#include "view/results.h"

/* Numbers of the rows, and bits of the reports: REPORT_FLAT and so on. */
#define NO_PRINTER(name, ...) REPORT_NUMBER_##name,
#define REPORT(name, ...) REPORT_NUMBER_##name,
enum report_number {
#include "view/reports.def"
    REPORT_ROWS
};
#define NO_PRINTER(name, ...) REPORT_##name = 1 << REPORT_NUMBER_##name,
#define REPORT(name, ...) REPORT_##name = 1 << REPORT_NUMBER_##name,
enum report_kind {
#include "view/reports.def"
};
_Static_assert(REPORT_ROWS < 31, "a set of reports has a bit a report");

/* Data without which a report is not made. */
enum report_data {
    DATA_HISTOGRAM = 1 << 0, /* a histogram record, or a format that implies one */
    DATA_ARCS = 1 << 1,      /* call-graph records, or a format that implies them */
    DATA_STACKS = 1 << 2     /* call stacks that are to be used */
};

/* Costly results that are prepared only for reports that need them. */
enum report_need {
    NEEDS_STATIC_LINES = 1 << 0, /* the source lines of static functions */
    NEEDS_LINES = 1 << 1,        /* the source lines of all symbols */
    NEEDS_CODE_LINES = 1 << 2,   /* lines of all code: times, calls and basic blocks by line, in
                                  * line_times, call_sites and blocks; includes NEEDS_LINES */
    NEEDS_INLINED = 1 << 3       /* the functions that lines of all code were inlined from */
};

/* Place of a report in the output. */
enum report_form {
    FORM_SECTION, /* a listing; a form feed separates it from earlier output */
    FORM_FILES,   /* listings of files, perhaps none; the report prints the form feeds itself */
    FORM_LINKER,  /* lines for a linker to read, without a form feed; at most one a run */
    FORM_MODERN,  /* the whole output: no other report of the run prints */
    FORM_READING, /* printed while the data files are read, before all others */
    FORM_SILENT   /* nothing is printed */
};

struct report_row {
    enum report_kind kind;
    bool is_printed;     /* false: it is printed while the data files are read, or not at all */
    char letter;         /* short name of its option; NUL: none */
    const char *option;  /* long name of its option; NULL: none, see comes_with */
    unsigned comes_with; /* report_kind bits; the report is printed if one of these is */
    enum report_form form;
    unsigned data;  /* report_data bits */
    bool stacks_do; /* DATA_STACKS can replace all of data */
    unsigned needs; /* report_need bits */
    unsigned shows; /* shown_figures bits */
    bool is_binary; /* the report is not text, and must not go to a terminal */
    unsigned forms; /* report_kind bits of exports that stand beside the report's option, and say
                     * in which form it is written */
    grid_writer *write; /* such a form; NULL: the export prints all that it says itself */
};

extern const struct report_row report_rows[REPORT_ROWS];

/* Returns true if the report is one of the set, or comes with one. */
static inline bool report_is_made(const struct report_row *row, unsigned reports)
{
    return (reports & (row->kind | row->comes_with)) != 0;
}

/* Reports that are printed by default, and their substitutes if they have no data. */
enum { REPORTS_BY_DEFAULT = REPORT_FLAT | REPORT_GRAPH, REPORTS_INSTEAD = REPORT_EXEC };

/* Properties of a set of reports, including those that come with them. */
struct reports_traits {
    unsigned needs, shows; /* report_need and shown_figures bits */
    bool are_printed;      /* some report is made after the data files have been read */
    bool are_modern;       /* a report takes the whole output */
    bool are_binary;       /* a report is not text */
    unsigned forms;        /* report_kind bits of forms that a report has */
};

struct reports_traits reports_traits(unsigned reports);

/* Returns true if two different reports cannot be in one output. */
bool report_excludes(const struct report_row *a, const struct report_row *b);

/* Returns the writer of tables: if one of the reports has forms, and `reports` also has the export
 * of one of them, that of the export, which is dropped; else that of text. */
grid_writer *reports_writer(unsigned *reports);

/* Returns the report of --export=`format`, or 0, after reporting, if there is none. */
unsigned report_of_export(const char *format, struct diag *d);

/* Returns true if no two of the reports exclude each other; else reports and returns false. */
bool reports_agree(unsigned reports, struct diag *d);

/* Drops reports without data from `reports`. If one of `by_name`, which were requested by name, has
 * no data, reports the first data file and returns false. `by_default` means that no report was
 * requested: then a substitute replaces reports without any data. */
bool reports_with_data(unsigned *reports, unsigned by_name, bool by_default,
                       const struct results *r, struct diag *d);

#endif
