/* test_options_values - the command line: which reports appear, files, arguments, values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "parsed.h"

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
    {"-A", A, A},
    {"-Amain -p", A | F, A | F},
    {"-Jmain", A, A},
    {"-A -J", F | G, 0},
    {"-J -A", A, A},
    {"-t 5 -m 5 -x -y -I x", F | G, 0},
    {"-s", REPORT_SUM, 0},
    {"-i", REPORT_INFO, 0},
    {"-i -p", REPORT_INFO | F, F},
    {"-s -P", REPORT_SUM, 0},
    {"-i -s", REPORT_INFO | REPORT_SUM, 0},
    {"-T -z -L -D -a", F | G, 0},
    {"--no-flat-profile --graph", G, G},
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
    ok(p.options.style.width == 80 && p.options.demangle == DEMANGLE_AUTO &&
           p.options.format == NULL && !p.options.style.brief,
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
    ok(o.style.brief && o.style.width == 100, "options are found behind files");
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
    const struct gmon_format *format; /* NULL: by content */
} formats[] = {
    {"auto", NULL},           {"a", NULL},
    {"magic", &magic_format}, {"m", &magic_format},
    {"ma", &magic_format},    {"bsd", &bsd_format},
    {"b", &bsd_format},       {"4.4bsd", &bsd44_format},
    {"4", &bsd44_format},     {"4.4", &bsd44_format},
};
static const char *const unknown_formats[] = {"", "prof", "p", "bogus", "Auto", "magic ", "autos"};

static void test_values(void)
{
    struct parsed p;

    for (size_t i = 0; i < UNIT_COUNT(widths); i++) {
        parse(&p, (const char *const[]){widths[i].word, NULL});
        is_int(p.options.style.width, widths[i].width, widths[i].word);
        release(&p);
    }
    for (size_t i = 0; i < UNIT_COUNT(formats); i++) {
        parse(&p, (const char *const[]){"-O", formats[i].name, NULL});
        ok(p.result == OPTIONS_RUN && p.options.format == formats[i].format, "format %s",
           formats[i].name);
        release(&p);
    }
    for (size_t i = 0; i < UNIT_COUNT(unknown_formats); i++) {
        parse(&p, (const char *const[]){"-O", unknown_formats[i], NULL});
        ok(p.result == OPTIONS_ERROR && p.told.diag.errors == 1, "no format \"%s\"",
           unknown_formats[i]);
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
    ok(p.options.style.width == 50 && p.options.style.brief && p.options.style.traditional &&
           p.options.style.show_unused,
       "-w 50 -bTz: an argument, and a cluster");
    release(&p);
    parse(&p, (const char *const[]){"-bp", NULL});
    ok(p.options.style.brief && p.options.reports == F, "-bp: a cluster with -p at its end");
    release(&p);
}

/* Where sources are looked for: -I in their order, then GPROF_PATH. */
static void test_annotate(void)
{
    struct parsed p;

    unsetenv("GPROF_PATH");
    parse(&p, (const char *const[]){"-A", NULL});
    ok(p.options.style.min_count == 1 && p.options.style.top_lines == 10 &&
           !p.options.style.all_lines && !p.options.style.separate_files &&
           p.options.sources.n == 0,
       "-A: its settings");
    release(&p);
    setenv("GPROF_PATH", "c:d", 1);
    parse(&p, (const char *const[]){"-Ia:", "-t3x", "-m18446744073709551615", "-xyz", "-I", ":b",
                                    NULL});
    ok(p.options.style.min_count == UINT64_MAX && p.options.style.top_lines == 3 &&
           p.options.style.all_lines && p.options.style.separate_files &&
           p.options.style.show_unused,
       "-m -t -x -y -z");
    if (is_uint(p.options.sources.n, 4, "two directories of -I, two of GPROF_PATH"))
        ok(*p.options.sources.directories[0].path == 'a' &&
               *p.options.sources.directories[3].path == 'd',
           "in this order");
    release(&p);
    unsetenv("GPROF_PATH");
}

int main(void)
{
    unsetenv("POSIXLY_CORRECT");
    unit_enter_directory();
    test_styles();
    test_files();
    test_values();
    test_arguments();
    test_annotate();
    return done_testing();
}
