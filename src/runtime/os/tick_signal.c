/* tick_signal.c - handles SIGPROF: charges a tick to the interrupted address, and finds new threads
 *
 * A thread has no timer if it never calls anything instrumented and its start was not seen
 * (wrap_threads.c). Ticks look for these threads in /proc/self/task, but never in a program that
 * has only one thread, and ever more rarely: the n-th look comes after 1.5 to the power of n ticks.
 * The directory is opened, for which it takes a number of the program's descriptors, only if there
 * are more threads than states at two looks: a new thread has no state before its first call.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/dump.h"
#include "runtime/core/stacks/call_stacks.h"
#include "runtime/core/os.h"
#include "runtime/core/samples.h"
#include "runtime/core/threads.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>

enum {
    FIRST_LOOK = 4,       /* ticks before the first look */
    SHARE = 20,           /* walks, and snapshots, take at most one part in SHARE of the time */
    FREE_WALKS = 1000000, /* ns of walks that need not be outweighed */
    USUAL_SI_TIMER = -2,  /* MIPS has another number, but qemu sends this one there, too */
    SAVE_STACK = 65536
};

/* A variable of libc: 0 if the program has, or had, more than one thread. Older versions lack
 * it. */
extern const char __libc_single_threaded __attribute__((weak));

/* Returns true if some thread has no state. The directory has a link for each thread, and two more.
 */
static __attribute__((noinline)) bool is_one_missing(void)
{
    struct gm_kernel_stat tasks;
    unsigned known = 2;

    if (gm_stat(AT_FDCWD, "/proc/self/task", 0, &tasks) != 0)
        return false;
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        known += !gm_thread_has_ended(t->number);
    return tasks.nlink != known;
}

/* Looks for threads without a timer, in the signal handler. Holds no lock during system calls. */
static __attribute__((noinline)) void look_for_threads(void)
{
    struct gm_tasks *list = &gm_linux.tasks;
    int number;

    *list = (struct gm_tasks){.fd = gm_open(GM_TASKS, "/proc/self/task", O_RDONLY | O_DIRECTORY),
                              .buffer = gm_linux.task_names,
                              .size = sizeof gm_linux.task_names};
    if (list->fd < 0)
        return;
    while ((number = gm_next_task(list)) != 0) {
        if (gm_thread_of(number) != NULL)
            continue;
        struct gm_interrupts old = gm_enter(&gm.lock);
        gm_thread_found(number);
        gm_leave(&gm.lock, &old);
    }
    gm_close(GM_TASKS);
}

/* Looks for threads, but not at each tick. The thread that takes `next_look` away looks, and puts
 * it back: one thread at a time. */
static void look_now_and_then(void)
{
    uintptr_t ticks = atomic_fetch_add_explicit(&gm_linux.handled, 1, memory_order_relaxed);
    uintptr_t due = atomic_load_explicit(&gm_linux.next_look, memory_order_relaxed);
    const volatile char *is_single = &__libc_single_threaded;

    if (ticks < due || (is_single != NULL && *is_single != 0))
        return;
    if (!atomic_compare_exchange_strong(&gm_linux.next_look, &due, UINTPTR_MAX))
        return;
    bool was_missing = gm_linux.is_one_missing;
    gm_linux.is_one_missing = is_one_missing();
    if (gm_linux.is_one_missing && was_missing)
        look_for_threads();
    bool is_new = gm_linux.is_one_missing && !was_missing;
    atomic_store(&gm_linux.next_look, ticks + FIRST_LOOK + (is_new ? 0 : ticks / 2));
}

static uintptr_t seconds(void)
{
    return (uintptr_t)(gm_clock(CLOCK_MONOTONIC) / 1000000000U);
}

/* Writes a snapshot, on a stack of its own, because that of the thread may be small. */
void gm_save_there(const void *none)
{
    (void)none;
    gm_save(GM_GOES_ON);
}

/* Writes a snapshot if GMON_DUMP_INTERVAL is over, and the program has run for long enough since
 * the last one: a running thread writes what all threads have counted. No thread is woken for a
 * snapshot, because a program that sleeps counts nothing. The thread that takes `next_save` away
 * writes, and puts it back: one thread at a time. */
static __attribute__((noinline)) void save_now_and_then(uint64_t begun)
{
    uintptr_t due = atomic_load_explicit(&gm_linux.next_save, memory_order_relaxed);

    if (gm_linux.save_stack == NULL || seconds() < due ||
        !atomic_compare_exchange_strong(&gm_linux.next_save, &due, UINTPTR_MAX))
        return;
    if (gm_clock(CLOCK_PROCESS_CPUTIME_ID) < gm_linux.save_from) {
        atomic_store(&gm_linux.next_save, due);
        return;
    }
    GM_CALL_ON_STACK(gm_save_there, NULL, gm_linux.save_stack + SAVE_STACK);
    uint64_t cost = gm_clock(CLOCK_THREAD_CPUTIME_ID) - begun;
    gm_save_again(gm_clock(CLOCK_PROCESS_CPUTIME_ID) + SHARE * cost);
}

void gm_save_again(uint64_t from)
{
    gm_linux.save_from = from;
    if (gm_linux.save_every != 0)
        atomic_store(&gm_linux.next_save, seconds() + gm_linux.save_every);
}

/* Takes the samples that were due while the thread was ready but had no processor (waits.c). */
static uint64_t take_delay(struct gm_thread *t)
{
    uint32_t n = t != NULL ? atomic_exchange_explicit(&t->delayed, 0, memory_order_relaxed) : 0;

    if (n != 0)
        atomic_fetch_add_explicit(&gm_linux.waited, n, memory_order_relaxed);
    return n;
}

