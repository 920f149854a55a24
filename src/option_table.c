/* option_table - lists all options, applies their values, and prints the help
 *
 * A row has the names, the argument and the help, and then the action.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_table.h"

#include <errno.h>
#include <limits.h>

#define FIELD(name) .field = offsetof(struct options, name)
#define OWN .is_own = true

/* Tables of symbols, as bits. */
enum {
    IN_FLAT = 1 << SYM_TABLE_FLAT,
    IN_GRAPH = 1 << SYM_TABLE_GRAPH,
    IN_TIME = 1 << SYM_TABLE_TIME,
    IN_ARCS = 1 << SYM_TABLE_ARCS,
    IN_EXEC = 1 << SYM_TABLE_EXEC,
    IN_ANNO = 1 << SYM_TABLE_ANNO,
    IN_TOP = 1 << SYM_TABLE_TOP
};

/* Words of options, in the order of an enum. */
static const char *const sort_keys[] = {"self", "total", "calls", "name", "file", NULL};
static const char *const colour_times[] = {"auto", "always", "never", NULL};
static const char *const name_forms[] = {[WANT_FULL] = "full",
                                         [WANT_SHORT] = "short",
                                         [WANT_BASE] = "base",
                                         [WANT_MANGLED] = "mangled",
                                         NULL};

