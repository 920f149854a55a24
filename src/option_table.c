/* option_table - all options: what each is called, what it does, what the help says of it
 *
 * A row reads: names, argument, heading, what the help says; then what the option does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_table.h"

#include "base/mem.h"
#include "profile/gmon_io.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(name) .field = offsetof(struct options, name)

/* Tables of symbols, as bits. */
enum {
    IN_FLAT = 1 << SYM_TABLE_FLAT,
    IN_GRAPH = 1 << SYM_TABLE_GRAPH,
    IN_TIME = 1 << SYM_TABLE_TIME,
    IN_ARCS = 1 << SYM_TABLE_ARCS,
    IN_EXEC = 1 << SYM_TABLE_EXEC,
    IN_ANNO = 1 << SYM_TABLE_ANNO
};

const struct option_row option_rows[] = {
    /* What to print */
    {"flat-profile", 'p', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "flat profile: time and calls by function", .act = ASK_FOR_REPORT, .report = REPORT_FLAT,
     .tables = IN_FLAT},
    {"graph", 'q', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "call graph: who calls whom, at what cost", .act = ASK_FOR_REPORT, .report = REPORT_GRAPH,
     .tables = IN_GRAPH, .takes_arcs = true},
    {NULL, 'B', no_argument, GROUP_REPORTS, NULL, NULL, .act = ASK_FOR_REPORT,
     .report = REPORT_GRAPH},
    {"compare-estimates", '\0', no_argument, GROUP_REPORTS, NULL,
     "measured times beside estimated ones", .act = ASK_FOR_REPORT, .report = REPORT_ESTIMATES,
     .is_own = true},
    {"top", '\0', optional_argument, GROUP_REPORTS, "N",
     "one screen: the N (20) costliest functions", .act = ASK_FOR_TOP, .report = REPORT_TOP,
     FIELD(style.top_rows), .least = 0, .noun = "number of rows", .is_own = true},
    {"annotated-source", 'A', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "source code with execution counts", .act = ASK_FOR_REPORT, .report = REPORT_ANNO,
     .tables = IN_ANNO},
    {"exec-counts", 'C', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "execution counts, a line a function", .act = ASK_FOR_REPORT, .report = REPORT_EXEC,
     .tables = IN_EXEC},
    {"function-ordering", 'r', no_argument, GROUP_REPORTS, NULL,
     "an order of functions for the linker", .act = MAKE_REPORT, .report = REPORT_FUNCTION_ORDER},
    {"file-ordering", 'R', required_argument, GROUP_REPORTS, "MAP",
     "an order of object files for the linker", .act = MAKE_REPORT, .report = REPORT_FILE_ORDER,
     FIELD(map)},
    {"compare", '\0', required_argument, GROUP_REPORTS, "BASE",
     "what changed since the data files BASE", .act = ADD_BASE, .report = REPORT_COMPARE,
     .is_own = true},
    {"compare-image", '\0', required_argument, GROUP_REPORTS, "IMAGE",
     "the program of BASE, if it was rebuilt", .act = SET_TEXT, FIELD(base_image), .is_own = true},
    {"fail-on", '\0', required_argument, GROUP_REPORTS, "LIMIT",
     "status 3 if worse: self:5% or calls:0", .act = ADD_LIMIT, .is_own = true},
    {"export", '\0', required_argument, GROUP_REPORTS, "FORMAT",
     "the profile for other programs: callgrind, dot, folded, pprof, json, csv, html",
     .act = ASK_FOR_EXPORT, .is_own = true},
    {"by-file", '\0', no_argument, GROUP_REPORTS, NULL,
     "data files beside each other: who is slow?", .act = ASK_FOR_REPORT, .report = REPORT_BY_FILE,
     .is_own = true},
    {"file-info", 'i', no_argument, GROUP_REPORTS, NULL, "how many records the data files hold",
     .act = MAKE_REPORT, .report = REPORT_INFO},
    {"sum", 's', no_argument, GROUP_REPORTS, NULL, "add up the data files into gmon.sum",
     .act = MAKE_REPORT, .report = REPORT_SUM},
    {"no-flat-profile", 'P', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no flat profile, or not of these functions", .act = DROP_REPORT, .report = REPORT_FLAT,
     .tables = IN_FLAT},
    {"no-graph", 'Q', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no call graph, or not of these functions", .act = DROP_REPORT, .report = REPORT_GRAPH,
     .tables = IN_GRAPH, .takes_arcs = true},
    {"no-annotated-source", 'J', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no annotated source, or not of these", .act = DROP_REPORT, .report = REPORT_ANNO,
     .tables = IN_ANNO},
    {"no-exec-counts", 'Z', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no execution counts, or not of these", .act = DROP_REPORT, .report = REPORT_EXEC,
     .tables = IN_EXEC},

    /* What goes into it */
    {"no-static", 'a', no_argument, GROUP_CONTENTS, NULL, "count static functions for those before",
     .act = SET_FLAG, FIELD(no_static)},
    {"static-call-graph", 'c', no_argument, GROUP_CONTENTS, NULL,
     "add calls found in the machine code", .act = SET_FLAG, FIELD(static_calls)},
    {"estimated", '\0', no_argument, GROUP_CONTENTS, NULL,
     "times by numbers of calls, not by stacks", .act = SET_FLAG, FIELD(style.estimated),
     .is_own = true},
    {"ignore-non-functions", 'D', no_argument, GROUP_CONTENTS, NULL,
     "drop local symbols that are not functions", .act = SET_FLAG, FIELD(only_functions)},
    {"clones", '\0', no_argument, GROUP_CONTENTS, NULL, "list clones of functions: f.isra.0",
     .act = SET_FLAG, FIELD(clones), .is_own = true},
    {"line", 'l', no_argument, GROUP_CONTENTS, NULL, "report source lines instead of functions",
     .act = SET_FLAG, FIELD(by_line)},
    {"min-count", 'm', required_argument, GROUP_CONTENTS, "N", "leave out execution counts below N",
     .act = SET_MIN_COUNT},
    {"time", 'n', required_argument, GROUP_CONTENTS, "SYMSPEC",
     "propagate only these functions' times", .act = INCLUDE_SYMBOLS, .tables = IN_TIME},
    {"no-time", 'N', required_argument, GROUP_CONTENTS, "SYMSPEC",
     "do not propagate these functions' times", .act = EXCLUDE_SYMBOLS, .tables = IN_TIME},
    {NULL, 'k', required_argument, GROUP_CONTENTS, "FROM/TO", "drop these arcs of the call graph",
     .act = EXCLUDE_SYMBOLS, .tables = IN_ARCS},
    {"display-unused-functions", 'z', no_argument, GROUP_CONTENTS, NULL,
     "mention functions without time and calls", .act = SET_FLAG, FIELD(style.show_unused)},

    /* How it looks */
    {"brief", 'b', no_argument, GROUP_LOOK, NULL, "no explanations of the tables", .act = SET_FLAG,
     FIELD(style.brief)},
    {"demangle", '\0', optional_argument, GROUP_LOOK, "STYLE",
     "names as in the source: auto gnu-v3 java gnat dlang rust", .act = SET_DEMANGLING},
    {"no-demangle", '\0', no_argument, GROUP_LOOK, NULL, "names as the linker has them",
     .act = SET_NO_DEMANGLING},
    {"names", '\0', required_argument, GROUP_LOOK, "FORM",
     "how much of each name: full short base mangled", .act = SET_NAMES, .noun = "form of names",
     .is_own = true},
    {"inline-file-names", '\0', no_argument, GROUP_LOOK, NULL, "functions with their file and line",
     .act = SET_FLAG, FIELD(inline_file_names)},
    {"no-sources", '\0', no_argument, GROUP_LOOK, NULL, "--export=html: no text of source files",
     .act = SET_FLAG, FIELD(style.no_sources), .is_own = true},
    {"no-system-sources", '\0', no_argument, GROUP_LOOK, NULL,
     "-A: no headers of system and compilers", .act = SET_FLAG, FIELD(style.no_system_sources),
     .is_own = true},
    {"print-path", 'L', no_argument, GROUP_LOOK, NULL, "source files with their directories",
     .act = SET_FLAG, FIELD(print_path)},
    {"table-length", 't', required_argument, GROUP_LOOK, "N", "rows in the table of top lines",
     .act = SET_NUMBER, FIELD(style.top_lines)},
    {"traditional", 'T', no_argument, GROUP_LOOK, NULL, "the layout of the first BSD gprof",
     .act = SET_FLAG, FIELD(style.traditional)},
    {"width", 'w', required_argument, GROUP_LOOK, "N", "columns of the index (default: 80)",
     .act = SET_NUMBER, FIELD(style.width)},
    {"all-lines", 'x', no_argument, GROUP_LOOK, NULL, "annotate every line of a block",
     .act = SET_FLAG, FIELD(style.all_lines)},
    {"separate-files", 'y', no_argument, GROUP_LOOK, NULL, "annotated sources into files NAME-ann",
     .act = SET_FLAG, FIELD(style.separate_files)},

    {"sort", '\0', required_argument, GROUP_LOOK, "KEY", "of --top: self total calls name file",
     .act = SET_SORTING, .noun = "sorting key", .is_own = true},
    {"min-percent", '\0', required_argument, GROUP_LOOK, "P", "of --top: leave out what has less",
     .act = SET_MIN_PERCENT, .is_own = true},
    {"color", '\0', optional_argument, GROUP_LOOK, "WHEN", "of --top: auto always never",
     .act = SET_COLOUR, .noun = "time to use colours", .is_own = true},
    {"output", '\0', required_argument, GROUP_LOOK, "FILE",
     "into FILE, not standard output or gmon.sum", .act = SET_TEXT, FIELD(output), .is_own = true},

    /* Data files and images */
    {"directory-path", 'I', required_argument, GROUP_DATA, "DIRS", "where to look for source files",
     .act = ADD_SOURCE_DIRECTORIES},
    {"external-symbol-table", 'S', required_argument, GROUP_DATA, "FILE",
     "symbols from FILE, as nm prints them", .act = SET_TEXT, FIELD(external_symbols)},
    {"symbol-directory", '\0', required_argument, GROUP_DATA, "DIR",
     "where to look for debug files, too", .act = ADD_DEBUG_DIRECTORY, .is_own = true},
    {"file-format", 'O', required_argument, GROUP_DATA, "NAME",
     "of the data files: auto magic bsd 4.4bsd", .act = SET_FORMAT},
    {"recursive", '\0', no_argument, GROUP_DATA, NULL, "of directories, read all data files below",
     .act = SET_FLAG, FIELD(input.files.recursive), .is_own = true},
    {"files-from", '\0', required_argument, GROUP_DATA, "LIST",
     "data files that LIST names, a line each", .act = ADD_LIST, .is_own = true},
    {"null", '\0', no_argument, GROUP_DATA, NULL, "names in LIST end with a NUL", .act = SET_FLAG,
     FIELD(input.files.null_ended), .is_own = true},
    {"keep-going", '\0', no_argument, GROUP_DATA, NULL, "leave out data files that are broken",
     .act = SET_FLAG, FIELD(input.files.keep_going), .is_own = true},
    {"jobs", '\0', required_argument, GROUP_DATA, "N", "use N threads", .act = SET_COUNT,
     FIELD(jobs), .least = 1, .noun = "number of threads", .is_own = true},

    /* Other */
    {"debug", 'd', optional_argument, GROUP_OTHER, "N", "trace the work; N is a sum of bits",
     .act = SET_TRACE},
    {"help", 'h', no_argument, GROUP_OTHER, NULL, "this text", .act = PRINT_HELP},
    {"version", 'v', no_argument, GROUP_OTHER, NULL, "the version", .act = PRINT_VERSION},

    /* Deprecated */
    {NULL, 'e', required_argument, GROUP_OTHER, NULL, NULL, .act = EXCLUDE_SYMBOLS,
     .tables = IN_GRAPH},
    {NULL, 'E', required_argument, GROUP_OTHER, NULL, NULL, .act = EXCLUDE_SYMBOLS,
     .tables = IN_GRAPH | IN_TIME},
    {NULL, 'f', required_argument, GROUP_OTHER, NULL, NULL, .act = INCLUDE_SYMBOLS,
     .tables = IN_GRAPH},
    {NULL, 'F', required_argument, GROUP_OTHER, NULL, NULL, .act = INCLUDE_SYMBOLS,
     .tables = IN_GRAPH | IN_TIME},
};

