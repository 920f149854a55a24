/* check_stacks - warns of incomplete or unfit call stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/evidence.h"

#include "base/arith.h"
#include "base/mem.h"

#include <math.h>

/* No warning is given above that share of complete stacks, and below that share of ticks without a
 * stack. */
static const double complete_enough = 0.99, missing_enough = 0.05;

/* ---- stacks that do not reach the beginning -------------------------------------------------- */

/* Callers that are missing on a stack lack the time of its sample. Stacks of waiting threads are
 * walked from outside, with few registers known. Such walks are always guessed, and there is no
 * remedy. */

/* Ends of walks, with the remedy for each. */
static const struct {
    const char *where, *remedy;
} endings[GSTACK_ENDS] = {
    [GSTACK_GUESSED] = {"were guessed from frame pointers",
                        "compile all code with -funwind-tables"},
    [GSTACK_NO_UNWIND] = {"end at code without unwind information",
                          "compile all code with -funwind-tables"},
    [GSTACK_OFF_STACK] = {"lead off the stack", "compile all code with -funwind-tables"},
    [GSTACK_TOO_DEEP] = {"are too deep", "run it with a greater GMON_STACK_DEPTH"},
    [GSTACK_NO_MEMORY] = {"are known by their leaf alone", "run it with more GMON_STACK_NODES, or, "
                                                           "where walks take long, with a smaller "
                                                           "GMON_STACK_DEPTH"},
};

/* Returns the signals of stacks that begin in code without a file. Addresses that lead nowhere,
 * such as those of made-up frames below a coroutine, are such code, too. */
static uint64_t signals_of_no_file(const struct stack_frames *stacks, const struct symtab *symtab,
                                   struct diag *d)
{
    LOCAL bool *is_below = mem_alloc(d, stacks->n, sizeof *is_below);
    uint64_t signals = 0;

    for (uint32_t i = GSTACK_ENDS; i < stacks->n; i++) {
        const struct stack_frame *f = &stacks->at[i];

        is_below[i] = f->parent == GSTACK_NO_UNWIND
                          ? strcmp(symtab->symbols[f->function].name, "<anonymous>") == 0
                          : f->parent >= GSTACK_ENDS && is_below[f->parent];
        if (is_below[i])
            signals = add_saturated(signals, f->own.signals);
    }
    return signals;
}

/* Returns a percentage rounded down, as in the reports, so that 100.0 means all. */
static double percent(uint64_t part, const struct stack_frames *stacks)
{
    return floor(1000 * (double)part / (double)stacks->all.signals) / 10;
}

void check_incomplete_stacks(const struct diagnosis *at, struct diag *d)
{
    const struct stack_frames *stacks = at->stacks;
    enum gstack_end most;
    const char *where, *remedy;
    uint64_t complete;

    if (!stacks || stacks->all.signals < FEW_SAMPLES)
        return;
    complete = stacks->by_end[GSTACK_COMPLETE].signals;
    if (stacks->clock == GSTACK_WALL)
        complete += stacks->by_end[GSTACK_GUESSED].signals;
    /* a single walk may have taken long by chance, as on a busy machine */
    if ((double)complete + 1 >= complete_enough * (double)stacks->all.signals)
        return;
    most = stacks->clock == GSTACK_WALL ? GSTACK_NO_UNWIND : GSTACK_GUESSED;
    for (enum gstack_end end = most; end < GSTACK_ENDS; end++)
        if (stacks->by_end[end].signals > stacks->by_end[most].signals)
            most = end;
    where = endings[most].where;
    remedy = endings[most].remedy;
    if (most == GSTACK_NO_UNWIND &&
        2 * signals_of_no_file(stacks, at->symtab, d) > stacks->by_end[most].signals) {
        where = "end at code of no file or made-up frames";
        remedy = "let the first frame of a coroutine return to 0";
    }
    diag_warning(d, at->profile->stacks.file,
                 "call stacks are incomplete: %.1f %% reach the beginning, and %.1f %% %s; callers "
                 "lack the time of what does not show them; %s",
                 percent(complete, stacks), percent(stacks->by_end[most].signals, stacks), where,
                 remedy);
}

/* ---- ticks that brought no call stack -------------------------------------------------------- */

/* Warns of time without a call stack. A histogram has that time in `<unseen>`, which
 * check_unseen_time reports. */
void check_missing_stacks(const struct diagnosis *at, struct diag *d)
{
    const struct stack_frames *stacks = at->stacks;
    double due;

    if (!stacks || at->profile->has_histogram)
        return;
    due = stacks->all.ticks + stacks->missing;
    if (due >= FEW_SAMPLES && stacks->missing > missing_enough * due)
        diag_warning(d, at->profile->stacks.file,
                     "has no call stack for %.0f %% of the time: threads are too short, or block "
                     "SIGPROF; let threads live longer",
                     100 * stacks->missing / due);
}

/* ---- stacks of other runs, clocks and programs ----------------------------------------------- */

/* The histogram may or may not have the time of libraries and of the runtime, depending on how the
 * program was linked and run. So its sum may be anything between the samples in the image alone and
 * all ticks that were due. */

/* Deviations that rounding, and signals between two records, may cause. */
static const double tolerance = 0.1, few_ticks = 10;

void check_stacks_disagree(const struct diagnosis *at, struct diag *d)
{
    const struct stack_frames *stacks = at->stacks;
    const struct hist_result *hist = at->hist;
    double least = 0, most;

    if (!stacks || !at->profile->has_histogram || at->profile->n_hists == 0)
        return;
    for (uint32_t i = GSTACK_ENDS; i < stacks->n; i++)
        if (stacks->at[i].function < at->symtab->n_code)
            least += stacks->at[i].own.ticks;
    most = stacks->all.ticks + stacks->missing;
    if (hist->total >= (1 - tolerance) * least - few_ticks &&
        hist->total <= (1 + tolerance) * most + few_ticks)
        return;
    diag_warning(d, at->profile->stacks.file,
                 "call stacks and histogram are not of the same runs: %.2f and %.2f %s; name the "
                 "files that one run has written",
                 hist_units(hist, stacks->all.ticks), hist_units(hist, hist->total),
                 hist->dimension);
}

void check_two_clocks(const struct diagnosis *at, struct diag *d)
{
    if (at->stacks && at->stacks->other_clock > 0)
        diag_warning(d, at->profile->stacks.file,
                     "call stacks are of two clocks: CPU time is shown, %.2f seconds of elapsed "
                     "time are left out; name files of one clock",
                     at->stacks->other_clock);
}

/* Warns of stacks of other programs. If none is of the image, that is an error (stack_symbols.h).
 * An image that is a library is used by other programs. */
void check_other_stacks(const struct diagnosis *at, struct diag *d)
{
    const struct stack_data *stacks = &at->profile->stacks;
    const struct stack_module *other = NULL;
    bool is_program = false;

    for (size_t i = 0; at->stacks && i < stacks->n_modules; i++) {
        const struct stack_module *m = &stacks->modules[i];

        if (m->kind != GSTACK_PROGRAM)
            continue;
        if (stack_module_fits(m, at->image->build_id, at->image->path))
            is_program = true;
        else if (!other)
            other = m;
    }
    if (is_program && other)
        diag_warning(d, stacks->file,
                     "some call stacks are of another program or build, %s, whose functions have "
                     "no names here; name the files of one program",
                     other->path);
}