const struct option_row option_rows[] = {
    {.help = "What to print (default: flat profile and call graph)"},
    {"flat-profile", 'p', "[SYMSPEC]", "flat profile: time and calls by function",
     .act = MAKE_REPORT, .report = REPORT_FLAT, .tables = IN_FLAT},
    {"graph", 'q', "[SYMSPEC]", "call graph: who calls whom, at what cost", .act = MAKE_REPORT,
     .report = REPORT_GRAPH, .tables = IN_GRAPH, .takes_arcs = true},
    {NULL, 'B', NULL, NULL, .act = MAKE_REPORT, .report = REPORT_GRAPH},
    {"top", 0, "[N]", "one screen: the N (20) costliest functions; --top=NAME: of that one",
     .act = ASK_FOR_TOP, .report = REPORT_TOP, .tables = IN_TOP, FIELD(style.top_rows), .least = 0,
     .noun = "number of rows", OWN},
    {"tree", 0, "[N]", "one screen: the N (20) costliest call paths", .act = ASK_FOR_TOP,
     .report = REPORT_TREE, FIELD(style.top_rows), .least = 0, .noun = "number of rows", OWN},
    {"annotated-source", 'A', "[SYMSPEC]", "source code with execution counts", .act = MAKE_REPORT,
     .report = REPORT_ANNO, .tables = IN_ANNO},
    {"exec-counts", 'C', "[SYMSPEC]", "execution counts, a line a function", .act = MAKE_REPORT,
     .report = REPORT_EXEC, .tables = IN_EXEC},
    {"function-ordering", 'r', NULL, "an order of functions for the linker", .act = MAKE_REPORT,
     .report = REPORT_FUNCTION_ORDER},
    {"file-ordering", 'R', "MAP", "an order of object files for the linker", .act = MAKE_REPORT,
     .report = REPORT_FILE_ORDER, FIELD(map)},
    {"compare", 0, "BASE", "what changed since the data files BASE", .act = ADD_BASE,
     .report = REPORT_COMPARE, OWN},
    {"compare-image", 0, "IMAGE", "the program of BASE, if it was rebuilt", .act = SET_TEXT,
     FIELD(base_image), OWN},
    {"fail-on", 0, "LIMIT", "status 3 if worse: self:5% or calls:0", .act = ADD_LIMIT, OWN},
    {"export", 0, "FORMAT",
     "the profile for other programs: callgrind, dot, folded, pprof, json, csv, html",
     .act = ASK_FOR_EXPORT, OWN},
    {"by-file", 0, NULL, "data files beside each other: who is slow?", .act = MAKE_REPORT,
     .report = REPORT_BY_FILE, OWN},
    {"file-info", 'i', NULL, "how many records the data files hold", .act = MAKE_REPORT,
     .report = REPORT_INFO},
    {"sum", 's', NULL, "add up the data files into gmon.sum", .act = MAKE_REPORT,
     .report = REPORT_SUM},
    {"no-flat-profile", 'P', "[SYMSPEC]", "no flat profile, or not of these functions",
     .act = DROP_REPORT, .report = REPORT_FLAT, .tables = IN_FLAT},
    {"no-graph", 'Q', "[SYMSPEC]", "no call graph, or not of these functions", .act = DROP_REPORT,
     .report = REPORT_GRAPH, .tables = IN_GRAPH, .takes_arcs = true},
    {"no-annotated-source", 'J', "[SYMSPEC]", "no annotated source, or not of these",
     .act = DROP_REPORT, .report = REPORT_ANNO, .tables = IN_ANNO},
    {"no-exec-counts", 'Z', "[SYMSPEC]", "no execution counts, or not of these", .act = DROP_REPORT,
     .report = REPORT_EXEC, .tables = IN_EXEC},

    {.help = "What goes into it"},
    {"no-static", 'a', NULL, "count static functions as part of the preceding one",
     FIELD(rules.drop_static)},
    {"static-call-graph", 'c', NULL, "add calls found in the machine code", FIELD(static_calls)},
    {"estimated", 0, NULL, "times by numbers of calls, not by stacks", FIELD(style.estimated), OWN},
    {"ignore-non-functions", 'D', NULL, "drop local symbols that are not functions",
     FIELD(rules.drop_non_functions)},
    {"clones", 0, NULL, "list clones of functions: f.isra.0", FIELD(rules.lists_clones), OWN},
    {"line", 'l', NULL, "report source lines instead of functions", FIELD(by_line)},
    {"min-count", 'm', "N", "leave out execution counts below N", .act = SET_MIN_COUNT,
     .noun = "number of executions"},
    {"time", 'n', "SYMSPEC", "propagate only these functions' times", .act = INCLUDE_SYMBOLS,
     .tables = IN_TIME},
    {"no-time", 'N', "SYMSPEC", "do not propagate these functions' times", .act = EXCLUDE_SYMBOLS,
     .tables = IN_TIME},
    {NULL, 'k', "FROM/TO", "drop these arcs of the call graph", .act = EXCLUDE_SYMBOLS,
     .tables = IN_ARCS},
    {"display-unused-functions", 'z', NULL, "mention functions without time and calls",
     FIELD(style.show_unused)},

    {.help = "How it looks"},
    {"brief", 'b', NULL, "no explanations of the tables", FIELD(style.brief)},
    {"demangle", 0, "[STYLE]", "names as in the source: auto gnu-v3 java gnat dlang rust",
     .act = SET_DEMANGLING, .least = DEMANGLE_AUTO},
    {"no-demangle", 0, NULL, "names as the linker has them", .act = SET_DEMANGLING,
     .least = DEMANGLE_NONE},
    {"names", 0, "FORM", "how much of each name: full short base mangled", .act = SET_WORD,
     FIELD(names), .words = name_forms, OWN},
    {"inline-file-names", 0, NULL, "functions with their file and line", FIELD(inline_file_names)},
    {"no-lines", 0, NULL, "no source lines: where reading them takes too much", FIELD(no_lines),
     OWN},
    {"no-sources", 0, NULL, "--export=html: no text of source files", FIELD(style.no_sources), OWN},
    {"no-system-sources", 0, NULL, "-A: no headers of system and compilers",
     FIELD(style.no_system_sources), OWN},
    {"print-path", 'L', NULL, "source files with their directories", FIELD(print_path)},
    {"table-length", 't', "N", "rows in the table of top lines", .act = SET_NUMBER,
     FIELD(style.top_lines), .noun = "number of rows"},
    {"traditional", 'T', NULL, "the layout of the first BSD gprof", FIELD(style.traditional)},
    {"width", 'w', "N", "columns of the index (default: 80)", .act = SET_NUMBER, FIELD(style.width),
     .noun = "number of columns"},
    {"all-lines", 'x', NULL, "annotate every line of a block", FIELD(style.all_lines)},
    {"separate-files", 'y', NULL, "annotated sources into files NAME-ann",
     FIELD(style.separate_files)},
    {"sort", 0, "KEY", "sort --top by: self total calls name file", .act = SET_WORD,
     FIELD(style.sort), .least = SORT_BY_SELF, .words = sort_keys, OWN},
    {"min-percent", 0, "P", "--top: leave out what has less", .act = SET_MIN_PERCENT, OWN},
    {"color", 0, "[WHEN]", "--top: auto always never", .act = SET_WORD, FIELD(colour),
     .words = colour_times, OWN},
    {"output", 0, "FILE", "write to FILE", .act = SET_TEXT, FIELD(output), OWN},

    {.help = "Data files and images"},
    {"directory-path", 'I', "DIRS", "where to look for source files",
     .act = ADD_SOURCE_DIRECTORIES},
    {"external-symbol-table", 'S', "FILE", "symbols from FILE, as nm prints them", .act = SET_TEXT,
     FIELD(external_symbols)},
    {"symbol-directory", 0, "DIR", "also look for debug files in DIR", .act = ADD_DEBUG_DIRECTORY,
     OWN},
    {"debuginfod-timeout", 0, "SECONDS", "time for servers of debug files (30)", .act = SET_COUNT,
     FIELD(debuginfod_seconds), .least = 0, .noun = "number of seconds", OWN},
    {"file-format", 'O', "NAME", "their format: auto magic bsd 4.4bsd", .act = SET_FORMAT},
    {"recursive", 0, NULL, "read directories and what is below them", FIELD(input.files.recursive),
     OWN},
    {"files-from", 0, "LIST", "data files that LIST names, a line each", .act = ADD_LIST, OWN},
    {"null", 0, NULL, "names in LIST end with a NUL", FIELD(input.files.null_ended), OWN},
    {"keep-going", 0, NULL, "leave out data files that are broken", FIELD(input.files.keep_going),
     OWN},
    {"jobs", 0, "N", "use N threads", .act = SET_COUNT, FIELD(jobs), .least = 1,
     .noun = "number of threads", OWN},

    {.help = "Other"},
    {"run", 0, "[LIBDIR]", "first word: run a program, and report", .act = RUN_PROGRAM, OWN},
    {"no-limit", 0, NULL, "let the run take any time, memory and output", FIELD(no_limit), OWN},
    {"debug", 'd', "[N]", "trace the work; N is a sum of bits", .act = SET_TRACE},
    {"help", 'h', NULL, "this text", .act = PRINT_HELP},
    {"version", 'v', NULL, "the version", .act = PRINT_VERSION},

    /* Deprecated */
    {NULL, 'e', "SYMSPEC", NULL, .act = EXCLUDE_SYMBOLS, .tables = IN_GRAPH},
    {NULL, 'E', "SYMSPEC", NULL, .act = EXCLUDE_SYMBOLS, .tables = IN_GRAPH | IN_TIME},
    {NULL, 'f', "SYMSPEC", NULL, .act = INCLUDE_SYMBOLS, .tables = IN_GRAPH},
    {NULL, 'F', "SYMSPEC", NULL, .act = INCLUDE_SYMBOLS, .tables = IN_GRAPH | IN_TIME},
};

