/* check_stacks - tells of incomplete or unfit call stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/causes.h"

#include "analysis/time_kind.h"
#include "base/arith.h"
#include "base/mem.h"

#include <math.h>

/* No warning is given above that share of complete stacks, and below that share of ticks without a
 * stack. */
static const double complete_enough = 0.95, missing_enough = 0.05;

/* A warning is given above that share of time in code without names that the program has made. */
static const double made_enough = 0.05;

/* ---- stacks that do not reach the start -------------------------------------------------- */

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
    [GSTACK_TOO_DEEP] = {"are cut",
                         "run it with a greater GMON_STACK_DEPTH or more GMON_STACK_NODES"},
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

bool check_incomplete_stacks(const struct evidence *e, struct sink *detail)
{
    const struct stack_frames *stacks = e->stacks;
    bool is_wall = stacks->clock == GSTACK_WALL;
    enum gstack_end most = is_wall ? GSTACK_NO_UNWIND : GSTACK_GUESSED;
    uint64_t complete = stacks->by_end[GSTACK_COMPLETE].signals +
                        (is_wall ? stacks->by_end[GSTACK_GUESSED].signals : 0);
    const char *where, *remedy;

    /* a single walk may have taken long by chance, as on a busy machine */
    if (stacks->all.signals < FEW_SAMPLES ||
        (double)complete + 1 >= complete_enough * (double)stacks->all.signals)
        return false;
    for (enum gstack_end end = most; end < GSTACK_ENDS; end++)
        if (stacks->by_end[end].signals > stacks->by_end[most].signals)
            most = end;
    where = endings[most].where;
    remedy = endings[most].remedy;
    if (most == GSTACK_NO_UNWIND &&
        2 * signals_of_no_file(stacks, e->symtab, detail->diag) > stacks->by_end[most].signals) {
        where = "end at code of no file or made-up frames";
        remedy = "let the first frame of a coroutine return to 0";
    }
    sink_printf(
        detail, "%.1f %% reach the start, and %.1f %% %s; callers lack the rest of their time; %s",
        percent(complete, stacks), percent(stacks->by_end[most].signals, stacks), where, remedy);
    return true;
}

/* ---- code that the program has made ---------------------------------------------------------- */

/* Finds time in such code that has no names, as compilers at run time give it names only if they
 * are asked to. */
bool check_made_code(const struct evidence *e, struct sink *detail)
{
    double ticks = 0;

    if (e->stacks->all.signals < FEW_SAMPLES)
        return false;
    for (uint32_t i = GSTACK_ENDS; i < e->stacks->n; i++)
        if (strcmp(e->symtab->symbols[e->stacks->at[i].function].name, "<anonymous>") == 0)
            ticks += e->stacks->at[i].own.ticks;
    if (ticks <= made_enough * e->stacks->all.ticks)
        return false;
    sink_printf(detail, "%.0f", 100 * ticks / e->stacks->all.ticks);
    return true;
}

/* ---- ticks that brought no call stack -------------------------------------------------------- */

/* Tells of ticks that brought no call stack. A histogram has that time in `<unseen>`, which
 * check_unseen_time tells. */
bool check_missing_stacks(const struct evidence *e, struct sink *detail)
{
    double due = e->stacks->all.ticks + e->stacks->missing;

    if (e->profile->has_histogram || due < FEW_SAMPLES ||
        e->stacks->missing <= missing_enough * due)
        return false;
    sink_printf(detail, "%.0f", 100 * e->stacks->missing / due);
    return true;
}

/* ---- time that is not work ------------------------------------------------------------------- */

/* Finds a fifth of the time in a library whose threads or processes wait by looking again and
 * again. */
