/* test_annotate - the listing of a source file: counts, fill, tables, files
 *
 * What line symbols and basic blocks add; functions alone are in golden/annotate.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/annotate.h"
#include "unit.h"

#include <sys/resource.h>

static const struct source_search nowhere;

/* Print `facts` of files in the current directory; the text, which the caller frees. */
static char *annotate(const struct line_fact *facts, size_t n, const struct report_style *style,
                      struct told *t)
{
    struct line_counts c = {0};
    struct sink out;
    char *text;

    sink_init(&out, -1);
    for (size_t i = 0; i < n; i++)
        if (!line_counts_add(&c, &facts[i], &t->diag))
            unit_die("line_counts_add");
    ok(line_counts_finalize(&c, &t->diag) &&
           print_annotated_source(&c, &nowhere, style, &out, &t->diag),
       "printed");
    line_counts_release(&c);
    sink_char(&out, '\0');
    text = strdup(out.buf);
    if (!text)
        unit_die("strdup");
    sink_release(&out);
    return text;
}

#define CALLS(l, a, c)                                                                             \
    {                                                                                              \
        .path = "f.c", .line = l, .rank = a, .count = c, .kind = LINE_CALLS                        \
    }
#define BLOCK(l, a, c)                                                                             \
    {                                                                                              \
        .path = "f.c", .line = l, .rank = a, .count = c, .kind = LINE_BLOCK                        \
    }
#define CODE(l, a)                                                                                 \
    {                                                                                              \
        .path = "f.c", .line = l, .rank = a, .kind = LINE_CODE                                     \
    }

/* Two functions, line symbols and blocks, as -l will find them. */
static const struct line_fact facts[] = {
    CODE(1, 0x08),         BLOCK(2, 0x10, 3),       CALLS(2, 0x10, 4), BLOCK(3, 0x14, 123),
    BLOCK(3, 0x16, 124),   BLOCK(3, 0x18, 125),     CODE(3, 0x14),     CODE(4, 0x20),
    CALLS(6, 0x30, 0),     BLOCK(6, 0x34, 26),      CALLS(7, 0x40, 0), BLOCK(7, 0x42, 0),
    BLOCK(8, 0x50, 53),    BLOCK(9, 0x60, 1000000), CODE(10, 0x70),    BLOCK(9, 0x62, 999999),
    BLOCK(9, 0x64, 12345), CODE(30, 0x80),
};

static const char head[] = "*** File f.c:\n";

static void test_blocks(struct told *t)
{
    const struct report_style style = {.min_count = 1, .top_lines = 3};
    char *text = annotate(facts, UNIT_COUNT(facts), &style, t);

    is_str(text,
           "*** File f.c:\n"
           "                one\n"
           "         4,3 -> two\n"
           " 123,124,125 -> three\n"
           "                four\n"
           "                five\n"
           "        0,26 -> six\n"
           "       ##### -> seven\n"
           "          53 -> eight\n"
           "1000000,999999,12345 -> nine\n"
           "                ten\n"
           "\n\nTop 3 Lines:\n\n     Line      Count\n\n"
           "        9    2012344\n"
           "        3        372\n"
           "        8         53\n"
           "\nExecution Summary:\n\n"
           "        9   Executable lines in this file\n"
           "        5   Lines executed\n"
           "    55.56   Percent of the file executed\n\n"
           "  2012802   Total number of line executions\n"
           "223644.67   Average executions per line\n",
           "calls and blocks");
    free(text);
}

static void test_all_lines(struct told *t)
{
    const struct report_style style = {.min_count = 50, .all_lines = true};
    char *text = annotate(facts, UNIT_COUNT(facts), &style, t);

    is_str(text,
           "*** File f.c:\n"
           "       ##### -> one\n"
           "       ##### -> two\n"
           " 123,124,125 -> three\n"
           "         125 -> four\n"
           "                five\n"
           "       ##### -> six\n"
           "       ##### -> seven\n"
           "          53 -> eight\n"
           "1000000,999999,12345 -> nine\n"
           "       12345 -> ten\n"
           "\nExecution Summary:\n\n"
           "        9   Executable lines in this file\n"
           "        7   Lines executed\n"
           "    77.78   Percent of the file executed\n\n"
           "  2012802   Total number of line executions\n"
           "223644.67   Average executions per line\n",
           "-x: lines without a count repeat the last one; sums below -m are #####");
    free(text);
}

static void test_choice(struct told *t)
{
    static const struct line_fact idle[] = {CALLS(1, 0, 0), CODE(2, 4)};
    static const struct line_fact seen[] = {{.path = "f.c", .line = 1, .kind = LINE_SEEN}};
    static const struct line_fact block[] = {BLOCK(1, 0, 1)};
    struct report_style style = {.min_count = 0};
    char *text = annotate(idle, UNIT_COUNT(idle), &style, t);

    is_str(text, "", "a file in which nothing ran");
    free(text);
    style.show_unused = true;
    text = annotate(idle, UNIT_COUNT(idle), &style, t);
    ok(strncmp(text, head, sizeof head - 1) == 0, "-z shows it");
    ok(strstr(text, "           0 -> one\n"), "-m 0: a count of 0 is a number");
    free(text);
    text = annotate(seen, UNIT_COUNT(seen), &style, t);
    is_str(text, "", "but not a file of which nothing is chosen");
    free(text);
    style.show_unused = false;
    text = annotate(block, UNIT_COUNT(block), &style, t);
    ok(strncmp(text, head, sizeof head - 1) == 0, "a block that ran shows its file");
    free(text);
}