const size_t n_option_rows = sizeof option_rows / sizeof *option_rows;

_Static_assert(sizeof option_rows / sizeof *option_rows <= OPTION_ROWS_MAX, "too many options");

const struct option_row *option_row_of(int letter)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].letter == letter)
            return &option_rows[i];
    return NULL;
}

/* ---- what the options do --------------------------------------------------------------------- */

/* Returns the number at the start of a text, as atoi does, without atoi's undefined overflow. */
static int number(const char *text)
{
    long value = strtol(text, NULL, 10);

    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int)value;
}

/* Warns if a value that is taken as GNU gprof takes it, in silence, is not a number. */
static void warn_of_no_number(const struct option_row *row, const char *value, struct diag *d)
{
    if (value[strspn(value, "0123456789")])
        diag_warning(d, NULL, "--%s=%s is not a %s, read as %d; give 0 or more", row->name, value,
                     row->noun, number(value));
}

static bool take_count(unsigned *count, const struct option_row *row, const char *value,
                       struct diag *d)
{
    int n = number(value);

    if (n < row->least || value[strspn(value, "0123456789")])
        return diag_error(d, NULL, "--%s=%s is not a %s; give %d or more", row->name, value,
                          row->noun, row->least);
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
        return diag_error(d, NULL, "--%s=%s is not a percentage; give a number from 0 to 100",
                          row->name, value);
    return true;
}

