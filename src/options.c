/* options - the command line
 *
 * getopt_long scans, so that permutation, clusters and abbreviations are those that users know.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "options.h"

#include "base/mem.h"
#include "long_options.h"

#include <getopt.h>
#include <stddef.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_WIDTH = 80, DEFAULT_TOP_LINES = 10, DEFAULT_MIN_COUNT = 1 };

/* What getopt returns for options without a letter. */
enum {
    LONG_DEMANGLE = 256,
    LONG_NO_DEMANGLE,
    LONG_INLINE_FILE_NAMES,
    /* From here on options that GNU gprof does not have; they take part in abbreviation only where
     * none of its options is meant, so that every abbreviation keeps its meaning. */
    LONG_OWN,
    LONG_RECURSIVE = LONG_OWN,
    LONG_FILES_FROM,
    LONG_NULL,
    LONG_KEEP_GOING,
    LONG_JOBS,
    LONG_SYMBOL_DIRECTORY
};

enum group { GROUP_REPORTS, GROUP_CONTENTS, GROUP_LOOK, GROUP_DATA, GROUP_OTHER, GROUPS };

static const char *const group_titles[GROUPS] = {
    "What to print (default: flat profile and call graph)",
    "What goes into it",
    "How it looks",
    "Data files and images",
    "Other",
};

/* An option. Rows without help are deprecated or synonyms. */
struct option_row {
    const char *name; /* long name, or NULL */
    int letter;       /* short name, or a LONG_ number */
    int argument;     /* getopt's no_argument, required_argument or optional_argument */
    enum group group;
    const char *value; /* what the argument is called in the help */
    const char *help;
};

