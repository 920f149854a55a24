/* test_options_values - tests the command line: numbers, formats, and where sources are looked for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "options.h"
#include "unit.h"

/* Result of one parse. */
struct parsed {
    enum options_result result;
    struct options options;
    struct sink out;
    char *argv[20]; /* permuted by the parser; all but the first owned */
    int argc;
};

/* Parses the words, which end with NULL. */
static void parse(struct parsed *p, const char *const *words)
{
    *p = (struct parsed){.result = OPTIONS_ERROR, .argv = {"gprof"}, .argc = 1};
    for (; *words; words++)
        p->argv[p->argc++] = strdup(*words);
    sink_init(&p->out, -1, &told.diag);
    p->result = options_parse(&p->options, p->argc, p->argv, &p->out, &told.diag);
}

static void release(struct parsed *p)
{
    options_release(&p->options);
    sink_release(&p->out);
    told_clear();
    while (p->argc-- > 1)
        free(p->argv[p->argc]);
}

/* Tests a command line without any word, not even the program's name. */
static void test_no_words(void)
{
    char *none[] = {NULL, "x", NULL};
    struct options o;
    struct sink out;

    sink_init(&out, -1, &told.diag);
    ok(options_parse(&o, 0, none, &out, &told.diag) == OPTIONS_RUN && o.input.files.n_names == 1 &&
           strcmp(o.input.image, "a.out") == 0,
       "no words at all, not even the program's name");
    options_release(&o);
    ok(!o.input.files.names, "release: empty");
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
    {"auto", NULL},
    {"a", NULL},
    {"magic", &gmon_formats[FORMAT_MAGIC]},
    {"m", &gmon_formats[FORMAT_MAGIC]},
    {"ma", &gmon_formats[FORMAT_MAGIC]},
    {"bsd", &gmon_formats[FORMAT_BSD]},
    {"b", &gmon_formats[FORMAT_BSD]},
    {"4.4bsd", &gmon_formats[FORMAT_BSD44]},
    {"4", &gmon_formats[FORMAT_BSD44]},
    {"4.4", &gmon_formats[FORMAT_BSD44]},
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
        ok(p.result == OPTIONS_ERROR && told.diag.errors == 1, "no format \"%s\"",
           unknown_formats[i]);
        release(&p);
    }
}

/* Tests where sources are looked for: -I in their order, then GPROF_PATH. */
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
        ok(*p.options.sources.texts[0] == 'a' && *p.options.sources.texts[3] == 'd',
           "in this order");
    release(&p);
    unsetenv("GPROF_PATH");
}

UNIT_TESTS(test_no_words, test_values, test_annotate)