/* Takes the value, one of the row's words; without a value, the second word. */
static bool take_word(int *number, const struct option_row *row, const char *value, struct diag *d)
{
    const char *const *words = row->words;
    LOCAL_BY(sink_release) struct sink known = sink_in_memory(d);

    for (int i = 0; words[i]; i++) {
        const char *between = i == 0 ? "" : words[i + 1] ? ", " : " or ";

        *number = row->least + i;
        if (strcmp(words[i], value ? value : words[1]) == 0)
            return true;
        sink_printf(&known, "%s%s", between, words[i]);
    }
    return diag_error(d, NULL, "--%s=%s is not valid; use %s", row->name, value, sink_text(&known));
}

/* Reads the number of a limit from the front of `text`. Returns the text behind it, or NULL. */
static const char *take_limit_number(struct change_limit *limit, const char *text)
{
    size_t digits = strspn(text, "0123456789"), length = digits;
    char *end;

    if (text[length] == '.')
        length += 1 + strspn(text + length + 1, "0123456789");
    if (digits == 0 || length > 20)
        return NULL;
    limit->is_percent = text[length] == '%';
    if (limit->is_percent) {
        limit->percent = strtod(text, &end);
        return text + length + 1;
    }
    errno = 0;
    limit->count = strtoull(text, &end, 10);
    return limit->figure == CHANGE_CALLS && length == digits && errno == 0 ? text + length : NULL;
}

/* Adds a limit: self:P%, total:P% or calls:N, with :FUNCTION behind it for one function. */
static bool add_limit(struct options *o, const char *text, struct diag *d)
{
    static const char *const figures[] = {
        [CHANGE_SELF] = "self:", [CHANGE_TOTAL] = "total:", [CHANGE_CALLS] = "calls:"};
    struct change_limit limit = {.text = text};
    const char *at = NULL;

    for (size_t i = 0; i < sizeof figures / sizeof *figures && !at; i++)
        if (strncmp(text, figures[i], strlen(figures[i])) == 0) {
            limit.figure = (enum change_figure)i;
            at = take_limit_number(&limit, text + strlen(figures[i]));
        }
    if (at && *at == ':' && at[1] != '\0')
        limit.function = at + 1;
    else if (!at || *at != '\0')
        return diag_error(d, NULL,
                          "--fail-on=%s is not a limit; give self:P%%, total:P%% or calls:N, with "
                          ":FUNCTION behind it for one function",
                          text);
    *mem_push(d, o->limits, o->n_limits, o->limits_cap) = limit;
    return true;
}

/* Adds `spec` to one half of each of the row's tables. */
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

/* Requests the row's report by name, or drops the report. `spec` limits the report, or is NULL. */
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

