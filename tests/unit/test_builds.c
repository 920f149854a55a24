/* test_builds - tests which files are of one build in all data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/builds.h"
#include "unit.h"

static const struct build_id none, one = {(const uint8_t *)"\1", 1},
                                   two = {(const uint8_t *)"\2", 1};

static void test_names(void)
{
    is_uint(builds_file_length("prog+0x12a40"), 4, "a function without a symbol");
    is_uint(builds_file_length("a+b+0x1"), 3, "of a file with a sign in its name");
    is_uint(builds_file_length("main"), 0, "a name");
    is_uint(builds_file_length("operator+"), 0, "a name with a sign");
    is_uint(builds_file_length("operator+(X, X)"), 0, "and with parameters");
}

static void test_files(void)
{
    struct builds b = {.n = 0}, other = {.n = 0};

    ok(builds_is_one(&b, "prog"), "nothing is known against a file that was not added");
    builds_add(&b, "/a/prog", one, &told.diag);
    builds_add(&b, "/b/prog", one, &told.diag);
    builds_add(&b, "/a/libx.so", one, &told.diag);
    builds_add(&b, "/b/libx.so", two, &told.diag);
    builds_add(&b, "/a/liby.so", none, &told.diag);
    builds_add(&b, "/a/liby.so", none, &told.diag);
    builds_add(&b, "/a/libz.so", none, &told.diag);
    builds_add(&b, "/b/libz.so", none, &told.diag);
    ok(builds_is_one(&b, "./prog"), "one build at two places");
    ok(!builds_is_one(&b, "libx.so"), "two builds");
    ok(builds_is_one(&b, "liby.so"), "the same path, without a build ID");
    ok(!builds_is_one(&b, "libz.so"), "two paths, without a build ID");

    builds_add(&other, "prog", two, &told.diag);
    builds_add(&other, "liby.so", none, &told.diag);
    builds_add(&other, "libnew.so", two, &told.diag);
    builds_add_all(&other, &b, &told.diag);
    ok(!builds_is_one(&other, "prog"), "another build of the program on the other side");
    ok(!builds_is_one(&other, "libx.so"), "what differs there differs");
    ok(!builds_is_one(&other, "liby.so"), "another path");
    ok(builds_is_one(&other, "libnew.so"), "what only one side has");

    builds_forget(&b, "/c/prog");
    ok(builds_is_one(&b, "prog") && !builds_is_one(&b, "liby.so"), "all but one are unknown");
    builds_forget(&b, NULL);
    ok(!builds_is_one(&b, "prog"), "all are unknown");
    builds_release(&other);
    builds_release(&b);
}

static void test_run(void)
{
    struct builds b = {.n = 0};
    struct stack_data stacks = {.n_modules = 0};

    stack_data_add_module(&stacks, &(struct stack_module){GSTACK_PROGRAM, one, "/opt/prog"},
                          &told.diag);
    stack_data_add_module(&stacks, &(struct stack_module){GSTACK_LIBRARY, two, "/lib/libx.so"},
                          &told.diag);
    stack_data_add_module(&stacks, &(struct stack_module){GSTACK_PROGRAM, two, "/usr/bin/prog"},
                          &told.diag);
    builds_add_run(&b, "/new/prog", one, &stacks, &told.diag);
    ok(!builds_is_one(&b, "prog"), "another program of that name is in the stacks");
    ok(builds_is_one(&b, "libx.so"), "a library");
    builds_release(&b);
    stack_data_release(&stacks);
}

UNIT_TESTS(test_names, test_files, test_run)
