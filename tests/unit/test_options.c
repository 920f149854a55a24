/* test_options - the command line: names, abbreviations, which reports appear
 *
 * The names below are those of the manual, not taken from the parser's table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "options.h"
#include "unit.h"

#include <fcntl.h>

enum argument { NONE, NEEDED, OPTIONAL };

static const struct name {
    const char *text;
    enum argument argument;
    char letter; /* of the short form, or '-' */
} names[] = {
    {"line", NONE, 'l'},
    {"no-static", NONE, 'a'},
    {"ignore-non-functions", NONE, 'D'},
    {"external-symbol-table", NEEDED, 'S'},
    {"annotated-source", OPTIONAL, 'A'},
    {"no-annotated-source", OPTIONAL, 'J'},
    {"flat-profile", OPTIONAL, 'p'},
    {"no-flat-profile", OPTIONAL, 'P'},
    {"graph", OPTIONAL, 'q'},
    {"no-graph", OPTIONAL, 'Q'},
    {"exec-counts", OPTIONAL, 'C'},
    {"no-exec-counts", OPTIONAL, 'Z'},
    {"function-ordering", NONE, 'r'},
    {"file-ordering", NEEDED, 'R'},
    {"file-info", NONE, 'i'},
    {"sum", NONE, 's'},
    {"all-lines", NONE, 'x'},
    {"separate-files", NONE, 'y'},
    {"demangle", OPTIONAL, '-'},
    {"no-demangle", NONE, '-'},
    {"directory-path", NEEDED, 'I'},
    {"display-unused-functions", NONE, 'z'},
    {"inline-file-names", NONE, '-'},
    {"min-count", NEEDED, 'm'},
    {"print-path", NONE, 'L'},
    {"static-call-graph", NONE, 'c'},
    {"table-length", NEEDED, 't'},
    {"time", NEEDED, 'n'},
    {"no-time", NEEDED, 'N'},
    {"width", NEEDED, 'w'},
    {"brief", NONE, 'b'},
    {"debug", OPTIONAL, 'd'},
    {"help", NONE, 'h'},
    {"file-format", NEEDED, 'O'},
    {"traditional", NONE, 'T'},
    {"version", NONE, 'v'},
};

/* What one parse gave. */
struct parsed {
    enum options_result result;
    struct options options;
    struct sink out;
    struct told told;
    char *stderr_text; /* what getopt said; owned */
    char *argv[20];    /* permuted by the parser; all but the first owned */
    int argc;
};

/* Parse the words, which end with NULL. getopt writes to file descriptor 2: it is a file then. */
static void parse(struct parsed *p, const char *const *words)
{
    int old = dup(2), file = open("stderr", O_RDWR | O_CREAT | O_TRUNC, 0600);

    *p = (struct parsed){.result = OPTIONS_ERROR, .argv = {"gprof"}, .argc = 1};
    for (; *words; words++)
        p->argv[p->argc++] = strdup(*words);
    sink_init(&p->out, -1);
    told_open(&p->told);
    fflush(stderr);
    dup2(file, 2);
    p->result = options_parse(&p->options, p->argc, p->argv, &p->out, &p->told.diag);
    fflush(stderr);
    dup2(old, 2);
    close(old);
    close(file);
    p->stderr_text = unit_slurp("stderr", NULL);
}

static void release(struct parsed *p)
{
    options_release(&p->options);
    sink_release(&p->out);
    told_close(&p->told);
    free(p->stderr_text);
    while (p->argc-- > 1)
        free(p->argv[p->argc]);
}

/* Whether two parses came to the same end. */
static bool is_same(struct parsed *a, struct parsed *b)
{
    const struct options *l = &a->options, *r = &b->options;

    return a->result == b->result && l->reports == r->reports && l->explicit == r->explicit &&
           l->format == r->format && l->demangle == r->demangle && l->width == r->width &&
           l->no_static == r->no_static && l->only_functions == r->only_functions &&
           l->brief == r->brief && l->traditional == r->traditional &&
           l->show_unused == r->show_unused && l->inline_file_names == r->inline_file_names &&
           l->print_path == r->print_path && a->out.used == b->out.used &&
           (a->out.used == 0 || memcmp(a->out.buf, b->out.buf, a->out.used) == 0) &&
           strcmp(told_text(&a->told), told_text(&b->told)) == 0;
}

/* An argument that the option accepts. */
static const char *sample(const struct name *name)
{
    if (strcmp(name->text, "demangle") == 0)
        return "gnat";
    return name->letter == 'O' ? "bsd" : "7";
}

