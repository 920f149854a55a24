/* incomplete_stacks - walks of call stacks that did not reach the beginning
 *
 * The callers that such a stack does not show lack the time of its sample. Of threads that wait,
 * whose stacks are looked at from outside, few registers are known: these walks are always guessed,
 * and nobody can do anything about it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

#include <math.h>

/* Nothing is said while at least this share of all samples is complete, nor of so few samples that
 * it says nothing. */
static const double silent_share = 0.99, few_samples = 10;

/* Where walks end, and what to do about it. */
static const struct {
    const char *where, *remedy;
} endings[GSTACK_ENDS] = {
    [GSTACK_GUESSED] = {"were guessed from frame pointers",
                        "compile all code with -funwind-tables"},
    [GSTACK_NO_UNWIND] = {"end at code without unwind information",
                          "compile all code with -funwind-tables"},
    [GSTACK_OFF_STACK] = {"lead off the stack",
                          "compile all code with -funwind-tables"},
    [GSTACK_TOO_DEEP] = {"are too deep", "run it with a greater GMON_STACK_DEPTH"},
    [GSTACK_NO_MEMORY] = {"are known by their leaf alone", "run it with more GMON_STACK_NODES, or, "
                                                           "where walks take long, with a smaller "
                                                           "GMON_STACK_DEPTH"},
};

/* In percent; rounded down, as in the reports, so that 100.0 are all. */
static double percent(uint64_t part, const struct stack_frames *stacks)
{
    return floor(1000 * (double)part / (double)stacks->all.signals) / 10;
}

void check_incomplete_stacks(const struct diagnosis *at, struct diag *d)
{
    const struct stack_frames *stacks = at->stacks;
    enum gstack_end most;
    uint64_t complete;

    if (!stacks || (double)stacks->all.signals < few_samples)
        return;
    complete = stacks->by_end[GSTACK_COMPLETE].signals;
    if (stacks->clock == GSTACK_WALL)
        complete += stacks->by_end[GSTACK_GUESSED].signals;
    if ((double)complete >= silent_share * (double)stacks->all.signals)
        return;
    most = stacks->clock == GSTACK_WALL ? GSTACK_NO_UNWIND : GSTACK_GUESSED;
    for (enum gstack_end end = most; end < GSTACK_ENDS; end++)
        if (stacks->by_end[end].signals > stacks->by_end[most].signals)
            most = end;
    diag_warning(d, at->profile->stacks.file,
                 "call stacks are incomplete: %.1f %% reach the beginning, and %.1f %% %s; callers "
                 "lack the time of what does not show them; %s",
                 percent(complete, stacks), percent(stacks->by_end[most].signals, stacks),
                 endings[most].where, endings[most].remedy);
}
