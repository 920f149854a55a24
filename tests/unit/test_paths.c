/* test_paths - tests call stacks as paths: all of their time is there, at any depth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/paths.h"
#include "unit.h"

/* Tests a function that calls itself again and again, with a sample at each depth but the first. */
static void test_deep(uint32_t depth)
{
    struct figure figure = {.samples = depth - 1, .self = (depth - 1) * 1000000ULL};
    struct results r = {.program.symtab.n = 1,
                        .figures = {.functions = &figure},
                        .views.stacks.n = GSTACK_ENDS + depth};
    struct paths p;
    uint64_t time = 0, samples = 0;

    r.views.stacks.at = calloc(r.views.stacks.n, sizeof *r.views.stacks.at);
    for (uint32_t i = GSTACK_ENDS; i < r.views.stacks.n; i++)
        r.views.stacks.at[i] =
            (struct stack_frame){.parent = i == GSTACK_ENDS ? GSTACK_COMPLETE : i - 1,
                                 .own.ticks = i == GSTACK_ENDS ? 0 : r.views.stacks.n - i};
    paths_init(&p, &r, &r.views.stacks, &told.diag);
    ok(p.n == depth, "%u frames, a path each", depth);
    for (uint32_t i = 0; i < p.n; i++) {
        time += p.at[i].time;
        samples += p.at[i].samples;
    }
    ok(p.at[0].parent == NO_PATH && p.at[0].time == 0 && p.at[1].parent == 0, "in their order");
    is_uint(time, figure.self, "all of the time is there");
    is_uint(samples, figure.samples, "and all samples");
    is_uint(p.cut_total, 0, "nothing is cut off");
    paths_release(&p);
    free(r.views.stacks.at);
}

static void test_all(void)
{
    test_deep(2);
    test_deep(12000);
}

UNIT_TESTS(test_all)
