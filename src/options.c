/* options - parses the command line
 *
 * getopt_long scans the words, so permutation, clusters and abbreviations work as in other
 * programs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "options.h"

#include "option_table.h"
#include "option_words.h"

#include <errno.h>
#include <unistd.h>

enum { DEFAULT_WIDTH = 80, DEFAULT_TOP_LINES = 10, DEFAULT_MIN_COUNT = 1, DEFAULT_TOP_ROWS = 20 };

/* Value that getopt returns for row number 0 if it has no letter; other rows follow. */
enum { FIRST_ROW = 256 };

/* Tables for getopt, made from the table of options. */
struct getopt_tables {
    struct option longs[OPTION_ROWS_MAX + 1]; /* all long names */
    struct option gnu[OPTION_ROWS_MAX + 1];   /* long names of GNU gprof */
    char letters[3 * OPTION_ROWS_MAX + 1];    /* short names: up to 3 bytes a row, and the NUL */
};

static void make_getopt_tables(struct getopt_tables *t)
{
    struct option *longs = t->longs, *gnu = t->gnu;
    char *letters = t->letters;

    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        int code = row->letter ? row->letter : FIRST_ROW + (int)i;
        int argument = option_argument(row);

        if (row->name)
            *longs++ = (struct option){row->name, argument, NULL, code};
        if (row->name && !row->is_own)
            *gnu++ = longs[-1];
        if (!row->letter)
            continue;
        *letters++ = row->letter;
        if (argument != no_argument)
            *letters++ = ':';
        if (argument == optional_argument)
            *letters++ = ':';
    }
    *longs = *gnu = (struct option){0};
    *letters = '\0';
}

/* Word behind an option whose argument is optional, and has to be attached: --top 5. */
struct detached {
    const char *word; /* NULL: none */
    const struct option_row *row;
    bool is_long; /* the option is a long name */
};

/* Notes the first word that is behind such an option, and not an option. -d takes many words for
 * numbers, and traces how the program is not found. */
static void note_detached(struct detached *at, const struct option_row *row, const char *option,
                          const char *next)
{
    bool may_have = option_argument(row) == optional_argument && row->act != SET_TRACE;

    if (!at->word && may_have && !optarg && next && *next != '-')
        *at = (struct detached){next, row, strncmp(option, "--", 2) == 0};
}

/* Returns false, with an error, if the program does not exist, and seems to be the argument of an
 * option. */
static bool check_detached(const struct detached *at, const char *program, struct diag *d)
{
    if (at->word != program || access(program, F_OK) == 0)
        return true;
    if (at->is_long)
        return diag_error(d, program, "%s; did you mean --%s=%s?", strerror(errno), at->row->name,
                          program);
    return diag_error(d, program, "%s; did you mean -%c%s?", strerror(errno), at->row->letter,
                      program);
}

/* Applies all options of argv, which getopt permutes: the files come last, from optind on. */
static enum options_result take_options(struct options *o, int argc, char **argv, struct sink *out,
                                        struct diag *d)
{
    struct detached detached = {0};
    struct getopt_tables tables = {0};
    const char *before = NULL; /* the word of the last option */
    int code;

    make_getopt_tables(&tables);
    opterr = 0; /* its messages would be in the language of the locale */
    optind = 0; /* forget an earlier command line, even one that was left in the middle of a word */
    for (;;) {
        const char *word = option_words_next(argv, argc);
        bool is_gnu = option_words_have(tables.gnu, word);
        const struct option_row *row;

        if (before && word != before)
            warn_of_one_dash(before, tables.longs, d);
        code = getopt_long(argc, argv, tables.letters, is_gnu ? tables.gnu : tables.longs, NULL);
        if (code == -1)
            return optind == argc || check_detached(&detached, argv[optind], d) ? OPTIONS_RUN
                                                                                : OPTIONS_ERROR;
        if (code == '?') {
            report_bad_word(word, optopt, is_gnu ? tables.gnu : tables.longs, tables.longs, d);
            return OPTIONS_ERROR;
        }
        row = code >= FIRST_ROW ? &option_rows[code - FIRST_ROW] : option_row_of(code);
        if (!option_take(o, row, optarg, d))
            return OPTIONS_ERROR;
        if (row->act == PRINT_HELP)
            option_help_print(out, d->program);
        else if (row->act == PRINT_VERSION)
            option_help_print_version(out);
        if (row->act == PRINT_HELP || row->act == PRINT_VERSION)
            return OPTIONS_DONE;
        note_detached(&detached, row, word, argv[optind]);
        before = word;
    }
}

