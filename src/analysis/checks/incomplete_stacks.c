/* incomplete_stacks - walks of call stacks that did not reach the beginning
 *
 * The callers that such a stack does not show lack the time of its sample.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

/* Nothing is said while at least this share of all samples is complete, nor of so few samples that
 * it says nothing. */
static const double silent_share = 0.99, few_samples = 10;

/* Where walks end, and what to do about it. */
static const struct {
    const char *where, *remedy;
} endings[GSTACK_ENDS] = {
    [GSTACK_GUESSED] = {"were guessed from frame pointers",
                        "compile all code with -fasynchronous-unwind-tables"},
    [GSTACK_NO_UNWIND] = {"end at code without unwind information",
                          "compile all code with -fasynchronous-unwind-tables"},
    [GSTACK_OFF_STACK] = {"lead off the stack",
                          "compile all code with -fasynchronous-unwind-tables"},
    [GSTACK_TOO_DEEP] = {"are too deep", "run it with a greater GMON_STACK_DEPTH"},
    [GSTACK_NO_MEMORY] = {"are too many to be recorded", "run it with more GMON_STACK_NODES"},
};

void check_incomplete_stacks(const struct diagnosis *at, struct diag *d)
{
    const struct stack_frames *stacks = at->stacks;
    enum gstack_end most = GSTACK_GUESSED;
    double complete;

    if (!stacks || (double)stacks->all.signals < few_samples)
        return;
    complete = (double)stacks->by_end[GSTACK_COMPLETE].signals / (double)stacks->all.signals;
    if (complete >= silent_share)
        return;
    for (enum gstack_end end = GSTACK_GUESSED; end < GSTACK_ENDS; end++)
        if (stacks->by_end[end].signals > stacks->by_end[most].signals)
            most = end;
    diag_warning(d, at->profile->stacks.file,
                 "call stacks are incomplete: %.1f %% reach the beginning, and %.1f %% %s; callers "
                 "lack the time of what does not show them; %s",
                 100 * complete,
                 100 * (double)stacks->by_end[most].signals / (double)stacks->all.signals,
                 endings[most].where, endings[most].remedy);
}