static void parse_name(struct parsed *p, const char *name, size_t length, const char *value)
{
    char word[100];

    snprintf(word, sizeof word, "--%.*s%s%s", (int)length, name, value ? "=" : "",
             value ? value : "");
    parse(p, (const char *const[]){word, NULL});
}

/* Whether `name` is an option of its own; how many begin so. */
static size_t count_matches(const char *name, size_t length, bool *exact)
{
    size_t n = 0;

    *exact = false;
    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        n += strncmp(names[i].text, name, length) == 0;
        *exact |= strncmp(names[i].text, name, length) == 0 && !names[i].text[length];
    }
    return n;
}

/* Each long name in full, and each of its beginnings: the same, or ambiguous. */
static void test_abbreviations(void)
{
    size_t unique = 0, ambiguous = 0;

    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        const char *value = names[i].argument == NONE ? NULL : sample(&names[i]);
        size_t whole = strlen(names[i].text), wrong = 0;
        struct parsed full;

        parse_name(&full, names[i].text, whole, value);
        for (size_t length = 1; length < whole; length++) {
            bool exact;
            size_t matches = count_matches(names[i].text, length, &exact);
            struct parsed p;
            if (exact)
                continue;
            parse_name(&p, names[i].text, length, value);
            if (matches == 1) {
                wrong += !is_same(&full, &p);
                unique++;
            } else {
                wrong += p.result != OPTIONS_ERROR || !strstr(p.stderr_text, "is ambiguous");
                ambiguous++;
            }
            release(&p);
        }
        ok(wrong == 0, "--%s and its abbreviations", names[i].text);
        ok(!*full.stderr_text, "--%s is known", names[i].text);
        release(&full);
    }
    ok(unique > 200 && ambiguous > 20, "%zu unique ones, %zu ambiguous ones", unique, ambiguous);
}

/* Long and short forms do the same, arguments are taken as the manual says. */
static void test_forms(void)
{
    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        const struct name *name = &names[i];
        const char *value = name->argument == NONE ? NULL : sample(name);
        struct parsed a, b;
        char word[100];

        if (name->letter != '-') {
            parse_name(&a, name->text, strlen(name->text), value);
            snprintf(word, sizeof word, "-%c%s", name->letter, value ? value : "");
            parse(&b, (const char *const[]){word, NULL});
            ok(is_same(&a, &b), "-%c is --%s", name->letter, name->text);
            release(&a);
            release(&b);
        }
        if (name->argument == NONE) {
            parse_name(&a, name->text, strlen(name->text), "x");
            ok(a.result == OPTIONS_ERROR && strstr(a.stderr_text, "doesn't allow an argument"),
               "--%s takes no argument", name->text);
        } else {
            parse_name(&a, name->text, strlen(name->text), NULL);
            ok((strstr(a.stderr_text, "requires an argument") != NULL) ==
                   (name->argument == NEEDED),
               "--%s %s one", name->text, name->argument == NEEDED ? "needs" : "can do without");
        }
        release(&a);
    }
}

enum { F = REPORT_FLAT, G = REPORT_GRAPH, X = REPORT_EXEC, A = REPORT_ANNO };

static const struct {
    const char *words;
    unsigned reports, explicit;
} styles[] = {
    {"", F | G, 0},
    {"-b", F | G, 0},
    {"-p", F, F},
    {"-q", G, G},
    {"-B", G, G},
    {"-p -q", F | G, F | G},
    {"-P", G, 0},
    {"-Q", F, 0},
    {"-P -Q", 0, 0},
    {"-p -P", G, 0},
    {"-P -p", F, F},
    {"-q -Q", F, 0},
    {"-Q -q", G, G},
    {"-p -q -P", G, G},
    {"-p -Q", F, F},
    {"-Z", F | G, 0},
    {"-J", F | G, 0},
    {"-J -Z -P", G, 0},
    {"-s", REPORT_SUM, 0},
    {"-i", REPORT_INFO, 0},
    {"-i -p", REPORT_INFO | F, F},
    {"-s -P", REPORT_SUM, 0},
    {"-i -s", REPORT_INFO | REPORT_SUM, 0},
    {"-T -z -L -D -a", F | G, 0},
    {"--no-flat-profile --graph", G, G},
    {"-A", A, A},
    {"-Amain -p", A | F, A | F},
    {"-Jmain", A, A},
    {"-A -J", F | G, 0},
    {"-J -A", A, A},
    {"-t 5 -m 5 -x -y -I x", F | G, 0},
};

