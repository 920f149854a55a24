/* watch.c - runs a thread of the runtime's own that looks where other threads wait
 * (GMON_CLOCK=wall)
 *
 * A signal would end a sleep, so no thread is asked. The kernel says where each thread waits, with
 * its pc and stack pointer (waits.c). Running threads are sampled by their timers.
 *
 * Sweep follows sweep. Each sweep looks once at every thread, and a look stands for the time of the
 * whole sweep. That time is one sample, or as many samples as it takes to limit the cost of looking
 * to a fiftieth of a processor. In a longer sweep the looks are spread over steps, so that at any
 * time the samples of all threads are about as many as are due. Each step comes at a random time,
 * because a program may wake at fixed times.
 *
 * The program sees as little as possible of this thread (own_thread.c). It has no capabilities. Its
 * user and group are those of the program, or it ends. It ends when it is alone, and the kernel
 * ends it at an exec. A forked child gets its own. It takes gm.dump_lock, so that nothing changes
 * during a dump.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/stacks/call_stacks.h"
#include "runtime/core/os.h"
#include "runtime/core/samples.h"
#include "runtime/core/text.h"
#include "runtime/core/threads.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

enum {
    DEPTH = 64, /* upper bound of the frames of a walk that only looks for one of the program */
    SECOND = 1000000000,  /* ns */
    CHECK = SECOND / 100, /* ns between checks that the program still has its user */
    LATE = SECOND / 1000, /* ns by which the kernel may end a rest too late */
    STOP = SECOND / 20,   /* ns that a stop of the process takes at least */
    SHARE = 50            /* at most one part in SHARE of a processor's time is for looking */
};
#define LONGEST (UINT64_C(10) * SECOND) /* upper bound of a sweep, ns */

static uint64_t interval(void)
{
    return (uint64_t)(SECOND / gm.opt.hz);
}

/* ---- sweeps --------------------------------------------------------------------------------- */

static void watch_threads(void);

/* Charges the thread's own CPU time to the profiler. */
static void charge_own(struct gm_watch *w)
{
    uint64_t now = gm_clock(CLOCK_THREAD_CPUTIME_ID);
    uint64_t n = (now - w->used) / interval();

    if (n != 0) {
        gm_charge(w->state, (uintptr_t)watch_threads, n);
        gm_stack_sample_own(w->state, n);
    }
    w->used += n * interval();
}

/* Plans the time of the next step: multiples of the golden ratio fill a step evenly. */
static void plan_step(struct gm_watch *w)
{
    uint64_t step = w->length / w->steps;

    w->random += UINT64_C(0x9E3779B97F4A7C15);
    w->next = w->slot + step * w->step + (step * (w->random >> 48) >> 16);
}

/* Plans the length of the next sweep, by the cost of the last ones, to stay below SHARE. */
static void plan_sweep(struct gm_watch *w)
{
    uint64_t least = w->cost < LONGEST / SHARE ? w->cost * SHARE : LONGEST;
    uint64_t samples = least / interval() + 1;

    w->length = samples * interval();
    w->threads = w->others > 1 ? w->others : 1;
    w->steps = samples < w->threads ? (unsigned)samples : w->threads;
    w->step = 0;
    plan_step(w);
}

/* Leaves out the time for which the process was stopped, by a signal or a debugger. Time since the
 * last sweep in which this thread neither rested, nor ran, nor was ready to run is such time. */
static void leave_stops_out(struct gm_watch *w, uint64_t now)
{
    uint64_t awake = gm_time_awake(atomic_load(&w->number));
    uint64_t known = w->rested + awake - w->awake;

    if (w->awake != 0 && awake != 0 && now - w->looked > known + STOP)
        w->slot += now - w->looked - known;
    w->looked = now;
    w->awake = awake;
    w->rested = 0;
}

/* Begins a sweep. If the sweep is late, it stands for the delay, too. */
static void begin_sweep(struct gm_watch *w)
{
    uint64_t now = gm_clock(CLOCK_MONOTONIC);

    leave_stops_out(w, now);
    if (now > w->slot + w->length)
        w->length = ((now - w->slot) / interval() + 1) * interval();
    w->others = w->hidden = 0;
    w->list = (struct gm_tasks){.fd = w->tasks, .buffer = w->names, .size = sizeof w->names};
    gm_seek(w->tasks, 0, SEEK_SET);
}

static void end_sweep(struct gm_watch *w)
{
    uint64_t now = gm_clock(CLOCK_THREAD_CPUTIME_ID);
    uint64_t cost = now - w->used_before;

    w->used_before = now;
    w->cost = cost > w->cost ? cost : (3 * w->cost + cost) / 4;
    w->is_alone = w->others == 0;
    w->slot += w->length;
    if (w->hidden != 0)
        atomic_store(&w->is_blind, true);
    plan_sweep(w);
}

