/* registry - the table of all reports: what asks for each, what it needs, what it shows
 *
 * Role: whoever has to know anything of reports in general asks here: the options which ones there
 * are and which exclude each other, main what to prepare, the diagnosis what the figures are. The
 * rows themselves stand in reports.def. A set of reports is an unsigned of report_kind bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_REGISTRY_H
#define REPORT_REGISTRY_H

#include "analysis/diagnosis.h"
#include "base/sink.h"
#include "view/report.h"

#include <stdbool.h>
#include <stddef.h>

/* The numbers of the rows, and the bits of the reports: REPORT_FLAT and so on. */
#define READING(name, ...) REPORT_NUMBER_##name,
#define REPORT(name, ...) REPORT_NUMBER_##name,
enum report_number {
#include "view/reports.def"
    REPORT_ROWS
};
#define READING(name, ...) REPORT_##name = 1 << REPORT_NUMBER_##name,
#define REPORT(name, ...) REPORT_##name = 1 << REPORT_NUMBER_##name,
enum report_kind {
#include "view/reports.def"
};
_Static_assert(REPORT_ROWS < 31, "a set of reports has a bit a report");

/* What must be in the data files, or the report is not made. */
enum report_data {
    DATA_HISTOGRAM = 1 << 0, /* a histogram record, or a format that implies one */
    DATA_ARCS = 1 << 1,      /* likewise for call-graph records */
    DATA_STACKS = 1 << 2     /* call stacks, and they are to be used */
};

/* What is prepared only for reports that need it, as it costs much. */
enum report_need {
    NEEDS_STATIC_LINES = 1 << 0, /* the source lines of static functions */
    NEEDS_LINES = 1 << 1,        /* the source lines of all symbols */
    NEEDS_CODE_LINES = 1 << 2,   /* the lines of all code: times, calls and basic blocks by line, in
                                    &r->line_times, &r->call_sites and &r->blocks; + NEEDS_LINES */
    NEEDS_INLINED = 1 << 3       /* the functions that lines of all code were inlined from */
};

/* How a report stands in the output. */
enum report_form {
    FORM_SECTION, /* a listing; a form feed separates it from what was printed before it */
    FORM_FILES,   /* listings of files, which may be none; it puts the form feeds itself */
    FORM_LINKER,  /* lines for a linker to read, without a form feed; at most one a run */
    FORM_WHOLE,   /* it takes the whole output: there is no other report that prints in the run */
    FORM_READING, /* printed while the data files are read, so before all others */
    FORM_SILENT   /* nothing is printed */
};

struct report_row {
    enum report_kind kind;
    report_printer *print; /* NULL if the reading of the data files makes it */
    char letter;           /* the option that asks for it; NUL: it has no short name */
    const char *option;    /* its long name; NULL: no option does, see comes_with */
    unsigned comes_with;   /* it is printed when one of these reports is */
    enum report_form form;
    unsigned data;              /* report_data bits */
    unsigned data_if_estimated; /* if not 0: these in place of them with --estimated */
    bool stacks_do;             /* DATA_STACKS are as good as all of these */
    unsigned needs;             /* report_need bits */
    unsigned shows;             /* shown_figures bits */
    bool is_binary;             /* no text; it does not go to a terminal */
    bool has_forms;             /* --export=json and --export=csv beside it say how it looks */
};

extern const struct report_row report_rows[REPORT_ROWS];

/* What is printed if no report is asked for, and, if there are no data for that, in its place. */
enum { REPORTS_BY_DEFAULT = REPORT_FLAT | REPORT_GRAPH, REPORTS_INSTEAD = REPORT_EXEC };

/* What a set of reports, and what comes with them, is together. */
struct reports_traits {
    unsigned needs, shows; /* report_need and shown_figures bits */
    bool are_printed;      /* something is left to do once the data files have been read */
    bool are_whole;        /* one takes the whole output */
    bool are_binary;       /* one is no text */
    bool have_forms;       /* one has forms */
};

struct reports_traits reports_traits(unsigned reports);

/* Returns true if two different reports cannot stand in one output. */
bool report_excludes(const struct report_row *a, const struct report_row *b);

/* If a report that has forms stands beside an export that is one, drops the export from `reports`
 * and returns its form; else TABLE_TEXT. */
enum table_form reports_take_form(unsigned *reports);

/* Returns the report that --export=`format` asks for; 0, after reporting, if there is none. */
unsigned report_of_export(const char *format, struct diag *d);

/* Returns false, after reporting, if two of the reports exclude each other. */
bool reports_agree(unsigned reports, struct diag *d);

/* Drops from `reports` what there are no data for. What was asked for by name, in `by_name`, needs
 * its data: returns false, after reporting that the first data file lacks them. `by_default`: no
 * report was asked for, so that something else takes the place of what lacks all data. */
bool reports_with_data(unsigned *reports, unsigned by_name, bool by_default, const struct report *r,
                       struct diag *d);

/* Prints r->reports and what comes with them, in the order of their sections. Returns false, after
 * reporting, if one fails. */
bool reports_print(const struct report *r, struct sink *out, struct diag *d);

#endif