static void test_styles(void)
{
    for (size_t i = 0; i < UNIT_COUNT(styles); i++) {
        const char *words[10] = {NULL};
        char text[100], *next = text, *word;
        size_t n = 0;
        struct parsed p;

        snprintf(text, sizeof text, "%s", styles[i].words);
        while ((word = strsep(&next, " ")))
            if (*word)
                words[n++] = word;
        parse(&p, words);
        ok(p.result == OPTIONS_RUN && p.options.reports == styles[i].reports &&
               p.options.explicit == styles[i].explicit,
           "\"%s\": reports %x, by name %x (%x, %x)", styles[i].words, styles[i].reports,
           styles[i].explicit, p.options.reports, p.options.explicit);
        release(&p);
    }
}

static void test_files(void)
{
    struct parsed p;

    parse(&p, (const char *const[]){NULL});
    ok(p.result == OPTIONS_RUN && p.options.n_data_files == 1, "no files: one of each");
    is_str(p.options.image, "a.out", "the default image");
    is_str(p.options.data_files[0], "gmon.out", "the default data file");
    ok(p.options.width == 80 && p.options.demangle == DEMANGLE_AUTO &&
           p.options.format == GMON_FORMAT_AUTO && !p.options.brief,
       "and default settings");
    release(&p);
    struct options o;
    struct told t;
    char *argv[] = {"gprof", "prog", "-b", "one", "-w", "100", "--", "-two", NULL};
    struct sink out;
    told_open(&t);
    sink_init(&out, -1);
    ok(options_parse(&o, 8, argv, &out, &t.diag) == OPTIONS_RUN, "files among options");
    is_str(o.image, "prog", "the first one is the image");
    ok(o.n_data_files == 2 && strcmp(o.data_files[0], "one") == 0 &&
           strcmp(o.data_files[1], "-two") == 0,
       "the others are data files, behind -- too");
    ok(o.brief && o.width == 100, "options are found behind files");
    options_release(&o);
    ok(!o.data_files, "release: empty");
    char *none[] = {NULL, "x", NULL};
    ok(options_parse(&o, 0, none, &out, &t.diag) == OPTIONS_RUN && o.n_data_files == 1 &&
           strcmp(o.image, "a.out") == 0,
       "no words at all, not even the program's name");
    options_release(&o);
    told_close(&t);
    sink_release(&out);
}

static const struct {
    const char *word;
    int width;
} widths[] = {
    {"-w5", 5},
    {"-w007", 7},
    {"-wx", 0},
    {"-w12abc", 12},
    {"-w-3", -3},
    {"-w ", 0},
    {"-w 9", 9},
    {"-w0x10", 0},
    {"-w+4", 4},
    {"--width=", 0},
    {"--wid=66", 66},
    {"-w99999999999", INT32_MAX},
    {"-w-99999999999", INT32_MIN},
    {"-w99999999999999999999999", INT32_MAX},
};

static const struct {
    const char *name;
    int format; /* of enum gmon_format, or -1 */
} formats[] = {
    {"auto", GMON_FORMAT_AUTO},
    {"a", GMON_FORMAT_AUTO},
    {"magic", GMON_FORMAT_MAGIC},
    {"m", GMON_FORMAT_MAGIC},
    {"ma", GMON_FORMAT_MAGIC},
    {"bsd", GMON_FORMAT_BSD},
    {"b", GMON_FORMAT_BSD},
    {"4.4bsd", GMON_FORMAT_44BSD},
    {"4", GMON_FORMAT_44BSD},
    {"4.4", GMON_FORMAT_44BSD},
    {"", -1},
    {"prof", -1},
    {"p", -1},
    {"bogus", -1},
    {"Auto", -1},
    {"magic ", -1},
    {"autos", -1},
};

static void test_values(void)
{
    struct parsed p;

    for (size_t i = 0; i < UNIT_COUNT(widths); i++) {
        parse(&p, (const char *const[]){widths[i].word, NULL});
        is_int(p.options.width, widths[i].width, widths[i].word);
        release(&p);
    }
    for (size_t i = 0; i < UNIT_COUNT(formats); i++) {
        parse(&p, (const char *const[]){"-O", formats[i].name, NULL});
        if (formats[i].format >= 0)
            ok(p.result == OPTIONS_RUN && (int)p.options.format == formats[i].format, "format %s",
               formats[i].name);
        else
            ok(p.result == OPTIONS_ERROR && p.told.diag.errors == 1, "no format \"%s\"",
               formats[i].name);
        release(&p);
    }
    parse(&p, (const char *const[]){"--demangle=bad", NULL});
    ok(p.result == OPTIONS_ERROR, "no demangling style \"bad\"");
    like(told_text(&p.told), "^unit: unknown demangling style `bad'", "and says so");
    release(&p);
    parse(&p, (const char *const[]){"--demangle=", NULL});
    ok(p.result == OPTIONS_ERROR, "nor \"\"");
    release(&p);
    parse(&p, (const char *const[]){"--no-demangle", "--demangle=rust", "--demangle", NULL});
    ok(p.options.demangle == DEMANGLE_AUTO, "the last demangling option counts");
    release(&p);
    parse(&p, (const char *const[]){"--demangle", "--no-demangle", NULL});
    ok(p.options.demangle == DEMANGLE_NONE, "also when it switches it off");
    release(&p);
}

