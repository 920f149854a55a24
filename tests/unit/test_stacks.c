/* test_stacks - sums of call stacks: modules by build-id or path, trees by clock and interval
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"
#include "unit.h"

static uint32_t module(struct stack_data *s, uint8_t kind, const char *id, const char *path,
                       struct told *t)
{
    const struct stack_module m = {kind, (uint8_t *)(uintptr_t)id, strlen(id),
                                   (char *)(uintptr_t)path};

    return stack_data_add_module(s, &m, &t->diag);
}

static void test_modules(struct told *t)
{
    struct stack_data s = {0};

    is_uint(module(&s, GSTACK_PROGRAM, "abcdefghi", "/b/prog", t), 0, "a program");
    is_uint(module(&s, GSTACK_LIBRARY, "abcdefghi", "/b/prog", t), 1, "kinds are told apart");
    is_uint(module(&s, GSTACK_PROGRAM, "abcdefghi", "/c/prog", t), 0, "of one build-id: the same");
    is_str(s.modules[0].path, "/b/prog", "with the first path in order");
    is_uint(module(&s, GSTACK_PROGRAM, "abcdefghi", "/a/prog", t), 0, "also if it");
    is_str(s.modules[0].path, "/a/prog", "comes later");
    is_uint(module(&s, GSTACK_PROGRAM, "abcdefgh", "/a/prog", t), 2, "a shorter build-id");
    is_uint(module(&s, GSTACK_PROGRAM, "", "/a/prog", t), 3, "no build-id");
    is_uint(module(&s, GSTACK_PROGRAM, "", "/a/progs", t), 4, "is known by its path");
    is_uint(module(&s, GSTACK_PROGRAM, "", "/a/prog", t), 3, "which is the same here");
    is_uint(module(&s, GSTACK_PROGRAM, "/a/prog", "x", t), 5, "a build-id is no path");
    is_uint(module(&s, GSTACK_ANONYMOUS, "", "", t), 6, "neither build-id nor path");
    is_uint(module(&s, GSTACK_PROFILER, "", "", t), 7, "nor here");
    is_uint(module(&s, GSTACK_ANONYMOUS, "", "", t), 6, "kinds are told apart again");
    is_uint(s.n_modules, 8, "no more than these");
    ok(stack_module_fits(&s.modules[0], (const uint8_t *)"abcdefghi", 9, "other"),
       "an image of the same build-id fits");
    ok(!stack_module_fits(&s.modules[0], (const uint8_t *)"abcdefgh", 8, "prog"),
       "one of another does not");
    ok(stack_module_fits(&s.modules[0], NULL, 0, "x/prog"), "without, base names decide");
    ok(stack_module_fits(&s.modules[3], (const uint8_t *)"a", 1, "prog"),
       "also if the module has none");
    ok(!stack_module_fits(&s.modules[3], NULL, 0, "progs"), "and others do not fit");
    ok(!stack_module_fits(&s.modules[6], NULL, 0, ""), "nor does what is no file");
    stack_data_release(&s);
}

/* ---- trees ---------------------------------------------------------------------------------- */

/* Samples of main, or of what main calls. */
static void sample(struct stack_tree *t, uint32_t main_module, uint64_t callee, uint64_t signals,
                   struct told *told)
{
    struct diag *d = &told->diag;
    uint32_t end = stack_tree_add_node(t, 0, 0, callee ? GSTACK_COMPLETE : GSTACK_GUESSED, d);
    uint32_t at = stack_tree_add_node(t, end, main_module + 1, 0x101, d);

    if (callee)
        at = stack_tree_add_node(t, at, main_module + 1, callee, d);
    ok(stack_tree_add_samples(t, at, signals, 4 * signals, 16 * signals), "samples");
}

static const struct stack_node *find(const struct stack_tree *t, uint64_t key)
{
    for (size_t i = 1; i < t->n_nodes; i++)
        if (t->nodes[i].parent != 0 && t->nodes[i].key == key)
            return &t->nodes[i];
    return NULL;
}

