/* test_budget - tests what a file may cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/budget.h"

#include "unit.h"

static void test_sizes(void)
{
    is_uint(budget_of(0).left, 64 << 20, "an empty file has 64 MB");
    is_uint(budget_of(1000).left, (64 << 20) + 100000, "and 100 units for each byte");
    is_uint(budget_of(UINT64_MAX / 100).left, UINT64_MAX,
            "a huge file has all: no sum wraps around");
}

static void test_spending(void)
{
    struct budget b = {.left = 10}, none = {0};

    ok(budget_take(&b, 4) && budget_take(&b, 6), "all may be taken");
    budget_warn(&b, &told.diag, "a.out", "lines");
    is_str(told_text(), "", "no warning as long as it suffices");
    ok(budget_take(&b, 0) && !budget_take(&b, 1), "nothing may be taken beyond");
    ok(!budget_take(&b, 0), "then nobody gets anything");
    budget_warn(&b, &told.diag, "a.out", "lines");
    budget_warn(&b, &told.diag, "a.out", "lines");
    is_str(told_text(),
           "unit: warning: a.out: reading it costs too much for its size, as in damaged files; "
           "some lines are missing\n",
           "one warning");
    told_clear();
    b = budget_of(0);
    ok(!budget_take(&b, UINT64_MAX), "too much at once");
    is_uint(b.left, 0, "spends all");
    ok(!budget_take(&none, 1), "one of zeros has nothing");
}

static void test_names(void)
{
    struct budget b = {.left = 8 * (4 + 49 + 2 * 6)};
    char name[] = "01234567890123456789012345678901234567890123456789\1";

    ok(budget_take_name(&b, "abc<") && budget_take_name(&b, NULL), "a byte takes 8 units");
    is_uint(b.left, 8 * (49 + 2 * 6), "NULL takes none");
    name[0] = '\377';
    ok(budget_take_name(&b, name), "in a long name, one that is escaped takes 48");
    is_uint(b.left, 0, "exactly");
    ok(!budget_take_name(&b, "d") && b.is_spent, "a name may cost too much");
}

static void test_paths(void)
{
    struct budget b = {.left = 3000};
    char slashes[2100] = "";

    ok(budget_take_path(&b, "a") && budget_take_path(&b, "/a/b/c"), "directories take units");
    is_uint(b.left, 0, "1000 each, if they are few");
    b = budget_of(0);
    memset(slashes, '/', sizeof slashes - 1);
    ok(!budget_take_path(&b, slashes), "many of them take more");
}

UNIT_TESTS(test_sizes, test_spending, test_names, test_paths)
