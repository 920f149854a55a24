/* dump.c - writes what was counted so far, and forgets it
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/dump.h"
#include "runtime/core/data_file.h"
#include "runtime/core/file_out.h"
#include "runtime/core/library_files.h"
#include "runtime/core/os.h"
#include "runtime/core/samples.h"
#include "runtime/core/short_threads.h"
#include "runtime/core/stacks/call_stacks.h"
#include "runtime/core/stacks/stack_nodes.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"

/* ---- the name of the file ------------------------------------------------------------------- */

/* Puts the value of the letter behind a %. Sets *has_pid if the value tells processes apart. */
static size_t put_field(char *to, size_t size, char letter, bool *has_pid)
{
    switch (letter) {
    case 'p':
        *has_pid = true;
        return gm_text(to, size, "%u", (uint64_t)gm.pid);
    case 'h':
        return gm_host_name(to, size);
    case 'e':
        return gm_program_name(to, size);
    case 't':
        return gm_text(to, size, "%u", gm.time_start);
    case 'r':
        return gm_text(to, size, "%s", gm.opt.rank[0] != 0 ? gm.opt.rank : "0");
    case '%':
        return gm_text(to, size, "%s", "%");
    default: {
        const char text[2] = {letter, 0};
        return gm_text(to, size, "%%%s", text);
    }
    }
}

/* Makes the name of the file at exit. If the name does not tell a forked child from its parent, the
 * process number is appended. Returns true if the name has that number. */
static bool file_name(char *to, size_t size)
{
    const char *s = gm.opt.has_template || gm.opt.has_prefix ? gm.opt.path : "gmon.out";
    bool has_pid = false;
    bool is_of_start = *s != '/' && gm.opt.is_started_there && gm_has_left_start();
    size_t n = is_of_start ? gm_text(to, size, "%s", gm.opt.directory) : 0;

    for (; *s != 0 && n + 1 < size; s++) {
        if (gm.opt.has_template && *s == '%' && s[1] != 0)
            n += put_field(to + n, size - n, *++s, &has_pid);
        else
            to[n++] = *s;
    }
    to[n] = 0;
    if (*gm.opt.path == 0 && gm.opt.is_one_of_many)
        n += gm_text(to + n, size - n, ".%s", gm.opt.rank);
    if (gm.opt.has_prefix || (gm.pid != gm.first_pid && !has_pid)) {
        gm_text(to + n, size - n, ".%u", (uint64_t)gm.pid);
        has_pid = true;
    }
    return has_pid;
}

/* ---- the files ------------------------------------------------------------------------------ */

/* Adds the samples that are in no bin to the bins for the time of a dump, or takes them out again:
 * those of short threads and, if functions stand for them, those from elsewhere, and those that no
 * tick has brought. */
static void raise_bins(const struct gm_counts *c, uint64_t unseen, bool is_out)
{
    const struct gm_arc_list *list = c->list;

    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (list->arc[i].callee == GM_SAMPLE)
            gm_raise_bin((uintptr_t)list->arc[i].site + gm.bias, list->arc[i].count, is_out);
    if (gm.unseen == 0)
        return;
    gm_raise_bin(gm.other, c->outside, is_out);
    gm_raise_bin(gm.unseen, unseen, is_out);
}

static struct gm_histogram histogram(void)
{
    struct gm_range *range = atomic_load(&gm.range);

    if (range == NULL)
        return (struct gm_histogram){.bins = 0};
    return (struct gm_histogram){.low = range->low - gm.bias,
                                 .shift = range->shift,
                                 .rate = (uint32_t)gm.opt.hz,
                                 .bins = range->bins,
                                 .bin = range->bin,
                                 .used = range->used};
}

/* Returns the samples in the runtime itself: those in a bin, plus `elsewhere`. */
static uint64_t own_samples(uint64_t elsewhere)
{
    struct gm_range *range = atomic_load(&gm.range);

    if (range != NULL && gm.profiler - range->low < range->high - range->low)
        elsewhere += atomic_load(&range->bin[(gm.profiler - range->low) >> range->shift]);
    return elsewhere;
}