static void test_wide_counts(struct told *t)
{
    static const struct line_fact wide[] = {CALLS(1, 0, UINT64_MAX), CALLS(2, 4, 999999999999),
                                            CALLS(3, 8, 1000000000000), CALLS(4, 8, UINT64_MAX)};
    const struct report_style style = {.min_count = 1, .top_lines = 2};
    char *text = annotate(wide, UNIT_COUNT(wide), &style, t);

    is_str(text,
           "*** File f.c:\n"
           "18446744073709551615 -> one\n"
           "999999999999 -> two\n"
           "1000000000000 -> three\n"
           "18446744073709551615 -> four\n"
           "                five\n"
           "                six\n"
           "                seven\n"
           "                eight\n"
           "                nine\n"
           "                ten\n"
           "\n\nTop 2 Lines:\n\n     Line      Count\n\n"
           "        1 18446744073709551615\n"
           "        4 18446744073709551615\n"
           "\nExecution Summary:\n\n"
           "        4   Executable lines in this file\n"
           "        4   Lines executed\n"
           "   100.00   Percent of the file executed\n\n"
           "18446744073709551615   Total number of line executions\n"
           "4611686018427387904.00   Average executions per line\n",
           "wide counts are whole, sums do not start again");
    free(text);
}

static void test_files(struct told *t)
{
    static const struct line_fact two[] = {
        {.path = "f.c", .line = 1, .count = 1, .order = 1, .kind = LINE_CALLS},
        {.path = "./g.c", .line = 1, .count = 2, .order = 2, .kind = LINE_CALLS},
        {.path = "gone.c", .line = 1, .count = 2, .order = 3, .kind = LINE_CALLS},
    };
    struct report_style style = {.min_count = 1};
    char *text = annotate(two, UNIT_COUNT(two), &style, t);
    const char *second;

    ok(strncmp(text, "*** File ./g.c:\n", 16) == 0, "the last file that is there comes first");
    second = strstr(text, "\n\n\f\n*** File f.c:\n");
    ok(second != NULL, "a form feed between two files");
    ok(strstr(text, "           2 -> g, no newline\nExecution"), "no newline is added");
    like(told_text(t), "^unit: warning: gone.c: could not be located", "the third is missing");
    told_clear(t);
    style.separate_files = true;
    free(text);
    text = annotate(two, UNIT_COUNT(two), &style, t);
    is_str(text, "", "-y: nothing on the output");
    free(text);
    text = unit_slurp("g.c-ann", NULL);
    ok(strncmp(text, "           2 -> g", 17) == 0, "the text begins the file");
    free(text);
    unlink("g.c-ann");
    mkdir("g.c-ann", 0755);
    unlink("f.c-ann");
    told_clear(t);
    text = annotate(two, UNIT_COUNT(two), &style, t);
    like(told_text(t), "unit: g.c-ann: Is a directory; .*\n$", "a file that cannot be opened");
    ok(access("f.c-ann", F_OK) == 0, "the others are written");
    free(text);
    told_clear(t);
}

static double seconds_used(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (double)r.ru_utime.tv_sec + (double)r.ru_utime.tv_usec / 1e6;
}

/* A million lines, all of them with counts, and line numbers far behind the text. */
static void test_large(struct told *t)
{
    size_t n = unit_times(1000000);
    const struct report_style style = {.min_count = 1, .top_lines = 1};
    struct line_fact *many = calloc(2 * n, sizeof *many);
    char *text = malloc(2 * n);
    double start = seconds_used();

    if (!many || !text)
        unit_die("malloc");
    for (size_t i = 0; i < n; i++) {
        memcpy(text + 2 * i, "x\n", 2);
        many[2 * i] = (struct line_fact)CALLS((uint32_t)(n - i), i, i);
        many[2 * i + 1] = (struct line_fact)CALLS(UINT32_MAX - (uint32_t)i, i, 1);
    }
    unit_spew("f.c", text, 2 * n);
    free(text);
    text = annotate(many, 2 * n, &style, t);
    like(text, "\nTop 1 Lines:\n\n     Line      Count\n\n        1 +[1-9][0-9]+\n\n", "the top");
    ok(strstr(text, "   Executable lines in this file\n"), "a summary");
    ok(seconds_used() - start < 20, "a million lines are quick: %.2f s", seconds_used() - start);
    free(text);
    free(many);
}

int main(void)
{
    static const char source[] = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
    struct told t;

    told_open(&t);
    unit_enter_directory();
    unit_spew("f.c", source, sizeof source - 1);
    unit_spew("g.c", "g, no newline", 13);
    test_blocks(&t);
    test_all_lines(&t);
    test_choice(&t);
    test_wide_counts(&t);
    test_files(&t);
    test_large(&t);
    is_uint(t.diag.errors, 0, "nothing else was reported");
    told_close(&t);
    return done_testing();
}