/* Looks at the other threads, until the sweep has looked at `threads` of them; n is the number of
 * samples for each. Returns false if there are no more. */
static bool look(struct gm_watch *w, uint64_t threads, uint64_t n)
{
    int self = atomic_load(&w->number);

    while (w->others < threads) {
        int number = gm_next_task(&w->list);
        if (number == 0)
            return false;
        if (number != self)
            gm_look_at(number, n);
    }
    return true;
}

static void make_step(struct gm_watch *w)
{
    if (w->step == 0)
        begin_sweep(w);
    w->step++;
    uint64_t threads = w->step < w->steps ? (uint64_t)w->threads * w->step / w->steps : UINT64_MAX;
    if (look(w, threads, w->length / interval()))
        plan_step(w);
    else
        end_sweep(w);
    charge_own(w);
}

/* ---- rights --------------------------------------------------------------------------------- */

/* Drops rights. This thread would keep rights that the program drops, because libc tells only its
 * own threads to drop them. Looking needs no capability and no group, but /proc lets only the
 * program's user look. A process without capabilities has nothing to drop. */
static bool drop_rights(struct gm_watch *w)
{
    enum { VERSION_3 = 0x20080522, WORDS = 6 }; /* since Linux 2.6.26 */
    struct {
        uint32_t version;
        int thread;
    } self = {VERSION_3, 0};
    uint32_t had[WORDS] = {0}, none[WORDS] = {0};

    gm_call(SYS_capget, (long)&self, (long)had, 0, 0, 0, 0);
    w->is_privileged = !gm_is_same(had, none, sizeof had);
    w->other = gm.pid;
    gm_call(SYS_setgroups, 0, 0, 0, 0, 0, 0);
    return gm_call(SYS_capset, (long)&self, (long)none, 0, 0, 0, 0) == 0;
}

/* Returns true if this thread has the user and group of the program. A thread that has ended shows
 * neither: the next sweep finds another one. After one result of false, all later ones are
 * false. */
static bool has_rights_of_program(struct gm_watch *w)
{
    uint64_t now = gm_clock(CLOCK_MONOTONIC), own[GM_IDS], program[GM_IDS];

    if (!w->is_privileged || now - w->checked < CHECK)
        return true;
    if (!gm_find_ids(w->other, program) ||
        (gm_find_ids(atomic_load(&w->number), own) && gm_is_same(own, program, sizeof own))) {
        w->checked = now;
        return true;
    }
    atomic_store(&w->is_blind, true);
    return false;
}

/* Returns true if no filter forbids what this thread does. A filter of one thread is treated as one
 * of all.
 */
static bool may_look(void)
{
    static const short needed[] = {SYS_clone,         SYS_openat,     SYS_read,
                                   SYS_close,         SYS_getdents64, GM_SYS_SEEK,
                                   SYS_clock_gettime, SYS_futex,      SYS_exit};

    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (!gm_may_call(needed[i]))
            return false;
    return true;
}

/* ---- when ----------------------------------------------------------------------------------- */

/* Rests until `wake` changes, or for `ns` ns. */
static void rest(struct gm_watch *w, int wake, uint64_t ns)
{
    uint64_t now = gm_clock(CLOCK_MONOTONIC), end = now + ns;

    do {
        uint64_t part = w->is_privileged && ns > CHECK ? CHECK : ns, begun = now;
        struct gm_kernel_time time = {(gm_kernel_long)(part / SECOND),
                                      (gm_kernel_long)(part % SECOND)};
        gm_call(SYS_futex, (long)&w->wake, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, wake, (long)&time, 0,
                0);
        now = gm_clock(CLOCK_MONOTONIC);
        w->rested += now - begun < part + LATE ? now - begun : part + LATE;
        ns = end - now;
    } while ((int64_t)ns > 0 && atomic_load(&w->wake) == wake && may_look() &&
             has_rights_of_program(w));
}

/* Rests while sampling is off, and checks if there is another thread. */
static void rest_in_pause(struct gm_watch *w, int wake)
{
    rest(w, wake, SECOND);
    begin_sweep(w);
    look(w, UINT64_MAX, 0);
    w->is_alone = w->others == 0;
}

static void start_again(struct gm_watch *w, uint64_t from)
{
    w->seen_from = w->slot = from;
    w->used = w->used_before = gm_clock(CLOCK_THREAD_CPUTIME_ID);
    w->awake = 0;
    plan_sweep(w);
}

