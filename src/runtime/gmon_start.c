/* gmon_start.c - begin, pause and end of a profile
 *
 * Role: the functions that programs and the start-up code of -pg (gcrt1.o) call. The profile
 * begins with __monstartup, which runs before constructors, or, in programs that are not linked
 * with -pg, with a constructor of ours. It is written by _mcleanup, which runs at exit, and again
 * by a destructor when calls were counted after that.
 * Range: code from low up to high, rounded outwards to whole bins, so that the range is an exact
 * multiple of a bin; bins of 2 bytes, the smallest that readers take, put no sample of one
 * function into another unless it begins at an odd address.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"
#include "gmon.h"

#include <stdlib.h>
#include <time.h>

enum { LARGE_TEXT = 64 << 20 }; /* bins of 4 bytes from here on */

/* Bins at most, about: as many as all code that an x86-64 program can have takes. A range that a
 * program names may be larger; its bins are, too, as the field for their number has 32 bits. */
#define MOST_BINS (UINT64_C(1) << 29)

/* ---- start ---------------------------------------------------------------------------------- */

/* Rounded outwards to whole bins. NULL: no memory. */
static struct gm_range *new_range(uintptr_t low, uintptr_t high)
{
    unsigned shift = high - low > LARGE_TEXT ? 2 : 1;
    while ((high - low) >> shift > MOST_BINS)
        shift++;
    uintptr_t bin = (uintptr_t)1 << shift, last = ~(bin - 1);
    low &= ~(bin - 1);
    high = high < last ? (high + bin - 1) & ~(bin - 1) : last;
    size_t bins = (high - low) >> shift;
    struct gm_range *r = gm_map(sizeof *r + bins * sizeof r->bin[0]);

    if (r == NULL) {
        gm_say("gmon: no memory for a histogram");
        return NULL;
    }
    r->low = low;
    r->high = high;
    r->shift = shift;
    r->bins = bins;
    return r;
}

/* Its range becomes [low, high); earlier samples go. Without memory there is no histogram. */
static void set_range(uintptr_t low, uintptr_t high)
{
    uint64_t old;

    gm_block_signals(&old);
    gm_lock(&gm.dump_lock);
    gm_sample_off();
    atomic_store(&gm.range, new_range(low, high));
    atomic_store(&gm.samples, 0);
    gm.cpu_before = 0;
    gm_unlock(&gm.dump_lock);
    gm_restore_signals(old);
}

static void at_quick_end(void)
{
    gm_look_at_modules();
    gm_finish();
}

/* Once in a process, with libc ready and before the program's own code. */
static void start(void)
{
    if (gm.start != 0)
        return;
    gm_find_program();
    gm.pid = gm.first_pid = (int)gm_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
    gm.time_start = gm_clock(CLOCK_REALTIME) / 1000000000U;
    gm_read_environment(gm_external() == 0);
    gm_find_root();
    gm_thread_init();
    gm_sample_init();
    gm_signals_init();
    (void)at_quick_exit(at_quick_end);
    gm_look_at_modules(); /* _exit and signals write with the list that there is */
}

/* The name moncontrol may be the program's own. */
static void control(int mode)
{
    if (gm.start == 0)
        return;
    if (mode != 0) {
        gm_thread_self();
        gm_sample_on();
    } else {
        gm_sample_off();
    }
    atomic_store(&gm.base, mode != 0 ? gm.start : 0);
}

static void start_range(uintptr_t low, uintptr_t high)
{
    start();
    if (low >= high) {
        low = gm.code;
        high = gm.end;
    }
    set_range(low, high);
    control(1);
}

/* ---- what programs call --------------------------------------------------------------------- */

GM_PUBLIC void __monstartup(unsigned long low, unsigned long high);
GM_PUBLIC void __monstartup(unsigned long low, unsigned long high)
{
    gm.is_linked = true;
    start_range(low, high);
}

GM_WEAK void monstartup(unsigned long low, unsigned long high)
{
    start_range(low, high);
}

GM_WEAK void moncontrol(int mode)
{
    control(mode);
}

GM_PUBLIC void __moncontrol(int mode);
GM_PUBLIC void __moncontrol(int mode)
{
    control(mode);
}

/* ---- the end -------------------------------------------------------------------------------- */

/* The program's, with samples from elsewhere. */
static struct gm_histogram histogram(uint64_t elsewhere)
{
    uintptr_t external = (uintptr_t)gm_external_address() + gm.bias;
    struct gm_range *range = atomic_load(&gm.range);

    if (range == NULL)
        return (struct gm_histogram){.extra_bin = SIZE_MAX};
    return (struct gm_histogram){.low = range->low - gm.bias,
                                 .shift = range->shift,
                                 .rate = (uint32_t)gm.opt.hz,
                                 .bins = range->bins,
                                 .bin = range->bin,
                                 .extra_bin = (external - range->low) >> range->shift,
                                 .extra = elsewhere};
}