/* Applies an option whose value is a word, number or name with rules of its own. */
static bool take_value(struct options *o, const struct option_row *row, const char *value,
                       struct diag *d)
{
    switch (row->act) {
    case SET_MIN_PERCENT:
        return take_percent(&o->style.min_percent, row, value, d);
    case SET_MIN_COUNT:
        o->style.min_count = strtoull(value, NULL, 10);
        warn_of_no_number(row, value, d);
        return true;
    case SET_DEMANGLING:
        o->demangle = (enum demangle_style)row->least;
        return !value || demangle_style_named(value, &o->demangle) ||
               diag_error(d, NULL,
                          "unknown demangling style '%s'; known are none, auto, gnu-v3, java, "
                          "gnat, dlang and rust",
                          value);
    case SET_FORMAT:
        return gmon_format_parse(&o->format, value, d);
    case ADD_SOURCE_DIRECTORIES:
        source_search_add(&o->sources, value, d);
        return true;
    case ADD_DEBUG_DIRECTORY:
        text_map_add(&o->debug_files, value, d);
        return true;
    case ADD_LIST:
        *mem_push(d, o->lists, o->input.files.n_lists, o->lists_cap) = value;
        return true;
    case ADD_LIMIT:
        return add_limit(o, value, d);
    case SET_TRACE:
        o->trace_bits = value ? (unsigned)number(value) | 1 : UINT_MAX;
        return true;
    case RUN_PROGRAM:
        return diag_error(d, NULL, "--run is the first word: gprof --run [options] PROGRAM");
    default: /* PRINT_HELP and PRINT_VERSION set nothing */
        return true;
    }
}

bool option_take(struct options *o, const struct option_row *row, const char *value, struct diag *d)
{
    void *field = (char *)o + row->field;
    unsigned report;

    switch (row->act) {
    case SET_FLAG:
        *(bool *)field = true;
        return true;
    case SET_NUMBER:
        *(int *)field = number(value);
        warn_of_no_number(row, value, d);
        return true;
    case SET_COUNT:
        return take_count(field, row, value, d);
    case SET_TEXT:
        *(const char **)field = value;
        return true;
    case SET_WORD:
        return take_word(field, row, value, d);
    case MAKE_REPORT:
    case DROP_REPORT:
        ask_for_report(o, row, row->tables ? value : NULL, d);
        if (value && !row->tables)
            *(const char **)field = value;
        return true;
    case ASK_FOR_TOP:
        if (value && row->tables && !strchr("-+.0123456789", *value)) {
            o->reports |= REPORT_FUNCTION;
            o->explicit |= REPORT_FUNCTION;
            name_symbols(o, row, value, true, d);
            return true;
        }
        ask_for_report(o, row, NULL, d);
        return !value || take_count(field, row, value, d);
    case ASK_FOR_EXPORT:
        report = report_of_export(value, d);
        o->reports |= report;
        o->explicit |= report;
        return report != 0;
    case ADD_BASE:
        ask_for_report(o, row, NULL, d);
        *mem_push(d, o->bases, o->n_bases, o->bases_cap) = value;
        return true;
    case INCLUDE_SYMBOLS:
    case EXCLUDE_SYMBOLS:
        name_symbols(o, row, value, row->act == INCLUDE_SYMBOLS, d);
        return true;
    default:
        return take_value(o, row, value, d);
    }
}

/* ---- the texts of --help and --version ------------------------------------------------------- */

enum {
    HELP_COLUMN = 37, /* column at which the help of a row begins */
    HELP_END = 80     /* column that no line of the help reaches */
};

static const char beginning[] =
    " [OPTION]... [PROGRAM [DATA-FILE...]]\n"
    "\n"
    "Examples:\n"
    "  gprof-run ./prog                  run a program, and show where its time went\n"
    "  gprof --top prog                  where the time of the last run went\n"
    "  gprof prog gmon.out | less        flat profile and call graph, explained\n";

/* GNU gprof's usage block, word for word, followed by the options that GNU gprof does not have.
 * Completions of other projects read what stands in brackets, wherever it is.
 * tests/cli/options.t compares it with the table of options. */