/* Collects the counts of all code, and the program's own. all->list is the same list if libraries
 * have no files, and NULL if there is too little memory. *shared: number of missing samples that
 * were charged to some address. Returns false if there is no memory. */
static bool gather(const char *path, struct gm_counts *all, struct gm_counts *c,
                   const struct gm_part *program, uint64_t missing, uint64_t *shared)
{
    struct gm_arc_list *base = atomic_load(&gm.baseline);

    *c = (struct gm_counts){0};
    if (gm_collect(all, base)) {
        *shared = gm_share_out(all->list, missing);
        if (gm.opt.modules)
            gm_choose_libraries();
        c->list = gm.opt.modules ? gm_list_new(all->list->count + 1) : all->list;
        if (c->list != NULL) {
            gm_select(all, program, c);
            return true;
        }
        gm_counts_free(all);
    }
    *shared = 0; /* what was shared out was in that list */
    if (base != NULL)
        return false;
    gm_tally(c, program);
    if (gm.opt.modules)
        gm_say("gmon: %s: out of memory: no files of libraries beside it", path);
    return true;
}

static int64_t write_files(const char *path)
{
    const struct gm_part program = {.code = gm.start,
                                    .end = gm.end,
                                    .bias = gm.bias,
                                    .elsewhere = gm.other - gm.bias,
                                    .main = gm.main};
    struct gm_missing missing = gm_missing_samples();
    uint64_t due = atomic_load(&gm.samples) + missing.all;
    struct gm_counts all, c;
    uint64_t shared, mark;
    bool has_stacks = due != 0 && gm_stacks_wanted() != NULL, is_complete = true;

    gm.aside[0] = 0;
    if (!gather(path, &all, &c, &program, missing.short_threads, &shared)) {
        gm_cannot_write(path, GM_NO_MEMORY);
        return -1;
    }
    struct gm_histogram h = histogram();
    raise_bins(&c, missing.all - shared, false);
    int64_t bytes = gm_write(path, &gm.build, &c, &h, &mark);
    if (bytes > 0) {
        bool has_companion =
            has_stacks && gm_write_stacks(path, due, missing.elapsed, (uint64_t)bytes, mark);
        is_complete = gm_out_publish(path, has_companion) && has_companion == has_stacks;
    }
    if (bytes >= 0 && gm.opt.verbose)
        gm_say("gmon: %s: %u ticks, of these %u in the profiler, %u outside of the program, %u "
               "estimated for short threads and %u unseen; %u signals; %u calls, "
               "%u threads, %u bytes",
               path, gm_samples_in(&h), own_samples(c.own), c.outside, shared, missing.all - shared,
               (uint64_t)atomic_load(&gm.signals), c.calls, (uint64_t)c.threads, (uint64_t)bytes);
    raise_bins(&c, missing.all - shared, true);
    if (bytes > 0 && all.list != c.list)
        gm_write_libraries(path, &all);
    if (all.list != c.list)
        gm_counts_free(&all);
    gm_counts_free(&c);
    return is_complete ? bytes : -1;
}

/* Writes the files, with gm.dump_lock held and interrupts off. If path is NULL, the user's name is
 * used. Returns the bytes of the data file, or -1. */
static int64_t dump(const char *path)
{
    if (path != NULL)
        return write_files(path);
    if (!gm.has_name)
        gm.has_pid = file_name(gm.own_path, sizeof gm.own_path);
    int64_t bytes = write_files(gm.own_path);
    gm.has_failed = bytes < 0;
    return bytes;
}

/* Returns a line that says why call stacks are missing, or NULL if none is. */
static const char *stack_fault(void)
{
    const struct gm_stacks *stacks = atomic_load(&gm.stacks);

    if (stacks == NULL && gm.opt.stacks && atomic_load(&gm.samples) != 0)
        return "out of memory for call stacks: there are none";
    if (stacks != NULL && atomic_load(&stacks->is_full))
        return "no room for all of the call stacks, so deep ones are cut; GMON_STACK_NODES=N "
               "makes room";
    return NULL;
}