/* Makes a step if it is time. A dump waits for the step, and the step for a dump. */
static void go_on(struct gm_watch *w)
{
    int wake = atomic_load(&w->wake);
    uint64_t from = gm_load(&gm_linux.sampled_from);

    if (from == 0) {
        rest_in_pause(w, wake);
        return;
    }
    if (from != w->seen_from)
        start_again(w, from);
    uint64_t now = gm_clock(CLOCK_MONOTONIC);
    if (now < w->next) {
        rest(w, wake, w->next - now);
        return;
    }
    gm_lock(&gm.dump_lock);
    w->rested += gm_clock(CLOCK_MONOTONIC) - now;
    if (gm_load(&gm_linux.sampled_from) == from)
        make_step(w);
    gm_unlock(&gm.dump_lock);
}

/* ---- its life ------------------------------------------------------------------------------- */

/* Prepares the thread. The thread does not share its directory and root either: the kernel refuses
 * some calls to threads that share them. It keeps no directory that the program may unmount. */
static bool get_ready(struct gm_watch *w)
{
    gm_call(SYS_prctl, PR_SET_NAME, (long)"gmon", 0, 0, 0, 0);
    if (gm_call(SYS_unshare, CLONE_FS, 0, 0, 0, 0, 0) == 0)
        gm_call(SYS_chdir, (long)"/", 0, 0, 0, 0, 0);
    if (!drop_rights(w) || !gm_own_descriptors(w->names, sizeof w->names))
        return false;
    w->tasks = gm_call(SYS_openat, AT_FDCWD, (long)"/proc/self/task",
                       O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);
    if (w->walks == NULL && !gm.opt.stacks)
        w->walks = gm_stack_tree_new(DEPTH);
    gm_lock(&gm.lock);
    w->state = gm_thread_of_runtime(atomic_load(&w->number));
    gm_unlock(&gm.lock);
    w->is_alone = false;
    return w->tasks >= 0;
}

/* Runs as the first function of the thread. A filter of the program does not hold for this thread,
 * so it can always end. If it is the last thread, its status becomes that of the process. */
static void watch_threads(void)
{
    struct gm_watch *w = &gm_linux.watch;

    if (get_ready(w))
        while (!atomic_load(&w->is_to_end) && gm_linux.can_sample && !w->is_alone && may_look() &&
               has_rights_of_program(w))
            go_on(w);
    else
        atomic_store(&w->is_blind, true);
    gm_own_thread_end(w->is_alone ? gm_first_status() : 0);
}

static void wake_up(struct gm_watch *w)
{
    atomic_fetch_add(&w->wake, 1);
    gm_call(SYS_futex, (long)&w->wake, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, 0, 0, 0);
}

static void begin(struct gm_watch *w)
{
    atomic_store(&w->is_to_end, false);
    if (may_look())
        gm_own_thread_begin(&w->stack, &w->number, watch_threads);
}

void gm_watch_on(void)
{
    struct gm_watch *w = &gm_linux.watch;

    if (!gm_linux.wall || !atomic_load(&gm_linux.is_sampling) || !gm_is_profiled())
        return;
    struct gm_interrupts old = gm_enter(&gm.lock);
    if (atomic_load(&w->number) != 0)
        wake_up(w);
    else
        begin(w);
    gm_leave(&gm.lock, &old);
}

bool gm_watch_end(void)
{
    struct gm_watch *w = &gm_linux.watch;

    if (atomic_load(&w->number) == 0)
        return false;
    atomic_store(&w->is_to_end, true);
    wake_up(w);
    gm_own_thread_wait(&w->number);
    return true;
}

void gm_watch_after_fork(void)
{
    struct gm_watch *w = &gm_linux.watch;

    atomic_store(&w->number, 0);
    w->state = NULL;
    w->seen_from = w->cost = 0;
}

/* Returns the reason why the time of waiting threads is not seen, or NULL if it is seen, or not
 * wanted. */
static const char *watch_fault(void)
{
    const struct gm_watch *w = &gm_linux.watch;

    if (!gm_linux.wall || !gm_is_profiled() || !gm_linux.can_sample ||
        (atomic_load(&w->number) != 0 && !atomic_load(&w->is_blind) && may_look()))
        return NULL;
    return "time in which threads wait is missing; GMON_CLOCK=wall needs one thread more, "
           "a user ID that stays, /proc/self/task, and seccomp filters that let it be read";
}

const char *gm_sampling_fault(void)
{
    const char *fault = gm_sigprof_fault();
    long lacks_timers = atomic_load(&gm_linux.lacks_timers);

    if (fault == NULL && lacks_timers == GM_FORBIDDEN)
        fault = "a seccomp filter forbids timers, so time is missing; let it allow timer_create";
    else if (fault == NULL && lacks_timers != 0)
        fault = "not every thread has a timer, so time is missing; raise the limit of pending "
                "signals (ulimit -i)";
    return fault != NULL ? fault : watch_fault();
}