const size_t n_option_rows = sizeof option_rows / sizeof *option_rows;

_Static_assert(sizeof option_rows / sizeof *option_rows <= OPTION_ROWS_MAX, "too many options");

/* ---- what the options do --------------------------------------------------------------------- */

/* Does what atoi does, without its undefined overflow. */
static int number(const char *text)
{
    long value = strtol(text, NULL, 10);

    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int)value;
}

static bool take_count(unsigned *count, const struct option_row *row, const char *value,
                       struct diag *d)
{
    int n = number(value);

    if (n < row->least || value[strspn(value, "0123456789")])
        return diag_error(d, NULL, "--%s=%s is no %s; give %d or more", row->name, value, row->noun,
                          row->least);
    *count = (unsigned)n;
    return true;
}

static bool take_percent(double *percent, const struct option_row *row, const char *value,
                         struct diag *d)
{
    static const char digits[] = "0123456789";
    size_t whole = strspn(value, digits);
    const char *rest = value + whole + (value[whole] == '.');

    *percent = strtod(value, NULL);
    if (whole == 0 || rest[strspn(rest, digits)] || *percent > 100)
        return diag_error(d, NULL, "--%s=%s is no percentage; give a number from 0 to 100",
                          row->name, value);
    return true;
}

/* Finds the value among the words, which end with NULL and are in the order of an enum; returns its
 * number, or -1 after reporting that the value is none of them. */