static const struct option_row rows[] = {
    {"flat-profile", 'p', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "flat profile: time and calls by function"},
    {"graph", 'q', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "call graph: who calls whom, and what that costs"},
    {NULL, 'B', no_argument, GROUP_REPORTS, NULL, NULL},
    {"annotated-source", 'A', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "source code with execution counts"},
    {"exec-counts", 'C', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "execution counts, a line a function"},
    {"function-ordering", 'r', no_argument, GROUP_REPORTS, NULL,
     "an order of functions for the linker"},
    {"file-ordering", 'R', required_argument, GROUP_REPORTS, "MAP",
     "an order of object files for the linker"},
    {"file-info", 'i', no_argument, GROUP_REPORTS, NULL, "how many records the data files hold"},
    {"sum", 's', no_argument, GROUP_REPORTS, NULL, "add up the data files into gmon.sum"},
    {"no-flat-profile", 'P', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no flat profile, or not these functions in it"},
    {"no-graph", 'Q', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no call graph, or not these functions in it"},
    {"no-annotated-source", 'J', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no annotated source, or not these functions"},
    {"no-exec-counts", 'Z', optional_argument, GROUP_REPORTS, "SYMSPEC",
     "no execution counts, or not of these functions"},
    {"no-static", 'a', no_argument, GROUP_CONTENTS, NULL,
     "give static functions to the function before them"},
    {"static-call-graph", 'c', no_argument, GROUP_CONTENTS, NULL,
     "add calls found in the machine code"},
    {"ignore-non-functions", 'D', no_argument, GROUP_CONTENTS, NULL,
     "drop local symbols that are not functions"},
    {"line", 'l', no_argument, GROUP_CONTENTS, NULL, "report source lines instead of functions"},
    {"min-count", 'm', required_argument, GROUP_CONTENTS, "N",
     "leave out execution counts below N"},
    {"time", 'n', required_argument, GROUP_CONTENTS, "SYMSPEC",
     "propagate only these functions' times"},
    {"no-time", 'N', required_argument, GROUP_CONTENTS, "SYMSPEC",
     "do not propagate these functions' times"},
    {NULL, 'k', required_argument, GROUP_CONTENTS, "FROM/TO", "drop these arcs of the call graph"},
    {"display-unused-functions", 'z', no_argument, GROUP_CONTENTS, NULL,
     "mention functions without time and calls"},
    {"brief", 'b', no_argument, GROUP_LOOK, NULL, "no explanations of the tables"},
    {"demangle", LONG_DEMANGLE, optional_argument, GROUP_LOOK, "STYLE",
     "names as in the source: auto gnu-v3 java gnat dlang rust"},
    {"no-demangle", LONG_NO_DEMANGLE, no_argument, GROUP_LOOK, NULL,
     "names as the linker has them"},
    {"inline-file-names", LONG_INLINE_FILE_NAMES, no_argument, GROUP_LOOK, NULL,
     "functions with their file and line"},
    {"print-path", 'L', no_argument, GROUP_LOOK, NULL, "source files with their folders"},
    {"table-length", 't', required_argument, GROUP_LOOK, "N", "rows in the table of top lines"},
    {"traditional", 'T', no_argument, GROUP_LOOK, NULL, "the layout of the first BSD gprof"},
    {"width", 'w', required_argument, GROUP_LOOK, "N", "columns of the index (default: 80)"},
    {"all-lines", 'x', no_argument, GROUP_LOOK, NULL, "annotate every line of a block"},
    {"separate-files", 'y', no_argument, GROUP_LOOK, NULL, "annotated sources into files NAME-ann"},
    {"directory-path", 'I', required_argument, GROUP_DATA, "DIRS",
     "where to look for source files"},
    {"external-symbol-table", 'S', required_argument, GROUP_DATA, "FILE",
     "symbols from FILE, as nm prints them"},
    {"symbol-directory", LONG_SYMBOL_DIRECTORY, required_argument, GROUP_DATA, "DIR",
     "where to look for debug files, too"},
    {"file-format", 'O', required_argument, GROUP_DATA, "NAME",
     "of the data files: auto magic bsd 4.4bsd"},
    {"recursive", LONG_RECURSIVE, no_argument, GROUP_DATA, NULL,
     "of folders, read all data files below"},
    {"files-from", LONG_FILES_FROM, required_argument, GROUP_DATA, "LIST",
     "data files that LIST names, a line each"},
    {"null", LONG_NULL, no_argument, GROUP_DATA, NULL, "names in LIST end with a NUL"},
    {"keep-going", LONG_KEEP_GOING, no_argument, GROUP_DATA, NULL,
     "leave out data files that are broken"},
    {"jobs", LONG_JOBS, required_argument, GROUP_DATA, "N", "read with N threads"},
    {"debug", 'd', optional_argument, GROUP_OTHER, "N", "trace the work; N is a sum of bits"},
    {"help", 'h', no_argument, GROUP_OTHER, NULL, "this text"},
    {"version", 'v', no_argument, GROUP_OTHER, NULL, "the version"},
    {NULL, 'e', required_argument, GROUP_OTHER, NULL, NULL},
    {NULL, 'E', required_argument, GROUP_OTHER, NULL, NULL},
    {NULL, 'f', required_argument, GROUP_OTHER, NULL, NULL},
    {NULL, 'F', required_argument, GROUP_OTHER, NULL, NULL},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* The block that shell completion reads: its words are the options' names. */
static const char usage_block[] =
    " [-[abcDhilLrsTvwxyz]] [-[ABCeEfFJnNOpPqQRStZ][name]] [-I dirs]\n"
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
    "\t[--symbol-directory=dir] [@FILE]\n"
    "\t[image-file] [profile-file...]\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  gprof prog gmon.out > report      flat profile and call graph, explained\n"
    "  gprof -b -p prog                  only the flat profile of ./gmon.out\n"
    "  gprof -s prog gmon.out.*          add up several runs; then: gprof prog gmon.sum\n";

static void print_row(struct sink *out, const struct option_row *row)
{
    bool optional = row->argument == optional_argument;
    uint64_t start = out->written, columns;

    if (row->letter < LONG_DEMANGLE)
        sink_printf(out, "  -%c%s", row->letter, row->name ? ", " : "");
    else
        sink_string(out, "      ");
    if (row->name)
        sink_printf(out, "--%s", row->name);
    if (row->value)
        sink_printf(out, "%s%s%s%s", optional ? "[" : "", row->name ? "=" : " ", row->value,
                    optional ? "]" : "");
    columns = out->written - start;
    sink_repeat(out, ' ', columns < 37 ? (size_t)(37 - columns) : 1);
    sink_string(out, row->help);
    sink_char(out, '\n');
}

static void print_usage(struct sink *out, const char *program)
{
    sink_printf(out, "Usage: %s%s", program, usage_block);
    for (enum group g = 0; g < GROUPS; g++) {
        sink_printf(out, "\n%s:\n", group_titles[g]);
        for (size_t i = 0; i < ROWS; i++)
            if (rows[i].group == g && rows[i].help)
                print_row(out, &rows[i]);
    }
    sink_string(out, examples);
}

static void print_version(struct sink *out)
{
    sink_string(out, "gprof " PACKAGE_VERSION " (does what GNU gprof 2.40 does)\n"
                     "A profiler for programs compiled with -pg.\n"
                     "This program is free software, licence GPL-3.0-or-later; it comes without "
                     "any warranty.\n");
}

/* What atoi does, without its undefined overflow: leading digits count, no digits are 0. */
static int number(const char *text)
{
    long value = strtol(text, NULL, 10);

    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int)value;
}

static bool parse_format(const char *name, enum gmon_format *format, struct diag *d)
{
    static const struct {
        const char *name;
        enum gmon_format format;
    } formats[] = {
        {"auto", GMON_FORMAT_AUTO},
        {"bsd", GMON_FORMAT_BSD},
        {"4.4bsd", GMON_FORMAT_44BSD},
        {"magic", GMON_FORMAT_MAGIC},
    };
    size_t length = strlen(name);

    for (size_t i = 0; length && i < sizeof formats / sizeof *formats; i++) {
        if (strncmp(formats[i].name, name, length) == 0) {
            *format = formats[i].format;
            return true;
        }
    }
    if (length && strncmp("prof", name, length) == 0)
        return diag_error(d, NULL,
                          "sorry, file format `prof' is not yet supported; known are auto, "
                          "magic, bsd and 4.4bsd");
    return diag_error(d, NULL, "unknown file format `%s'; known are auto, magic, bsd and 4.4bsd",
                      name);
}

static bool parse_jobs(const char *text, unsigned *jobs, struct diag *d)
{
    int n = number(text);

    if (n < 1 || text[strspn(text, "0123456789")])
        return diag_error(d, NULL, "--jobs=%s is no number of threads; give 1 or more", text);
    *jobs = (unsigned)n;
    return true;
}

static bool add_list(struct options *o, const char *list, struct diag *d)
{
    const char **lists = mem_grow(d, o->lists, &o->lists_cap, o->n_lists + 1, sizeof *lists);

    if (!lists)
        return false;
    o->lists = lists;
    o->lists[o->n_lists++] = list;
    return true;
}

static bool parse_demangle(struct options *o, const char *style, struct diag *d)
{
    o->demangle = DEMANGLE_AUTO;
    if (!style || demangle_style_named(style, &o->demangle))
        return true;
    return diag_error(d, NULL,
                      "unknown demangling style `%s'; known are none, auto, gnu-v3, java, "
                      "gnat, dlang and rust",
                      style);
}

/* Put the symbols that `spec` names into one half of a table. */
static enum options_result name_symbols(struct options *o, const char *spec, enum sym_table table,
                                        bool include, struct diag *d)
{
    return sym_id_add(&o->ids, spec, table, include, d) ? OPTIONS_RUN : OPTIONS_ERROR;
}

/* -q and -Q take functions or an arc FROM/TO. */
static enum sym_table graph_table(const char *spec)
{
    return spec && strchr(spec, '/') ? SYM_TABLE_ARCS : SYM_TABLE_GRAPH;
}

/* -p -q -A -C: ask for the report; a specification limits it. */
static enum options_result want(struct options *o, unsigned kind, enum sym_table table,
                                const char *spec, struct diag *d)
{
    o->reports |= kind;
    o->explicit |= kind;
    return spec ? name_symbols(o, spec, table, true, d) : OPTIONS_RUN;
}

/* -P -Q -J -Z: alone they drop the report; with a specification it is printed without what that
 * names. */
static enum options_result want_without(struct options *o, unsigned kind, enum sym_table table,
                                        const char *spec, struct diag *d)
{
    if (spec)
        o->reports |= kind;
    else
        o->reports &= ~kind;
    o->explicit |= kind;
    return spec ? name_symbols(o, spec, table, false, d) : OPTIONS_RUN;
}

/* Options that do nothing but set a flag, and where it is. */
static const struct flag_option {
    int letter;
    size_t field; /* offset of the bool in struct options */
} flag_options[] = {
    {'a', offsetof(struct options, no_static)},
    {'c', offsetof(struct options, static_calls)},
    {'D', offsetof(struct options, only_functions)},
    {'l', offsetof(struct options, by_line)},
    {'b', offsetof(struct options, brief)},
    {'T', offsetof(struct options, traditional)},
    {'L', offsetof(struct options, print_path)},
    {LONG_INLINE_FILE_NAMES, offsetof(struct options, inline_file_names)},
    {'x', offsetof(struct options, annotate.all_lines)},
    {'y', offsetof(struct options, annotate.separate_files)},
    {LONG_RECURSIVE, offsetof(struct options, recursive)},
    {LONG_NULL, offsetof(struct options, null_lists)},
    {LONG_KEEP_GOING, offsetof(struct options, keep_going)},
};

static bool set_flag(struct options *o, int letter)
{
    for (size_t i = 0; i < sizeof flag_options / sizeof *flag_options; i++) {
        if (flag_options[i].letter == letter) {
            *(bool *)((char *)o + flag_options[i].field) = true;
            return true;
        }
    }
    return false;
}

/* Take in one option; `value` is its argument or NULL. */
static enum options_result apply(struct options *o, int letter, const char *value, struct sink *out,
                                 struct diag *d)
{
    enum options_result result;

    if (set_flag(o, letter))
        return OPTIONS_RUN;
    switch (letter) {
    case 'p':
        return want(o, REPORT_FLAT, SYM_TABLE_FLAT, value, d);
    case 'q':
    case 'B':
        return want(o, REPORT_GRAPH, graph_table(value), value, d);
    case 'P':
        return want_without(o, REPORT_FLAT, SYM_TABLE_FLAT, value, d);
    case 'Q':
        return want_without(o, REPORT_GRAPH, graph_table(value), value, d);
    case 'A':
        return want(o, REPORT_ANNO, SYM_TABLE_ANNO, value, d);
    case 'J':
        return want_without(o, REPORT_ANNO, SYM_TABLE_ANNO, value, d);
    case 'C':
        return want(o, REPORT_EXEC, SYM_TABLE_EXEC, value, d);
    case 'Z':
        return want_without(o, REPORT_EXEC, SYM_TABLE_EXEC, value, d);
    case 'n':
        return name_symbols(o, value, SYM_TABLE_TIME, true, d);
    case 'N':
        return name_symbols(o, value, SYM_TABLE_TIME, false, d);
    case 'k':
        return name_symbols(o, value, SYM_TABLE_ARCS, false, d);
    case 'f':
        return name_symbols(o, value, SYM_TABLE_GRAPH, true, d);
    case 'e':
        return name_symbols(o, value, SYM_TABLE_GRAPH, false, d);
    case 'F': /* as -f and -n together */
        result = name_symbols(o, value, SYM_TABLE_GRAPH, true, d);
        return result == OPTIONS_RUN ? name_symbols(o, value, SYM_TABLE_TIME, true, d) : result;
    case 'E': /* as -e and -N together */
        result = name_symbols(o, value, SYM_TABLE_GRAPH, false, d);
        return result == OPTIONS_RUN ? name_symbols(o, value, SYM_TABLE_TIME, false, d) : result;
    case 'r':
        o->reports |= REPORT_FUNCTION_ORDER;
        break;
    case 'R':
        o->reports |= REPORT_FILE_ORDER;
        o->map = value;
        break;
    case 'S':
        o->external_symbols = value;
        break;
    case 'm':
        o->min_count = strtoull(value, NULL, 10);
        o->annotate.min_count = o->min_count;
        break;
    case 't':
        o->annotate.top_lines = number(value);
        break;
    case 'I':
        return source_search_add(&o->sources, value, d) ? OPTIONS_RUN : OPTIONS_ERROR;
    case LONG_SYMBOL_DIRECTORY:
        return debug_search_add(&o->debug_files, value, d) ? OPTIONS_RUN : OPTIONS_ERROR;
    case 'i':
        o->reports |= REPORT_INFO;
        break;
    case 's':
        o->reports |= REPORT_SUM;
        break;
    case 'z':
        o->show_unused = true;
        o->annotate.unused_files = true;
        break;
    case LONG_DEMANGLE:
        return parse_demangle(o, value, d) ? OPTIONS_RUN : OPTIONS_ERROR;
    case LONG_NO_DEMANGLE:
        o->demangle = DEMANGLE_NONE;
        break;
    case 'w':
        o->width = number(value);
        break;
    case 'O':
        return parse_format(value, &o->format, d) ? OPTIONS_RUN : OPTIONS_ERROR;
    case LONG_FILES_FROM:
        return add_list(o, value, d) ? OPTIONS_RUN : OPTIONS_ERROR;
    case LONG_JOBS:
        return parse_jobs(value, &o->jobs, d) ? OPTIONS_RUN : OPTIONS_ERROR;
    case 'h':
        print_usage(out, d->program);
        return OPTIONS_DONE;
    case 'v':
        print_version(out);
        return OPTIONS_DONE;
    case 'd':
        o->trace_bits = value ? (unsigned)number(value) | 1 : UINT_MAX;
        break;
    default:
        break;
    }
    return OPTIONS_RUN;
}

/* getopt's views of the table: all long names, those of GNU gprof, and the letters, which have room
 * for 3 bytes a row and the NUL. */
static void make_getopt_tables(struct option *longs, struct option *gnu, char *letters)
{
    for (size_t i = 0; i < ROWS; i++) {
        const struct option_row *row = &rows[i];
        if (row->name)
            *longs++ = (struct option){row->name, row->argument, NULL, row->letter};
        if (row->name && row->letter < LONG_OWN)
            *gnu++ = longs[-1];
        if (row->letter >= LONG_DEMANGLE)
            continue;
        *letters++ = (char)row->letter;
        if (row->argument != no_argument)
            *letters++ = ':';
        if (row->argument == optional_argument)
            *letters++ = ':';
    }
    *longs = *gnu = (struct option){0};
    *letters = '\0';
}

/* getopt has said what is wrong with `word`; add what was meant, if it is an unknown long name, and
 * the usage text, which goes to stderr then. */
static enum options_result usage_error(const char *word, const struct option *longs, struct diag *d)
{
    /* else optopt is the option */
    const char *nearest = optopt == 0 ? long_options_nearest(longs, word) : NULL;
    struct sink usage;

    sink_init(&usage, -1);
    print_usage(&usage, d->program);
    if (nearest)
        diag_error(d, NULL, "did you mean --%s?", nearest);
    else
        d->errors++;
    if (d->stream && usage.used > 0)
        fwrite(usage.buf, 1, usage.used, d->stream);
    sink_release(&usage);
    return OPTIONS_ERROR;
}

/* What remains of argv: the image, then the data files. */
static enum options_result take_files(struct options *o, char **files, size_t n, struct diag *d)
{
    o->image = n > 0 ? files[0] : "a.out";
    o->data_files = mem_alloc(d, n, sizeof *o->data_files);
    if (!o->data_files)
        return OPTIONS_ERROR;
    for (size_t i = 1; i < n; i++)
        o->data_files[o->n_data_files++] = files[i];
    if (o->n_data_files == 0 && o->n_lists == 0)
        o->data_files[o->n_data_files++] = o->recursive ? "." : "gmon.out";
    return OPTIONS_RUN;
}

enum options_result options_parse(struct options *o, int argc, char **argv, struct sink *out,
                                  struct diag *d)
{
    const unsigned tables = REPORT_FLAT | REPORT_GRAPH;
    const char *path = getenv("GPROF_PATH");
    const unsigned orders = REPORT_FUNCTION_ORDER | REPORT_FILE_ORDER;
    struct option longs[ROWS + 1], gnu[ROWS + 1];
    char letters[3 * ROWS + 1];
    int letter;

    *o = (struct options){
        .demangle = DEMANGLE_AUTO,
        .width = DEFAULT_WIDTH,
        .annotate = {.min_count = DEFAULT_MIN_COUNT, .top_lines = DEFAULT_TOP_LINES},
    };
    make_getopt_tables(longs, gnu, letters);
    optind = 0; /* forget an earlier command line, even one that was left in the middle of a word */
    while ((letter = getopt_long(argc, argv, letters,
                                 long_options_next_is(gnu, argv, argc) ? gnu : longs, NULL)) !=
           -1) {
        enum options_result result = letter == '?' ? usage_error(argv[optind - 1], longs, d)
                                                   : apply(o, letter, optarg, out, d);
        if (result != OPTIONS_RUN)
            return result;
    }
    if ((o->reports & orders) == orders) {
        diag_error(d, NULL,
                   "Only one of --function-ordering and --file-ordering may be specified; run "
                   "gprof twice");
        return OPTIONS_ERROR;
    }
    o->functions_only = o->by_line;
    if (o->external_symbols) /* functions without lines: there is nothing to report by line */
        o->by_line = false;
    if (o->reports == 0) {
        o->by_default = true;
        o->reports = tables & ~o->explicit;
        o->explicit = 0;
    }
    o->explicit &= o->reports;
    if (path && !source_search_add(&o->sources, path, d))
        return OPTIONS_ERROR;
    return take_files(o, argv + optind, (size_t)(argc - optind), d);
}

void options_release(struct options *o)
{
    sym_ids_release(&o->ids);
    source_search_release(&o->sources);
    debug_search_release(&o->debug_files);
    free(o->data_files);
    free(o->lists);
    *o = (struct options){0};
}