bool check_spinning(const struct evidence *e, struct sink *detail)
{
    static const struct {
        const char *begins, *remedy;
    } spins[] = {{"<libgomp.so", "run it with OMP_WAIT_POLICY=passive"},
                 {"<libomp.so", "run it with OMP_WAIT_POLICY=passive"},
                 {"<libiomp5.so", "run it with OMP_WAIT_POLICY=passive"},
                 {"<libopen-pal.so", "see with --by-file which ranks wait"},
                 {"<libmpi.so", "see with --by-file which ranks wait"},
                 {"<libmpich.so", "see with --by-file which ranks wait"}};
    enum { LEAST = 20 /* percent */ };
    const struct stack_frames *f = e->stacks;

    for (size_t k = 0; k < sizeof spins / sizeof *spins; k++) {
        double ticks = 0;
        const char *name = spins[k].begins;

        for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
            uint32_t function = f->at[i].function, row;

            if (f->at[i].own.signals == 0 || function < e->symtab->n_code)
                continue;
            row = symtab_library(e->symtab, function);
            row = row == NO_SYMBOL ? function : row;
            if (strncmp(e->symtab->symbols[row].name, spins[k].begins, strlen(spins[k].begins)))
                continue;
            name = e->symtab->symbols[row].name;
            ticks += f->at[i].own.ticks;
        }
        if (f->clock == GSTACK_CPU && f->all.signals >= FEW_SAMPLES &&
            ticks * 100 >= LEAST * f->all.ticks) {
            sink_printf(detail, "%.0f %% of the CPU time is in %.*s, which waits by spinning; %s",
                        100 * ticks / f->all.ticks, (int)strcspn(name + 1, ">"), name + 1,
                        spins[k].remedy);
            return true;
        }
    }
    return false;
}

/* The program ran for so much longer than it used a processor that it must have waited: on a busy
 * machine others may have the processor for some of the time, but hardly for four fifths. */
bool check_waits(const struct evidence *e, struct sink *detail)
{
    const struct stack_frames *f = e->stacks;
    double seconds = hist_units(e->hist, f->all.ticks + f->missing);

    sink_printf(detail, "%.2f of %.2f s were CPU time", seconds, f->elapsed);
    return f->elapsed > 5 * seconds + 0.3 && time_kind_of(e->hist, f, e->symtab) == TIME_CPU;
}

/* ---- stacks of other runs, clocks and programs ----------------------------------------------- */

/* The histogram may or may not have the time of libraries and of the runtime, depending on how the
 * program was linked and run. So its sum may be anything between the samples in the image alone and
 * all ticks that were due, but for rounding, and signals between two records. */
bool check_stacks_disagree(const struct evidence *e, struct sink *detail)
{
    static const double tolerance = 0.1, few_ticks = 10;
    const struct stack_frames *stacks = e->stacks;
    const struct hist_result *hist = e->hist;
    double least = 0, most = stacks->all.ticks + stacks->missing;

    if (e->profile->n_hists == 0)
        return false;
    for (uint32_t i = GSTACK_ENDS; i < stacks->n; i++)
        if (stacks->at[i].function < e->symtab->n_code)
            least += stacks->at[i].own.ticks;
    if (hist->total >= (1 - tolerance) * least - few_ticks &&
        hist->total <= (1 + tolerance) * most + few_ticks)
        return false;
    sink_printf(detail, "%.2f and %.2f %s", hist_units(hist, stacks->all.ticks),
                hist_units(hist, hist->total), hist->dimension);
    return true;
}

bool check_two_clocks(const struct evidence *e, struct sink *detail)
{
    sink_printf(detail, "%.2f", e->stacks->other_clock);
    return e->stacks->other_clock > 0;
}

/* If no stacks are of the image, that is an error (stack_symbols.h). An image that is a library is
 * used by other programs. */
bool check_other_stacks(const struct evidence *e, struct sink *detail)
{
    const struct stack_data *stacks = &e->profile->stacks;
    const char *other = NULL;
    bool is_program = false;

    for (size_t i = 0; i < stacks->n_modules; i++) {
        const struct stack_module *m = &stacks->modules[i];

        if (m->kind != GSTACK_PROGRAM)
            continue;
        if (stack_module_fits(m, e->image->build_id, e->image->path))
            is_program = true;
        else if (!other)
            other = m->path;
    }
    sink_string(detail, other ? other : "");
    return is_program && other;
}
