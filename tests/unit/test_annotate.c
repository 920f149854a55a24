/* test_annotate - the listing of a source file: counts of many digits, a million lines
 *
 * tests/golden/annotate has the rest, tests/golden/lines/counts_of_lines what -l adds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/annotate.h"
#include "unit.h"

#include <sys/resource.h>

static const struct source_search nowhere;

/* Print `facts` of files in the current directory; the text, which the caller frees. */
static char *annotate(const struct line_fact *facts, size_t n, const struct report_style *style)
{
    struct line_counts c = {0};
    struct sink out;
    char *text;

    sink_init(&out, -1, &told.diag);
    for (size_t i = 0; i < n; i++)
        line_counts_add(&c, &facts[i], &told.diag);
    line_counts_finalize(&c, &told.diag);
    ok(print_annotated_source(&c, &nowhere, style, &out, &told.diag), "printed");
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

static void test_wide_counts(void)
{
    static const char source[] = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
    static const struct line_fact wide[] = {CALLS(1, 0, UINT64_MAX), CALLS(2, 4, 999999999999),
                                            CALLS(3, 8, 1000000000000), CALLS(4, 8, UINT64_MAX)};
    const struct report_style style = {.min_count = 1, .top_lines = 2};
    char *text;

    unit_spew("f.c", source, sizeof source - 1);
    text = annotate(wide, UNIT_COUNT(wide), &style);

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

static double seconds_used(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (double)r.ru_utime.tv_sec + (double)r.ru_utime.tv_usec / 1e6;
}

/* A million lines, all of them with counts, and line numbers far behind the text. */
static void test_large(void)
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
    text = annotate(many, 2 * n, &style);
    like(text, "\nTop 1 Lines:\n\n     Line      Count\n\n        1 +[1-9][0-9]+\n\n", "the top");
    ok(strstr(text, "   Executable lines in this file\n"), "a summary");
    ok(seconds_used() - start < 20, "a million lines are quick: %.2f s", seconds_used() - start);
    free(text);
    free(many);
}

UNIT_TESTS(test_wide_counts, test_large)
