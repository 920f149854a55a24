/* test_stacks - tests sums of call stacks: modules by build ID or path, trees by clock and interval
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"
#include "unit.h"

static uint32_t module(struct stack_data *s, uint8_t kind, const char *id, const char *path)
{
    const struct stack_module m = {
        kind, {(const uint8_t *)id, strlen(id)}, (char *)(uintptr_t)path};

    return stack_data_add_module(s, &m, &told.diag);
}

static bool is_fit(const struct stack_data *s, size_t module, const char *id, const char *image)
{
    const struct build_id of_image = {(const uint8_t *)id, strlen(id)};

    return stack_module_fits(&s->modules[module], of_image, image);
}

static void test_modules(void)
{
    struct stack_data s = {0};

    is_uint(module(&s, GSTACK_PROGRAM, "abcdefghi", "/b/prog"), 0, "a program");
    is_uint(module(&s, GSTACK_LIBRARY, "abcdefghi", "/b/prog"), 1, "kinds are told apart");
    is_uint(module(&s, GSTACK_PROGRAM, "abcdefghi", "/c/prog"), 0, "of one build ID: the same");
    is_str(s.modules[0].path, "/b/prog", "with the first path in order");
    is_uint(module(&s, GSTACK_PROGRAM, "abcdefghi", "/a/prog"), 0, "also if it");
    is_str(s.modules[0].path, "/a/prog", "comes later");
    is_uint(module(&s, GSTACK_PROGRAM, "abcdefgh", "/a/prog"), 2, "a shorter build ID");
    is_uint(module(&s, GSTACK_PROGRAM, "", "/a/prog"), 3, "no build ID");
    is_uint(module(&s, GSTACK_PROGRAM, "", "/a/progs"), 4, "is known by its path");
    is_uint(module(&s, GSTACK_PROGRAM, "", "/a/prog"), 3, "which is the same here");
    is_uint(module(&s, GSTACK_PROGRAM, "/a/prog", "x"), 5, "a build ID is not a path");
    is_uint(module(&s, GSTACK_ANONYMOUS, "", ""), 6, "neither build ID nor path");
    is_uint(module(&s, GSTACK_PROFILER, "", ""), 7, "nor here");
    is_uint(module(&s, GSTACK_ANONYMOUS, "", ""), 6, "kinds are told apart again");
    is_uint(s.n_modules, 8, "no more than these");
    ok(is_fit(&s, 0, "abcdefghi", "other"), "an image of the same build ID fits");
    ok(!is_fit(&s, 0, "abcdefgh", "prog"), "one of another does not");
    ok(is_fit(&s, 0, "", "x/prog"), "without, base names decide");
    ok(is_fit(&s, 3, "a", "prog"), "also if the module has none");
    ok(!is_fit(&s, 3, "", "progs"), "and others do not fit");
    ok(!is_fit(&s, 6, "", ""), "nor does what is not a file");
    stack_data_release(&s);
}

static void test_overflow(void)
{
    struct profile p = {0}, q = {0};
    struct stack_tree *tree = stack_data_add_tree(&p.stacks, GSTACK_CPU, 1, &told.diag);

    ok(stack_tree_add_samples(tree, 0, UINT64_MAX, 1, 1), "2^64 - 1 samples");
    ok(!stack_tree_add_samples(tree, 0, 1, 1, 1) && tree->ticks == 1, "are all that there may be");
    stack_data_add_module(&p.stacks, &(struct stack_module){.path = (char[]){""}}, &told.diag);
    tree = stack_data_add_tree(&q.stacks, GSTACK_CPU, 1, &told.diag);
    stack_tree_add_samples(tree, 0, 1, 1, 1);
    q.stacks.file = "many";
    ok(!profile_merge(&p, &q, &told.diag) && p.stacks.trees[0].ticks == 1, "in sums, too");
    like(told_text(), "many: the samples of call stacks exceed 2\\^64", "which is said");
    profile_release(&p);
    told_clear();
}

UNIT_TESTS(test_modules, test_overflow)