/* Where sources are looked for: -I in their order, then GPROF_PATH. */
static void test_annotate(void)
{
    struct parsed p;

    unsetenv("GPROF_PATH");
    parse(&p, (const char *const[]){"-A", NULL});
    ok(p.options.annotate.min_count == 1 && p.options.annotate.top_lines == 10 &&
           !p.options.annotate.all_lines && !p.options.annotate.separate_files &&
           p.options.sources.n == 0,
       "-A: its settings");
    release(&p);
    setenv("GPROF_PATH", "c:d", 1);
    parse(&p, (const char *const[]){"-Ia:", "-t3x", "-m18446744073709551615", "-xyz", "-I", ":b",
                                    NULL});
    ok(p.options.annotate.min_count == UINT64_MAX && p.options.annotate.top_lines == 3 &&
           p.options.annotate.all_lines && p.options.annotate.separate_files &&
           p.options.annotate.unused_files,
       "-m -t -x -y -z");
    if (is_uint(p.options.sources.n, 4, "two folders of -I, two of GPROF_PATH"))
        ok(*p.options.sources.folders[0].path == 'a' && *p.options.sources.folders[3].path == 'd',
           "in this order");
    release(&p);
    unsetenv("GPROF_PATH");
}

/* An option's own argument is attached or the next word; optional ones are attached only. */
static void test_arguments(void)
{
    struct parsed p;

    parse(&p, (const char *const[]){"-p", "main", NULL});
    is_str(p.options.image, "main", "-p main: the image main");
    release(&p);
    parse(&p, (const char *const[]){"--graph", "main", NULL});
    is_str(p.options.image, "main", "--graph main: the image main");
    release(&p);
    parse(&p, (const char *const[]){"-w", "50", "-bTz", NULL});
    ok(p.options.width == 50 && p.options.brief && p.options.traditional && p.options.show_unused,
       "-w 50 -bTz: an argument, and a cluster");
    release(&p);
    parse(&p, (const char *const[]){"-bp", NULL});
    ok(p.options.brief && p.options.reports == F, "-bp: a cluster with -p at its end");
    release(&p);
}

static void test_ends(void)
{
    static const char *const bad[] = {"-X", "--no-such", "--f", "-w", "--sum=1", "-bX"};
    struct parsed p;

    for (size_t i = 0; i < UNIT_COUNT(bad); i++) {
        parse(&p, (const char *const[]){bad[i], NULL});
        ok(p.result == OPTIONS_ERROR && p.told.diag.errors == 1 && p.out.used == 0, "%s: an error",
           bad[i]);
        like(told_text(&p.told), "Usage: unit", "with the usage text where errors go");
        ok(strncmp(p.stderr_text, "gprof: ", 7) == 0, "and getopt's reason");
        release(&p);
    }
    parse(&p, (const char *const[]){"-bh", "--no-such", NULL});
    ok(p.result == OPTIONS_DONE && !*p.stderr_text, "-h acts at once");
    sink_char(&p.out, '\0');
    like(p.out.buf, "^Usage: unit \\[-\\[abcDhilLrsTvwxyz", "it prints the usage");
    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        char word[100];
        snprintf(word, sizeof word, "--%s", names[i].text);
        ok(strstr(p.out.buf, word) != NULL, "help names %s", word);
    }
    is_str(told_text(&p.told), "", "and no error");
    release(&p);
    parse(&p, (const char *const[]){"-v", "-h", "missing", NULL});
    ok(p.result == OPTIONS_DONE, "-v acts at once");
    sink_char(&p.out, '\0');
    like(p.out.buf, "^gprof [0-9.]+.*\n.*\n.*\n$", "it prints three lines");
    ok(strstr(p.out.buf, "Usage") == NULL, "and no help");
    release(&p);
}

int main(void)
{
    unsetenv("POSIXLY_CORRECT");
    unit_enter_folder();
    test_styles();
    test_abbreviations();
    test_forms();
    test_files();
    test_values();
    test_annotate();
    test_arguments();
    test_ends();
    return done_testing();
}
