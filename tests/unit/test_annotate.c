/* test_annotate - tests the listing of a source file: counts of many digits, a million lines
 *
 * tests/golden/annotate has the rest, tests/golden/lines/counts_of_lines the additions of -l.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unit.h"
#include "view/results.h"

#include <sys/resource.h>

/* Line of f.c at which a function begins, and the function's calls. */
struct begin {
    uint32_t line;
    uint64_t calls;
};

/* Prints the counts of functions in f.c of the current directory. The caller frees the text. */
static char *annotate(const struct begin *begins, uint32_t n, unsigned top_lines)
{
    static const struct text_map nowhere;
    struct image_line *lines = calloc(n, sizeof *lines);
    struct sym_lines found = {.at = lines};
    struct results r = {.style = {.min_count = 1, .top_lines = (int)top_lines},
                        .sources = &nowhere,
                        .program.names.lines = &found,
                        .facts.graph.nodes = calloc(n, sizeof *r.facts.graph.nodes)};
    struct sink out;
    char *text;

    unit_functions(&r.program.symtab, n);
    r.program.filter.bits = calloc(n, sizeof *r.program.filter.bits);
    r.views.calls = &r.facts.graph;
    for (uint32_t i = 0; i < n; i++) {
        lines[i] = (struct image_line){.file = "f.c", .line = begins[i].line};
        r.facts.graph.nodes[i].calls = begins[i].calls;
    }
    sink_init(&out, -1, &told.diag);
    ok(print_annotated_source(&r, &out, &told.diag), "printed");
    sink_char(&out, '\0');
    text = strdup(out.buf);
    if (!text)
        unit_die("strdup");
    sink_release(&out);
    symtab_release(&r.program.symtab);
    free(r.program.filter.bits);
    free(r.facts.graph.nodes);
    free(lines);
    return text;
}

static void test_wide_counts(void)
{
    static const char source[] = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
    static const struct begin wide[] = {
        {1, UINT64_MAX}, {2, 999999999999}, {3, 1000000000000}, {4, UINT64_MAX}};
    char *text;

    unit_spew("f.c", source, sizeof source - 1);
    text = annotate(wide, UNIT_COUNT(wide), 2);

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

/* Tests a million lines, all with counts, and line numbers far behind the text. */
static void test_large(void)
{
    uint32_t n = (uint32_t)unit_times(1000000);
    struct begin *many = calloc(2 * (size_t)n, sizeof *many);
    char *text = malloc(2 * (size_t)n);
    double start = seconds_used();

    if (!many || !text)
        unit_die("malloc");
    for (uint32_t i = 0; i < n; i++) {
        memcpy(text + 2 * (size_t)i, "x\n", 2);
        many[2 * i] = (struct begin){n - i, i};
        many[2 * i + 1] = (struct begin){UINT32_MAX - i, 1};
    }
    unit_spew("f.c", text, 2 * (size_t)n);
    free(text);
    text = annotate(many, 2 * n, 1);
    like(text, "\nTop 1 Lines:\n\n     Line      Count\n\n        1 +[1-9][0-9]+\n\n", "the top");
    ok(strstr(text, "   Executable lines in this file\n"), "a summary");
    ok(seconds_used() - start < 20, "a million lines are quick: %.2f s", seconds_used() - start);
    free(text);
    free(many);
}

UNIT_TESTS(test_wide_counts, test_large)