/* Takes the rest of argv: the image, then the data files. */
static void take_files(struct options *o, char **files, size_t n, struct diag *d)
{
    struct inputs_request *in = &o->input.files;
    const char **names = mem_alloc(d, n, sizeof *names);

    o->input.image = n > 0 ? files[0] : "a.out";
    for (size_t i = 1; i < n; i++)
        names[in->n_names++] = files[i];
    if (in->n_names == 0 && in->n_lists == 0)
        names[in->n_names++] = in->recursive ? "." : "gmon.out";
    /* a directory has runs, those of the base, too */
    in->recursive |= (o->reports & (REPORT_COMPARE | REPORT_BY_FILE)) != 0;
    in->names = names;
    in->lists = o->lists;
}

/* Returns true if all options can be used together; else reports and returns false. */
static bool agree(const struct options *o, struct diag *d)
{
    if (!reports_agree(o->reports, d))
        return false;
    if (o->style.estimated && (o->reports & REPORT_FOLDED))
        return diag_error(d, NULL,
                          "--export=folded needs the stacks that --estimated leaves out; give one "
                          "of them");
    if (!(o->reports & REPORT_COMPARE) && (o->base_image || o->n_limits > 0))
        return diag_error(d, NULL, "--%s is for --compare=BASE; give that, too, or leave it out",
                          o->base_image ? "compare-image" : "fail-on");
    if (!(o->reports & REPORT_TOP) && o->style.sort)
        return diag_error(d, NULL, "--sort is for --top; give that, too, or leave it out");
    if (!(o->reports & (REPORT_TOP | REPORT_FUNCTION | REPORT_TREE)) && o->colour)
        return diag_error(d, NULL, "--color is for --top; give that, too, or leave it out");
    if (!(o->reports & (REPORT_TOP | REPORT_TREE | REPORT_DOT)) && o->style.min_percent > 0)
        return diag_error(
            d, NULL,
            "--min-percent is for --top, --tree and --export=dot; give one, or leave it out");
    if (o->style.by_line && (o->reports & REPORT_BY_FILE))
        return diag_error(d, NULL, "--by-file has rows of functions; leave out -l");
    return true;
}

/* Decides how names are shown: the classic reports use those of GNU gprof. The traditional layout
 * knows only the linker's. */
static void choose_names(struct options *o)
{
    bool of_gnu = o->is_classic && o->names < 0;

    o->names_style = (struct names_style){
        .demangle = of_gnu && o->style.traditional ? DEMANGLE_NONE : o->demangle,
        .wanted = o->names >= 0 ? (enum names_wanted)o->names
                  : of_gnu      ? WANT_FULL
                                : WANT_SHORT,
        .as_in_source = !of_gnu,
        .with_lines = o->inline_file_names || o->style.by_line,
        .with_addresses = o->style.by_line,
        .full_path = o->print_path,
    };
}

enum options_result options_parse(struct options *o, int argc, char **argv, struct sink *out,
                                  struct diag *d)
{
    const char *path = getenv("GPROF_PATH");
    enum options_result result;

    *o = (struct options){
        .demangle = DEMANGLE_AUTO,
        .names = -1,
        .debuginfod_seconds = 30,
        .style = {.width = DEFAULT_WIDTH,
                  .min_count = DEFAULT_MIN_COUNT,
                  .top_lines = DEFAULT_TOP_LINES,
                  .top_rows = DEFAULT_TOP_ROWS},
    };
    result = take_options(o, argc, argv, out, d);
    if (result != OPTIONS_RUN)
        return result;
    o->style.by_line = o->by_line && !o->external_symbols && !o->no_lines;
    o->style.functions_only = o->by_line;
    o->style.write = reports_writer(&o->reports);
    o->is_classic = !reports_traits(o->reports).are_modern;
    if (!o->is_classic) { /* it takes the specifications of the listings */
        o->reports &= ~o->limited;
        o->ids.unnamed = SYM_UNNAMED_IS_WRONG; /* if programs read the output, a typo must not go
                                                * unnoticed */
        o->rules.lists_clones = o->names == WANT_FULL;
        o->rules.may_be_stripped = !o->external_symbols && !o->map && !o->rules.drop_static &&
                                   !o->rules.drop_non_functions;
    }
    choose_names(o);
    if (!agree(o, d))
        return OPTIONS_ERROR;
    if (o->reports == 0) { /* all options together ask for none */
        o->by_default = true;
        o->reports = REPORTS_BY_DEFAULT & ~o->explicit;
        o->explicit = 0;
    }
    o->explicit &= o->reports;
    o->style.columns = terminal_columns(o->output ? -1 : STDOUT_FILENO);
    o->style.colour = terminal_has_colour(o->colour, o->output ? -1 : STDOUT_FILENO);
    if (path)
        source_search_add(&o->sources, path, d);
    take_files(o, argv + optind, (size_t)(argc - optind), d);
    return OPTIONS_RUN;
}

void options_release(struct options *o)
{
    sym_ids_release(&o->ids);
    text_map_release(&o->sources);
    text_map_release(&o->debug_files);
    free((void *)o->input.files.names);
    free(o->lists);
    free(o->bases);
    free(o->limits);
    *o = (struct options){0};
}