static const char ending[] =
    "\n"
    "All options in brackets:\n"
    "\t[-[abcDhilLrsTvwxyz]] [-[ABCeEfFJnNOpPqQRStZ][name]] [-I dirs]\n"
    "\t[-d[num]] [-k from/to] [-m min-count] [-t table-length]\n"
    "\t[--[no-]annotated-source[=name]] [--[no-]exec-counts[=name]]\n"
    "\t[--[no-]flat-profile[=name]] [--[no-]graph[=name]]\n"
    "\t[--[no-]time=name] [--all-lines] [--brief] [--debug[=level]]\n"
    "\t[--function-ordering] [--file-ordering] [--inline-file-names]\n"
    "\t[--directory-path=dirs] [--display-unused-functions]\n"
    "\t[--file-format=name] [--file-info] [--help] [--line] [--min-count=n]\n"
    "\t[--no-static] [--print-path] [--separate-files]\n"
    "\t[--static-call-graph] [--sum] [--table-length=len] [--traditional]\n"
    "\t[--version] [--width=n] [--ignore-non-functions]\n"
    "\t[--demangle[=STYLE]] [--no-demangle] [--external-symbol-table=name]\n"
    "\t[--recursive] [--files-from=list] [--null] [--keep-going] [--jobs=n]\n"
    "\t[--symbol-directory=dir] [--debuginfod-timeout=seconds]\n"
    "\t[--top[=n|name]] [--tree[=n]]\n"
    "\t[--compare=base] [--compare-image=image] [--fail-on=limit]\n"
    "\t[--export=format] [--by-file] [--estimated] [--names=form] [--clones]\n"
    "\t[--no-lines] [--no-sources] [--no-system-sources] [--sort=key]\n"
    "\t[--min-percent=p] [--color[=when]] [--output=file] [--no-limit]\n"
    "\t[--run[=libdir]] [@FILE]\n"
    "\t[image-file] [profile-file...]\n"
    "\n"
    "See gprof(1), gprof-run(1), info gprof.\n";

/* Prints the help of a row, a word at a time. `column` columns of the line are taken already. */
static void put_help(struct sink *out, const char *text, uint64_t column)
{
    while (*text) {
        size_t length = strcspn(text, " ");

        if (column < HELP_COLUMN || column + 1 + length >= HELP_END) {
            if (column > HELP_COLUMN) {
                sink_char(out, '\n');
                column = 0;
            }
            sink_repeat(out, ' ', (size_t)(HELP_COLUMN - column));
            column = HELP_COLUMN;
        } else {
            sink_char(out, ' ');
            column++;
        }
        sink_bytes(out, text, length);
        column += length;
        text += length + (text[length] == ' ');
    }
    sink_char(out, '\n');
}

static void print_row(struct sink *out, const struct option_row *row)
{
    const char *value = row->value ? row->value : "";
    const char *between = row->value && row->name ? "=" : row->value ? " " : "";
    uint64_t start = out->written;

    if (row->letter)
        sink_printf(out, "  -%c%s", row->letter, row->name ? ", " : "");
    else
        sink_string(out, "      ");
    if (row->name)
        sink_printf(out, "--%s", row->name);
    if (option_argument(row) == optional_argument)
        sink_printf(out, "[%s%s", between, value + 1);
    else
        sink_printf(out, "%s%s", between, value);
    put_help(out, row->help, out->written - start);
}

void option_help_print(struct sink *out, const char *program)
{
    sink_printf(out, "Usage: %s%s", program, beginning);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];

        if (!row->name && !row->letter)
            sink_printf(out, "\n%s:\n", row->help);
        else if (row->help)
            print_row(out, row);
    }
    sink_string(out, ending);
}

void option_help_print_version(struct sink *out)
{
    sink_string(out, "gprof " PACKAGE_VERSION " (does what GNU gprof 2.44 does)\n"
                     "A profiler for programs compiled with -pg.\n"
                     "This program is free software, licence GPL-3.0-or-later; it comes without "
                     "any warranty.\n");
}
