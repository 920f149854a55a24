/* test_line_counts - facts of source lines, by file and line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/line_counts.h"
#include "unit.h"

static void add(struct line_counts *c, const struct line_fact *facts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        line_counts_add(c, &facts[i], &told.diag);
    line_counts_finalize(c, &told.diag);
}

static void test_empty(void)
{
    struct line_counts c = {0};

    add(&c, NULL, 0);
    is_uint(c.n_files, 0, "no facts, no files");
    line_counts_release(&c);
}

static void test_files(void)
{
    static const char a_again[] = "a.c"; /* may be another text than "a.c" in memory */
    static const struct line_fact facts[] = {
        {.path = "a.c", .line = 9, .order = 5, .kind = LINE_CALLS, .count = 1},
        {.path = "b.c", .line = 1, .order = 3, .kind = LINE_CALLS},
        {.path = "c.c", .line = 1, .order = 4, .kind = LINE_SEEN, .count = 7},
        {.path = a_again, .line = 4, .order = 2, .kind = LINE_SEEN, .count = 8},
        {.path = "c.c", .line = 1, .order = 9, .kind = LINE_CODE},
        {.path = "d.c", .line = 1, .order = 1, .kind = LINE_SEEN},
        {.path = a_again, .line = 4, .order = 7, .kind = LINE_BLOCK, .count = 0},
    };
    struct line_counts c = {0};

    add(&c, facts, UNIT_COUNT(facts));
    is_uint(c.n_files, 4, "four files");
    is_str(c.files[0].path, "c.c", "first the one whose first symbol is the last");
    is_str(c.files[1].path, "b.c", "then the one before");
    is_str(c.files[2].path, "a.c", "a file is seen with what is left out, too");
    is_str(c.files[3].path, "d.c", "and may have nothing else");
    ok(c.files[2].ran && !c.files[0].ran && !c.files[1].ran, "one ran");
    is_uint(c.files[2].n_facts, 2, "it has two facts");
    ok(c.files[2].fact[0].line == 4 && c.files[2].fact[1].line == 9, "by line");
    is_uint(c.files[3].n_facts, 0, "what is only seen is no fact");
    line_counts_release(&c);
    ok(!c.facts && !c.files, "release: empty");
}

static void test_sums(void)
{
    static const struct line_fact facts[] = {
        {.path = "f", .line = 7, .rank = 20, .kind = LINE_BLOCK, .count = 5},
        {.path = "f", .line = 7, .rank = 10, .kind = LINE_BLOCK, .count = 6},
        {.path = "f", .line = 7, .rank = 30, .kind = LINE_CALLS, .count = 1},
        {.path = "f", .line = 7, .rank = 1, .kind = LINE_CALLS, .count = 2},
        {.path = "f", .line = 7, .rank = 0, .kind = LINE_CODE},
        {.path = "f", .line = 3, .kind = LINE_CODE},
        {.path = "f", .line = 4294967295, .kind = LINE_CALLS, .count = UINT64_MAX},
        {.path = "f", .line = 4294967295, .kind = LINE_BLOCK, .count = 1},
        {.path = "f", .line = 8, .kind = LINE_CALLS},
    };
    struct line_counts c = {0};
    struct line_sum sum;

    add(&c, facts, UNIT_COUNT(facts));
    sum = line_sum_at(c.files, 0);
    ok(sum.line == 3 && sum.end == 1 && !sum.has_counts && !sum.has_calls, "code without counts");
    sum = line_sum_at(c.files, sum.end);
    ok(sum.line == 7 && sum.end == 6 && sum.has_counts && sum.has_calls, "everything on one line");
    ok(sum.calls == 3 && sum.executed == 14, "calls, and calls and executions");
    ok(c.files->fact[3].count == 6 && c.files->fact[4].count == 5, "blocks by address");
    is_uint(sum.last, 5, "the last count is a block's");
    sum = line_sum_at(c.files, sum.end);
    ok(sum.line == 8 && sum.has_counts && sum.executed == 0, "a function that did not run");
    sum = line_sum_at(c.files, sum.end);
    ok(sum.line == UINT32_MAX && sum.end == c.files->n_facts, "the last line there can be");
    is_uint(sum.executed, UINT64_MAX, "sums stop at 2^64 - 1");
    line_counts_release(&c);
}

UNIT_TESTS(test_empty, test_files, test_sums)