static int take_word(const char *const *words, const struct option_row *row, const char *value,
                     struct diag *d)
{
    char known[128] = "";
    size_t used = 0;

    for (int i = 0; words[i]; i++) {
        const char *between = i == 0 ? "" : words[i + 1] ? ", " : " and ";

        if (strcmp(words[i], value) == 0)
            return i;
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", between, words[i]);
    }
    diag_error(d, NULL, "--%s=%s is no %s; known are %s", row->name, value, row->noun, known);
    return -1;
}

static bool take_demangling(struct options *o, const char *value, struct diag *d)
{
    o->demangle = DEMANGLE_AUTO;
    return !value || demangle_style_named(value, &o->demangle) ||
           diag_error(d, NULL,
                      "unknown demangling style `%s'; known are none, auto, gnu-v3, java, "
                      "gnat, dlang and rust",
                      value);
}

static void add_name(const char ***names, size_t *n, size_t *cap, const char *name, struct diag *d)
{
    *names = mem_grow(d, *names, cap, *n + 1, sizeof **names);
    (*names)[(*n)++] = name;
}

static bool add_limit(struct options *o, const char *value, struct diag *d)
{
    o->limits = mem_grow(d, o->limits, &o->limits_cap, o->n_limits + 1, sizeof *o->limits);
    return change_limit_parse(&o->limits[o->n_limits++], value, d);
}