/* Warns the user of a fault of sampling, once. */
static void warn(void)
{
    uintptr_t lost = atomic_exchange(&gm.lost, 0);
    const char *fault = gm_sampling_fault();

    if (fault == NULL)
        fault = stack_fault();
    if (lost != 0)
        gm_say("gmon: %s: %u calls and samples are not counted: out of memory", gm.own_path,
               (uint64_t)lost);
    if (!gm.has_warned && fault != NULL) {
        gm.has_warned = true;
        gm_say("gmon: %s: %s", gm.own_path, fault);
    }
}

/* Returns false for a child, or a program that was not compiled with -pg, that did nothing. */
static bool is_worth_a_file(uint64_t total)
{
    return (gm.is_linked && gm.pid == gm.first_pid) || total != 0;
}

static uint64_t samples_due(void)
{
    return atomic_load(&gm.samples) + gm_missing_samples().all;
}

/* Returns a number that grows with each call and, with `samples', each sample: a file that was
 * written at another number is out of date. */
static uint64_t counted(uint64_t samples)
{
    return gm_total() + (atomic_load(&gm.closed) != NULL) + samples;
}

enum { SEVERAL = -1 };

/* Returns false if another thread is about to end the process: it would do so in mid-write. */
static bool may_write(void)
{
    return gm.ender == 0 || gm.ender == gm_thread_number();
}

void gm_save(enum gm_end end)
{
    if (end == GM_END_ONCE && gm.ender == gm_thread_number())
        return; /* soon, as each thread comes here many times */
    if (gm.start == 0 || gm.secure || gm_process() != gm.pid)
        return;
    gm_look_at_objects(false);
    struct gm_interrupts old = gm_enter(&gm.dump_lock);
    uint64_t samples = samples_due(), total = counted(samples);
    bool is_new = end != GM_END_ONCE && total != gm.written && !gm.has_failed;
    if (may_write() && (gm.is_finished ? is_new : is_worth_a_file(total))) {
        dump(NULL);
        gm.written = total;
        gm.is_finished |= end != GM_GOES_ON;
        warn();
    }
    if (end == GM_END_ONCE || end == GM_END_SURE)
        gm.ender = may_write() ? gm_thread_number() : SEVERAL;
    /* Samples of meanwhile wait for interrupts, and are the profiler's: a file that takes long to
     * write would be out of date each time. Other threads' are written with the next they take. */
    gm_leave(&gm.dump_lock, &old);
    old = gm_enter(&gm.dump_lock);
    gm.written += samples_due() - samples;
    gm_leave(&gm.dump_lock, &old);
}

int gm_dump_to(const char *path)
{
    if (gm.start == 0)
        return -1;
    gm_look_at_objects(false);
    struct gm_interrupts old = gm_enter(&gm.dump_lock);
    int64_t bytes = may_write() ? dump(path) : -1;
    gm_leave(&gm.dump_lock, &old);
    return bytes < 0 ? -1 : 0;
}

void gm_reset(void)
{
    struct gm_counts now;

    if (gm.start == 0)
        return;
    struct gm_interrupts old = gm_enter(&gm.dump_lock);
    if (gm_collect(&now, NULL)) {
        gm_list_free(atomic_exchange(&gm.baseline, now.list));
        gm_forget_closed();
        gm_zero_samples();
    } else {
        gm_say("gmon: gmon_reset: out of memory; nothing is forgotten");
    }
    gm_leave(&gm.dump_lock, &old);
}

void gm_forget_past(void)
{
    gm_list_free(atomic_exchange(&gm.baseline, NULL));
    gm_forget_closed();
    gm.is_finished = false;
    gm.has_failed = false;
    gm.has_name = false;
    gm.written = 0;
    gm.ender = 0;
    gm.is_later = false;
    atomic_store(&gm.lost, 0);
    gm_zero_samples();
}
