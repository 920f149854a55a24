/* option_table - all options: what each is called, what it does, what the help says of it
 *
 * A row reads: names, argument, heading, what the help says; then what it does, and last what only
 * the usage text has to know.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_table.h"

#include "option_actions.h"

#include <getopt.h>

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
     "flat profile: time and calls by function", .act = ask_for_report, .report = REPORT_FLAT,
     .tables = IN_FLAT, .usage_value = "name"},
    {"graph", 'q', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "call graph: who calls whom, at what cost", .act = ask_for_report, .report = REPORT_GRAPH,
     .tables = IN_GRAPH, .takes_arcs = true, .usage_value = "name"},
    {NULL, 'B', no_argument, GROUP_REPORTS, NULL, NULL, .act = ask_for_report,
     .report = REPORT_GRAPH, .letters = LETTERS_NAMED},
    {"compare-estimates", '\0', no_argument, GROUP_REPORTS, NULL,
     "measured times beside estimated ones", .act = ask_for_report, .report = REPORT_COMPARE,
     .is_own = true},
    {"top", '\0', optional_argument, GROUP_REPORTS, "N",
     "one screen: the N (20) costliest functions", .act = ask_for_top, .report = REPORT_TOP,
     FIELD(style.top_rows), .least = 0, .noun = "number of rows", .is_own = true,
     .usage_value = "n"},
    {"annotated-source", 'A', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "source code with execution counts", .act = ask_for_report, .report = REPORT_ANNO,
     .tables = IN_ANNO, .usage_value = "name"},
    {"exec-counts", 'C', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "execution counts, a line a function", .act = ask_for_report, .report = REPORT_EXEC,
     .tables = IN_EXEC, .usage_value = "name"},
    {"function-ordering", 'r', no_argument, GROUP_REPORTS, NULL,
     "an order of functions for the linker", .act = make_report, .report = REPORT_FUNCTION_ORDER},
    {"file-ordering", 'R', required_argument, GROUP_REPORTS, "MAP",
     "an order of object files for the linker", .act = make_report, .report = REPORT_FILE_ORDER,
     FIELD(map)},
    {"compare", '\0', required_argument, GROUP_REPORTS, "BASE",
     "what changed since the data files BASE", .act = add_base, .report = REPORT_CHANGES,
     .is_own = true, .usage_value = "base"},
    {"compare-image", '\0', required_argument, GROUP_REPORTS, "IMAGE",
     "the program of BASE, if it was rebuilt", .act = set_text, FIELD(base_image), .is_own = true,
     .usage_value = "image"},
    {"fail-on", '\0', required_argument, GROUP_REPORTS, "LIMIT",
     "status 3 if worse: self:5% or calls:0", .act = add_limit, .is_own = true,
     .usage_value = "limit"},
    {"export", '\0', required_argument, GROUP_REPORTS, "FORMAT",
     "the profile for other programs: callgrind, dot, folded, pprof, json, csv, html",
     .act = ask_for_export, .is_own = true, .usage_value = "format"},
    {"by-file", '\0', no_argument, GROUP_REPORTS, NULL,
     "data files beside each other: who is slow?", .act = ask_for_report, .report = REPORT_BY_FILE,
     .is_own = true},
    {"file-info", 'i', no_argument, GROUP_REPORTS, NULL, "how many records the data files hold",
     .act = make_report, .report = REPORT_INFO},
    {"sum", 's', no_argument, GROUP_REPORTS, NULL, "add up the data files into gmon.sum",
     .act = make_report, .report = REPORT_SUM},
    {"no-flat-profile", 'P', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no flat profile, or not of these functions", .act = drop_report, .report = REPORT_FLAT,
     .tables = IN_FLAT},
    {"no-graph", 'Q', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no call graph, or not of these functions", .act = drop_report, .report = REPORT_GRAPH,
     .tables = IN_GRAPH, .takes_arcs = true},
    {"no-annotated-source", 'J', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no annotated source, or not of these", .act = drop_report, .report = REPORT_ANNO,
     .tables = IN_ANNO},
    {"no-exec-counts", 'Z', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no execution counts, or not of these", .act = drop_report, .report = REPORT_EXEC,
     .tables = IN_EXEC},

    /* What goes into it */
    {"no-static", 'a', no_argument, GROUP_CONTENTS, NULL, "count static functions for those before",
     .act = set_flag, FIELD(no_static)},
    {"static-call-graph", 'c', no_argument, GROUP_CONTENTS, NULL,
     "add calls found in the machine code", .act = set_flag, FIELD(static_calls)},
    {"estimated", '\0', no_argument, GROUP_CONTENTS, NULL,
     "times by numbers of calls, not by stacks", .act = set_flag, FIELD(estimated), .is_own = true},
    {"ignore-non-functions", 'D', no_argument, GROUP_CONTENTS, NULL,
     "drop local symbols that are not functions", .act = set_flag, FIELD(only_functions)},
    {"line", 'l', no_argument, GROUP_CONTENTS, NULL, "report source lines instead of functions",
     .act = set_flag, FIELD(by_line)},
    {"min-count", 'm', required_argument, GROUP_CONTENTS, "N", "leave out execution counts below N",
     .act = set_min_count, .usage_value = "n", .usage_letter = "m min-count"},
    {"time", 'n', required_argument, GROUP_CONTENTS, "SYMSPEC",
     "propagate only these functions' times", .act = include_symbols, .tables = IN_TIME,
     .usage_value = "name"},
    {"no-time", 'N', required_argument, GROUP_CONTENTS, "SYMSPEC",
     "do not propagate these functions' times", .act = exclude_symbols, .tables = IN_TIME},
    {NULL, 'k', required_argument, GROUP_CONTENTS, "FROM/TO", "drop these arcs of the call graph",
     .act = exclude_symbols, .tables = IN_ARCS, .usage_letter = "k from/to"},
    {"display-unused-functions", 'z', no_argument, GROUP_CONTENTS, NULL,
     "mention functions without time and calls", .act = set_flag, FIELD(style.show_unused)},

    /* How it looks */
    {"brief", 'b', no_argument, GROUP_LOOK, NULL, "no explanations of the tables", .act = set_flag,
     FIELD(style.brief)},
    {"demangle", '\0', optional_argument, GROUP_LOOK, "STYLE",
     "names as in the source: auto gnu-v3 java gnat dlang rust", .act = set_demangling,
     .usage_value = "STYLE"},
    {"no-demangle", '\0', no_argument, GROUP_LOOK, NULL, "names as the linker has them",
     .act = set_no_demangling},
    {"names", '\0', required_argument, GROUP_LOOK, "FORM",
     "how much of each name: full short base mangled", .act = set_names, .noun = "form of names",
     .is_own = true, .usage_value = "form"},
    {"inline-file-names", '\0', no_argument, GROUP_LOOK, NULL, "functions with their file and line",
     .act = set_flag, FIELD(inline_file_names)},
    {"no-system-sources", '\0', no_argument, GROUP_LOOK, NULL,
     "-A: no headers of system and compilers", .act = set_flag, FIELD(style.no_system_sources),
     .is_own = true},
    {"print-path", 'L', no_argument, GROUP_LOOK, NULL, "source files with their directories",
     .act = set_flag, FIELD(print_path)},
    {"table-length", 't', required_argument, GROUP_LOOK, "N", "rows in the table of top lines",
     .act = set_number, FIELD(style.top_lines), .usage_value = "len",
     .usage_letter = "t table-length", .letters = LETTERS_NAMED},
    {"traditional", 'T', no_argument, GROUP_LOOK, NULL, "the layout of the first BSD gprof",
     .act = set_flag, FIELD(style.traditional)},
    {"width", 'w', required_argument, GROUP_LOOK, "N", "columns of the index (default: 80)",
     .act = set_number, FIELD(style.width), .usage_value = "n", .letters = LETTERS_PLAIN},
    {"all-lines", 'x', no_argument, GROUP_LOOK, NULL, "annotate every line of a block",
     .act = set_flag, FIELD(style.all_lines)},
    {"separate-files", 'y', no_argument, GROUP_LOOK, NULL, "annotated sources into files NAME-ann",
     .act = set_flag, FIELD(style.separate_files)},

    {"sort", '\0', required_argument, GROUP_LOOK, "KEY", "of --top: self total calls name file",
     .act = set_sorting, .noun = "sorting key", .is_own = true, .usage_value = "key"},
    {"min-percent", '\0', required_argument, GROUP_LOOK, "P", "of --top: leave out what has less",
     .act = set_min_percent, .is_own = true, .usage_value = "p"},
    {"color", '\0', optional_argument, GROUP_LOOK, "WHEN", "of --top: auto always never",
     .act = set_colour, .noun = "time to use colours", .is_own = true, .usage_value = "when"},
    {"output", '\0', required_argument, GROUP_LOOK, "FILE",
     "into FILE, not standard output or gmon.sum", .act = set_text, FIELD(output), .is_own = true,
     .usage_value = "file"},

    /* Data files and images */
    {"directory-path", 'I', required_argument, GROUP_DATA, "DIRS", "where to look for source files",
     .act = add_source_directories, .usage_value = "dirs", .usage_letter = "I dirs"},
    {"external-symbol-table", 'S', required_argument, GROUP_DATA, "FILE",
     "symbols from FILE, as nm prints them", .act = set_text, FIELD(external_symbols),
     .usage_value = "name"},
    {"symbol-directory", '\0', required_argument, GROUP_DATA, "DIR",
     "where to look for debug files, too", .act = add_debug_directory, .is_own = true,
     .usage_value = "dir"},
    {"file-format", 'O', required_argument, GROUP_DATA, "NAME",
     "of the data files: auto magic bsd 4.4bsd", .act = set_format, .usage_value = "name"},
    {"recursive", '\0', no_argument, GROUP_DATA, NULL, "of directories, read all data files below",
     .act = set_flag, FIELD(recursive), .is_own = true},
    {"files-from", '\0', required_argument, GROUP_DATA, "LIST",
     "data files that LIST names, a line each", .act = add_list, .is_own = true,
     .usage_value = "list"},
    {"null", '\0', no_argument, GROUP_DATA, NULL, "names in LIST end with a NUL", .act = set_flag,
     FIELD(null_lists), .is_own = true},
    {"keep-going", '\0', no_argument, GROUP_DATA, NULL, "leave out data files that are broken",
     .act = set_flag, FIELD(keep_going), .is_own = true},
    {"jobs", '\0', required_argument, GROUP_DATA, "N", "use N threads", .act = set_count,
     FIELD(jobs), .least = 1, .noun = "number of threads", .is_own = true, .usage_value = "n"},

    /* Other */
    {"debug", 'd', optional_argument, GROUP_OTHER, "N", "trace the work; N is a sum of bits",
     .act = set_trace, .usage_value = "level", .usage_letter = "d[num]"},
    {"help", 'h', no_argument, GROUP_OTHER, NULL, "this text", .act = ask_for_help},
    {"version", 'v', no_argument, GROUP_OTHER, NULL, "the version", .act = ask_for_version},

    /* Deprecated */
    {NULL, 'e', required_argument, GROUP_OTHER, NULL, NULL, .act = exclude_symbols,
     .tables = IN_GRAPH},
    {NULL, 'E', required_argument, GROUP_OTHER, NULL, NULL, .act = exclude_symbols,
     .tables = IN_GRAPH | IN_TIME},
    {NULL, 'f', required_argument, GROUP_OTHER, NULL, NULL, .act = include_symbols,
     .tables = IN_GRAPH},
    {NULL, 'F', required_argument, GROUP_OTHER, NULL, NULL, .act = include_symbols,
     .tables = IN_GRAPH | IN_TIME},
};

const size_t n_option_rows = sizeof option_rows / sizeof *option_rows;

_Static_assert(sizeof option_rows / sizeof *option_rows <= OPTION_ROWS_MAX, "too many options");