static void test_sums(struct told *t)
{
    struct profile p = {0}, q = {0};
    struct stack_tree *tree;
    uint64_t ends[GSTACK_ENDS];
    uint32_t prog = module(&p.stacks, GSTACK_PROGRAM, "id", "prog", t), other;

    tree = stack_data_add_tree(&p.stacks, GSTACK_CPU, 4000000, &t->diag);
    is_uint(tree->n_nodes, 1, "a tree has a root");
    sample(tree, prog, 0x200, 5, t);
    sample(tree, prog, 0x200, 1, t);
    is_uint(tree->n_nodes, 4, "equal paths are one");
    is_uint(find(tree, 0x200)->signals, 6, "their samples are added up");
    tree->runs = 1;
    tree->missing = 2;

    module(&q.stacks, GSTACK_LIBRARY, "lib", "lib.so", t);
    other = module(&q.stacks, GSTACK_PROGRAM, "id", "a/prog", t);
    is_uint(other, 1, "a second profile numbers its modules by itself");
    tree = stack_data_add_tree(&q.stacks, GSTACK_WALL, 4000000, &t->diag);
    sample(tree, other, 0x300, 9, t);
    tree = stack_data_add_tree(&q.stacks, GSTACK_CPU, 4000000, &t->diag);
    sample(tree, other, 0, 7, t);
    sample(tree, other, 0x200, 2, t);
    tree->runs = 1;
    tree->lost = 1;

    ok(profile_merge(&p, &q, &t->diag), "a sum of two");
    is_uint(q.stacks.n_trees + q.stacks.n_modules, 0, "the second is empty now");
    is_uint(p.stacks.n_trees, 2, "clocks are kept apart");
    is_uint(p.stacks.n_modules, 2, "modules are the same or new");
    is_str(p.stacks.modules[0].path, "a/prog", "of the least path");
    tree = stack_data_add_tree(&p.stacks, GSTACK_CPU, 4000000, &t->diag);
    is_uint(find(tree, 0x200)->signals, 8, "equal paths");
    is_uint(find(tree, 0x200)->ticks, 32, "have the ticks");
    is_uint(find(tree, 0x200)->squares, 128, "and squares of both");
    is_uint(tree->signals, 15, "and the tree has");
    is_uint(tree->ticks, 60, "all");
    is_uint(tree->missing * 100 + tree->lost * 10 + tree->runs, 212, "of both");
    ok(stack_tree_count_ends(tree, ends, &t->diag) && ends[GSTACK_COMPLETE] == 8 &&
           ends[GSTACK_GUESSED] == 7 && ends[GSTACK_NO_MEMORY] == 0,
       "walks that ended in each way");
    is_uint(p.stacks.trees[1].nodes[2].module, 1,
            "a new tree has the numbers of the sum's modules");
    ok(!stack_data_tree(&p.stacks, GSTACK_CPU, 1000000), "intervals are told apart");
    profile_release(&p);
}

static void test_overflow(struct told *t)
{
    struct profile p = {0}, q = {0};
    struct stack_tree *tree = stack_data_add_tree(&p.stacks, GSTACK_CPU, 1, &t->diag);

    ok(stack_tree_add_samples(tree, 0, UINT64_MAX, 1, 1), "2^64 - 1 samples");
    ok(!stack_tree_add_samples(tree, 0, 1, 1, 1) && tree->ticks == 1, "are all that there may be");
    stack_data_add_module(&p.stacks, &(struct stack_module){.path = (char[]){""}}, &t->diag);
    tree = stack_data_add_tree(&q.stacks, GSTACK_CPU, 1, &t->diag);
    stack_tree_add_samples(tree, 0, 1, 1, 1);
    q.stacks.file = "many";
    ok(!profile_merge(&p, &q, &t->diag) && p.stacks.trees[0].ticks == 1, "in sums, too");
    like(told_text(t), "many: the samples of call stacks exceed 2\\^64", "which is said");
    profile_release(&p);
    told_clear(t);
}

int main(void)
{
    struct told t;

    told_open(&t);
    test_modules(&t);
    test_sums(&t);
    test_overflow(&t);
    is_uint(t.diag.errors, 0, "nothing else was reported");
    told_close(&t);
    return done_testing();
}
