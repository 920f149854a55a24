/* test_paths - tests call stacks as paths: all of their time is there, at any depth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/paths.h"
#include "base/budget.h"
#include "unit.h"

enum { FRAMES = 12000, BYTES = 3000000, A_FRAME = 16 };

/* Tests a function that calls itself again and again, with a sample at each depth but the first. If
 * `grows`, deeper samples are longer. */
static void test_deep(uint32_t depth, bool grows, bool is_cut)
{
    struct figure figure = {.samples = depth - 1, .self = (depth - 1) * 1000000ULL};
    struct report r = {.program.symtab.n = 1,
                       .facts.profile.bytes = BYTES,
                       .figures = {.functions = &figure},
                       .views.stacks.n = GSTACK_ENDS + depth};
    struct paths p;
    uint64_t time = 0, samples = 0, frames = 0;

    r.views.stacks.at = calloc(r.views.stacks.n, sizeof *r.views.stacks.at);
    for (uint32_t i = GSTACK_ENDS; i < r.views.stacks.n; i++)
        r.views.stacks.at[i] =
            (struct stack_frame){.parent = i == GSTACK_ENDS ? GSTACK_COMPLETE : i - 1,
                                 .own.ticks = i == GSTACK_ENDS ? 0
                                              : grows          ? i
                                                               : r.views.stacks.n - i};
    paths_init(&p, &r, &r.views.stacks, &told.diag);
    paths_limit(&p, &r, false, &told.diag);
    ok(p.n == depth, "%u frames, a path each", depth);
    for (uint32_t i = 0; i < p.n; i++) {
        time += p.at[i].time;
        samples += p.at[i].samples;
        frames += p.at[i].time > 0 ? i + 1 : 0;
    }
    ok(p.at[0].parent == NO_PATH && p.at[0].time == 0 && p.at[1].parent == 0, "in their order");
    is_uint(time + p.cut[0], figure.self, "all of the time is there");
    is_uint(samples + p.cut_samples[0], figure.samples, "and all samples");
    is_uint(p.cut_total, p.cut[0], "what is cut off is added up");
    ok((p.cut[0] > 0) == is_cut, "something is cut off: %d", is_cut);
    ok(A_FRAME * frames <= budget_of(BYTES).left, "no more frames than may be written");
    if (is_cut)
        ok((p.at[depth - 1].time > 0) == grows && (p.at[1].time > 0) == !grows,
           "what has most time is kept");
    paths_release(&p);
    free(r.views.stacks.at);
}

static void test_all(void)
{
    test_deep(2, false, false);
    test_deep(FRAMES / 2, true, false);
    test_deep(FRAMES, true, true);
    test_deep(FRAMES, false, true);
}

UNIT_TESTS(test_all)