/* Returns true if it is time for a walk. If a walk takes longer than until the next tick, the
 * program has no time at all: that tick is pending when the handler returns. So walks have a share
 * of the thread's time: the program then goes on for SHARE times as long as they took, except for a
 * first millisecond. If no clock may be read, every other tick walks. If the clock is that of
 * another thread, and shows less time, the thread walks. */
static bool may_walk(struct gm_stack_tree *tree, uint64_t now)
{
    struct gm_pace *pace = &tree->pace;
    uint64_t paid = (now - pace->at) / SHARE;

    pace->debt -= paid < pace->debt ? paid : pace->debt;
    pace->at = now;
    pace->has_walked = now != 0 ? pace->debt < FREE_WALKS : !pace->has_walked;
    return pace->has_walked;
}

/* Begins the stack of a sample, in a tick that began at this time of the thread, and walks it if it
 * is time for that. */
static inline struct gm_stack_tree *begin_stack(struct gm_stacks *stacks, struct gm_thread *t,
                                                const void *context, uint64_t begun)
{
    struct gm_stack_tree *tree = gm_stack_begin(stacks, t);

    if (tree != NULL && may_walk(tree, begun)) {
        gm_context_registers(context, &tree->registers);
        gm_stack_walk(tree);
        tree->pace.at = gm_clock(CLOCK_THREAD_CPUTIME_ID);
        tree->pace.debt += tree->pace.at - begun;
    }
    return tree;
}

/* Returns how many of n samples are due to the time of our own handlers, and counts them as taken.
 * No tick interrupts a handler: it comes when the program goes on. If the thread has an event, that
 * is a tick of the event. */
static uint64_t take_own(struct gm_thread *t, const siginfo_t *info, uint64_t n)
{
    uint64_t interval = 1000000000U / (unsigned)gm.opt.hz, own = 0;

    if (t != NULL && t->event != NULL && !gm_is_event(info))
        return 0;
    for (; t != NULL && t->own >= interval && own < n; own++)
        t->own -= interval;
    return own;
}

/* Returns how many samples this signal stands for. If the thread has an event, the event brings
 * them, and the timer what the event has not seen. *is_first is set as gm_samples_of_tick() does.
 */
static uint64_t samples_of(struct gm_thread *t, const siginfo_t *info, uint64_t begun,
                           bool *is_first)
{
    bool is_event = gm_is_event(info);

    if (!is_event && (t == NULL || t->event == NULL))
        return gm_samples_of_tick(t, (uint64_t)info->si_overrun + 1, begun, is_first);
    *is_first = t != NULL && gm_load(&t->first_sample) != 0;
    if (*is_first)
        gm_store(&t->first_sample, 0);
    return is_event ? 1 : gm_event_unseen(t, begun);
}

/* Counts a sample. The stack is walked first, because it may tell whose time this is. Without a
 * walk it has only the leaf. A function of its own, so that its frame is gone when threads are
 * looked for. */
static __attribute__((noinline)) void count(const siginfo_t *info, const void *context,
                                            uint64_t begun)
{
    struct gm_thread *t = gm_thread_in_tick();
    bool is_first;
    uint64_t n = samples_of(t, info, begun, &is_first);
    uintptr_t pc = (uintptr_t)((const ucontext_t *)context)->GM_CONTEXT_PC;

    if (n == 0) {
        if (is_first)
            gm_note_first(t, pc);
        return;
    }
    uint64_t own = take_own(t, info, n);
    gm_tick(t, n, own);
    n -= own;
    if (gm_linux.wall)
        n += take_delay(t);
    if (own != 0)
        gm_stack_sample_own(t, own);
    struct gm_stacks *stacks = n != 0 ? gm_stacks_wanted() : NULL;
    struct gm_stack_tree *tree = stacks != NULL ? begin_stack(stacks, t, context, begun) : NULL;
    uintptr_t place = gm_stack_place(tree, pc);
    gm_charge(t, place, n);
    if (is_first)
        gm_note_first(t, place);
    if (stacks != NULL && (tree == NULL || !gm_stack_tree_count(stacks, tree, n)))
        gm_stack_sample_leaf(stacks, tree, pc, n);
    gm_stack_end(tree);
}

void gm_own_time(uint64_t begun)
{
    struct gm_thread *t = gm_thread_in_tick();

    if (t != NULL)
        t->own += gm_clock(CLOCK_THREAD_CPUTIME_ID) - begun;
}

static void on_tick(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    bool is_timer = info->si_code == SI_TIMER || info->si_code == USUAL_SI_TIMER;

    if (!(is_timer && info->si_value.sival_ptr == &gm) && !gm_is_event(info)) {
        gm_sigprof_foreign(info, context);
        return;
    }
    if (!atomic_load_explicit(&gm_linux.is_sampling, memory_order_relaxed))
        return;
    uint64_t begun = gm_clock(CLOCK_THREAD_CPUTIME_ID);
    count(info, context, begun);
    look_now_and_then();
    save_now_and_then(begun);
    gm_own_time(begun);
}

void gm_look_again(void)
{
    atomic_store(&gm_linux.next_look, atomic_load(&gm_linux.handled) + FIRST_LOOK);
}

void gm_tick_signal_prepare(void)
{
    const void *bytes = (const void *)gm_auxv(AT_RANDOM);

    if (bytes != NULL)
        memcpy(&gm_linux.random, bytes, sizeof gm_linux.random);
    gm_sigprof_prepare(on_tick);
}

void gm_tick_signal_begin(void)
{
    gm_timers_init();
    gm_look_again();
    gm_save_again(0);
    if (gm_linux.save_every != 0)
        gm_linux.save_stack = gm_map(SAVE_STACK);
    gm_sigprof_take();
}
