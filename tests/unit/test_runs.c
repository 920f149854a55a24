/* test_runs - unit tests of the table of runs, and of the rows that --by-file makes of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unit.h"

#include "analysis/by_file.h"

enum { SYMBOLS = 3, FILES = 4 };

/* Adds a run of file number `file` with self times by symbol; the last one is outside functions. */
static void add_run(struct runs *r, size_t file, const uint64_t *self)
{
    const struct run_sums sums = {.file = file,
                                  .stacks = RUN_NO_FILE,
                                  .time = self[0] + self[1] + self[2] + self[3],
                                  .has_time = true};

    runs_add(r, &sums, &told.diag);
    for (uint32_t s = 0; s <= SYMBOLS; s++)
        runs_add_value(r, &(struct run_value){.symbol = s, .self = self[s], .calls = s},
                       &told.diag);
}

static void test_table(void)
{
    struct runs r = {0};

    add_run(&r, 0, (const uint64_t[]){5, 0, 1, 0});
    add_run(&r, 1, (const uint64_t[]){7, 0, 0, 0});
    runs_sort(&r, SYMBOLS + 1, &told.diag);
    is_uint(r.n, 2, "two runs");
    is_uint(r.n_values, 8, "functions without time and calls have no value");
    ok(r.first[0] == 0 && r.first[1] == 2 && r.first[2] == 4 && r.first[4] == 8,
       "values of a symbol stand together");
    ok(runs_value(&r, 0)->run == 0 && runs_value(&r, 0)->self == 5 && runs_value(&r, 1)->run == 1 &&
           runs_value(&r, 1)->self == 7,
       "in the order of the runs");
    runs_release(&r);
    runs_sort(&r, SYMBOLS, &told.diag);
    ok(r.first[0] == 0 && r.first[SYMBOLS] == 0, "no run");
    runs_release(&r);
}

/* Tests rows: files in natural order, a process that another one started, a file left out, a
 * filter, and functions without time. */
static void test_rows(void)
{
    static const char *const names[FILES] = {"gmon.out.10", "gmon.out.9", "gmon.out.9.77",
                                             "gmon.out.11"};
    static const bool counts[SYMBOLS] = {true, false, true};
    const struct by_file_choice of = {.n_symbols = SYMBOLS, .n_always = SYMBOLS, .counts = counts};
    struct runs r = {0};
    struct by_file b;

    add_run(&r, 0, (const uint64_t[]){4, 9, 0, 2});
    add_run(&r, 1, (const uint64_t[]){4, 0, 0, 0});
    add_run(&r, 2, (const uint64_t[]){1, 0, 0, 0});
    runs_sort(&r, SYMBOLS + 1, &told.diag);
    ok(by_file_init(&b, names, FILES, &r, &of, &told.diag), "rows of four files");
    ok(b.order[0] == 1 && b.order[1] == 2 && b.order[2] == 0, "in natural order");
    is_uint(b.rows[2].parent, 1, "a process that a rank has started");
    ok(b.n_left_out == 1 && b.rows[3].is_left_out, "a file without a run is left out");
    is_uint(b.n_timed, 2, "the child has no row of its own");
    is_uint(b.n_functions, 3, "a function that does not count has no row");
    ok(b.functions[0].symbol == 0 && b.functions[0].total == 9 && b.functions[0].min == 4 &&
           b.functions[0].max == 5 && b.functions[0].file == 1,
       "a child's time is its parent's");
    ok(b.functions[1].symbol == SYMBOLS && b.functions[1].total == 2 && b.functions[1].min == 0,
       "time outside functions");
    ok(b.functions[2].symbol == 2 && b.functions[2].file == NO_FILE, "an unused function");
    is_uint(b.all.total, 20, "the sum of all");
    by_file_release(&b);
    runs_release(&r);
}

UNIT_TESTS(test_table, test_rows)