/* Puts what `spec` names into one half of each of the row's tables. */
static void name_symbols(struct options *o, const struct option_row *row, const char *spec,
                         bool include, struct diag *d)
{
    unsigned tables = row->tables;

    if (row->takes_arcs && strchr(spec, '/'))
        tables = IN_ARCS;
    for (enum sym_table t = 0; t < SYM_TABLES; t++) {
        if (!(tables >> t & 1))
            continue;
        sym_id_add(&o->ids, spec, t, include, d);
        o->ids.specs[o->ids.n - 1].or_function = row->takes_arcs;
    }
}

/* Asks by name for the row's report, or drops it; `spec` limits it, or is NULL. */
static void ask_for_report(struct options *o, const struct option_row *row, const char *spec,
                           struct diag *d)
{
    bool drop = row->act == DROP_REPORT;

    if (drop && !spec)
        o->reports &= ~row->report;
    else
        o->reports |= row->report;
    o->explicit |= row->report;
    if (!spec)
        return;
    o->limited |= row->report;
    name_symbols(o, row, spec, !drop, d);
}

static bool ask_for_export(struct options *o, const char *value, struct diag *d)
{
    unsigned report = report_of_export(value, d);

    o->reports |= report;
    o->explicit |= report;
    return report != 0;
}

/* Takes in one of the options whose values are words, numbers or names with rules of their own. */
static bool take_value(struct options *o, const struct option_row *row, const char *value,
                       struct diag *d)
{
    static const char *const keys[] = {"self", "total", "calls", "name", "file", NULL};
    static const char *const times[] = {"auto", "always", "never", NULL};
    static const char *const forms[] = {[NAMES_FULL] = "full",
                                        [NAMES_SHORT] = "short",
                                        [NAMES_BASE] = "base",
                                        [NAMES_MANGLED] = "mangled",
                                        NULL};
    int word = 0;