/* With dump_lock held and signals blocked. path NULL: as the environment says. Bytes, or -1. */
static int64_t dump(const char *path)
{
    struct gm_counts c;

    if (path == NULL) {
        gm_path(gm.own_path, sizeof gm.own_path);
        path = gm.own_path;
    }
    const struct gm_part program = {
        .code = gm.start, .end = gm.end, .bias = gm.bias, .elsewhere = gm_external_address()};
    if (gm_collect(&c, gm.baseline)) {
        gm_write_modules(path, &c);
        gm_select(&c, &program, &c);
    } else if (gm.baseline == NULL) {
        gm_tally(&c, &program);
        if (gm.opt.modules)
            gm_say("gmon: out of memory: the libraries have no files");
    } else {
        gm_say("gmon: cannot write %s: out of memory", path);
        return -1;
    }
    uint64_t missing = gm_missing_samples();
    struct gm_histogram h = histogram(c.outside + missing);
    int64_t bytes = gm_write(path, &c, &h);
    if (bytes >= 0 && gm.opt.verbose)
        gm_say("gmon: %s: %u samples, of these %u outside of the program and %u unseen; "
               "%u calls, %u threads, %u bytes",
               path, atomic_load(&gm.samples) + missing, c.outside, missing, c.calls,
               (uint64_t)c.threads, (uint64_t)bytes);
    gm_counts_free(&c);
    return bytes;
}

/* What the user should know, and has not been told yet. */
static void warn(void)
{
    uint64_t lost = atomic_exchange(&gm.lost, 0);

    if (lost != 0)
        gm_say("gmon: %u calls are not counted: out of memory", lost);
    if (!gm.warned && (!gm_owns_signal() || atomic_load(&gm.foreign))) {
        gm.warned = true;
        gm_say("gmon: the program uses SIGPROF itself; times are not to be trusted");
    }
}

/* A child that did nothing leaves no file, nor does one, started by exec, that is not profiled. */
static bool is_worth(uint64_t total)
{
    if (gm.first_pid == 0 && !gm.is_linked)
        return total != 0;
    return total + atomic_load(&gm.samples) != 0;
}

/* Write, when anything is new since the last time. Not in a child that shares our memory (vfork)
 * or did not tell us of its birth. */
void gm_finish(void)
{
    uint64_t old;

    if (gm.start == 0 || gm.secure || gm_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0) != gm.pid)
        return;
    gm_block_signals(&old);
    gm_lock(&gm.dump_lock);
    uint64_t total = gm_total();
    bool is_child = gm.pid != gm.first_pid;
    if (gm.finished ? total != gm.written && !gm.failed : !is_child || is_worth(total)) {
        gm.failed = dump(NULL) < 0;
        gm.written = total;
        gm.finished = true;
        warn();
    }
    gm_unlock(&gm.dump_lock);
    gm_restore_signals(old);
}

GM_PUBLIC void _mcleanup(void)
{
    gm_look_at_modules();
    gm_finish();
}

int gm_dump_to(const char *path)
{
    uint64_t old;
    int64_t bytes = -1;

    if (gm.start == 0)
        return -1;
    gm_block_signals(&old);
    gm_lock(&gm.dump_lock);
    bytes = dump(path);
    gm_unlock(&gm.dump_lock);
    gm_restore_signals(old);
    return bytes < 0 ? -1 : 0;
}

GM_PUBLIC int gmon_dump(const char *path)
{
    gm_look_at_modules();
    return gm_dump_to(path);
}

/* In a forked child, whose tables are empty: nothing was written, set aside or lost. */
void gm_forget_past(void)
{
    if (gm.baseline != NULL)
        gm_counts_free(gm.baseline);
    gm_forget_closed();
    gm.finished = false;
    gm.failed = false;
    gm.written = 0;
    atomic_store(&gm.lost, 0);
}

/* Counts go on in their tables; what they are now is subtracted from later files. */
GM_PUBLIC void gmon_reset(void)
{
    struct gm_counts now;
    uint64_t old;

    if (gm.start == 0)
        return;
    gm_block_signals(&old);
    gm_lock(&gm.dump_lock);
    struct gm_counts *base = gm.baseline != NULL ? gm.baseline : gm_map(sizeof *base);
    if (base != NULL && gm_collect(&now, NULL)) {
        gm_counts_free(base);
        *base = now;
        gm.baseline = base;
        gm_forget_closed();
        gm_zero_bins();
    } else {
        gm_say("gmon: gmon_reset: out of memory");
    }
    gm_unlock(&gm.dump_lock);
    gm_restore_signals(old);
}

/* ---- names that a static program's libc.a would bring in otherwise -------------------------- */

GM_PUBLIC void __write_profiling(void);
GM_PUBLIC void __write_profiling(void)
{
    gmon_dump(NULL);
}

GM_WEAK void write_profiling(void);
GM_WEAK void write_profiling(void)
{
    gmon_dump(NULL);
}

GM_PUBLIC const void *const __bb_head = NULL;
GM_PUBLIC const long _gmonparam[12] = {3}; /* switched off, for who looks */

/* ---- programs that are not linked with -pg -------------------------------------------------- */

extern __typeof__(__monstartup) own_start GM_HIDDEN __attribute__((alias("__monstartup")));

/* A program that is linked with the archive and runs with the shared library, too, has two of
 * us. Calls go to the archive's, so that one does all. */
static bool is_second(void)
{
    void (*volatile first)(unsigned long, unsigned long) = __monstartup;

    return first != own_start;
}

__attribute__((constructor(101))) static void start_alone(void)
{
    if (gm.start == 0 && !is_second())
        start_range(0, 0);
}

__attribute__((destructor(101))) static void end_late(void)
{
    gm_look_at_modules();
    gm_finish();
}