    switch (row->act) {
    case SET_SORTING:
        word = take_word(keys, row, value, d);
        o->style.sort = (enum sort_key)(SORT_BY_SELF + word);
        return word >= 0;
    case SET_COLOUR:
        word = value ? take_word(times, row, value, d) : COLOUR_ALWAYS;
        o->colour = (enum colour_when)word;
        return word >= 0;
    case SET_NAMES:
        word = take_word(forms, row, value, d);
        o->names = (enum names_form)word;
        o->names_given = true;
        return word >= 0;
    case SET_MIN_PERCENT:
        return take_percent(&o->style.min_percent, row, value, d);
    case SET_MIN_COUNT:
        o->style.min_count = strtoull(value, NULL, 10);
        return true;
    case SET_DEMANGLING:
        return take_demangling(o, value, d);
    case SET_NO_DEMANGLING:
        o->demangle = DEMANGLE_NONE;
        return true;
    case SET_FORMAT:
        return gmon_format_parse(&o->format, value, d);
    case ADD_SOURCE_DIRECTORIES:
        source_search_add(&o->sources, value, d);
        return true;
    case ADD_DEBUG_DIRECTORY:
        debug_search_add(&o->debug_files, value, d);
        return true;
    case ADD_LIST:
        add_name(&o->lists, &o->input.files.n_lists, &o->lists_cap, value, d);
        return true;
    case ADD_LIMIT:
        return add_limit(o, value, d);
    case SET_TRACE:
        o->trace_bits = value ? (unsigned)number(value) | 1 : UINT_MAX;
        return true;
    default: /* PRINT_HELP and PRINT_VERSION set nothing */
        return true;
    }
}

bool option_take(struct options *o, const struct option_row *row, const char *value, struct diag *d)
{
    void *field = (char *)o + row->field;

    switch (row->act) {
    case SET_FLAG:
        *(bool *)field = true;
        return true;
    case SET_NUMBER:
        *(int *)field = number(value);
        return true;
    case SET_COUNT:
        return take_count(field, row, value, d);
    case SET_TEXT:
        *(const char **)field = value;
        return true;
    case MAKE_REPORT:
        o->reports |= row->report;
        if (value)
            *(const char **)field = value;
        return true;
    case ASK_FOR_REPORT:
    case DROP_REPORT:
        ask_for_report(o, row, value, d);
        return true;
    case ASK_FOR_TOP:
        ask_for_report(o, row, NULL, d);
        return !value || take_count(field, row, value, d);
    case ASK_FOR_EXPORT:
        return ask_for_export(o, value, d);
    case ADD_BASE:
        ask_for_report(o, row, NULL, d);
        add_name(&o->bases, &o->n_bases, &o->bases_cap, value, d);
        return true;
    case INCLUDE_SYMBOLS:
    case EXCLUDE_SYMBOLS:
        name_symbols(o, row, value, row->act == INCLUDE_SYMBOLS, d);
        return true;
    default:
        return take_value(o, row, value, d);
    }
}
