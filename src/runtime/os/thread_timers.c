/* thread_timers.c - keeps a timer for each thread, and counts CPU time that no tick has brought
 *
 * Each thread has a timer that runs on the thread's own CPU time and sends SIGPROF to that thread
 * alone. So sleeping threads are not disturbed, with GMON_CLOCK=wall neither (watch.c). Timers
 * expire only on the kernel's clock ticks; expiries in between come as overruns and count in full.
 *
 * The first sample of a thread is due at a random time, and others follow in intervals. So the
 * number of samples that are due is the time of a process divided by the interval, rounded by
 * chance, and the times of many short processes add up. Not all of them come: a thread ends before
 * the next tick of the clock, or signals are blocked. The time is rounded by the same chance as the
 * first sample of the first thread, so that what is due and what has come can be compared.
 * The CPU time of the process shows how many: gm_missing_samples().
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <time.h>

enum { SECOND = 1000000000 }; /* ns */

/* The structure that the kernel reads: libc's struct sigevent has no portable name for the
 * thread. */
struct kernel_sigevent {
    union sigval value;
    int signo;
    int notify;
    int tid;
    int rest[(64 - sizeof(union sigval) - 3 * sizeof(int)) / sizeof(int)];
};
enum { NOTIFY_THREAD = 4 };

/* ---- one timer ------------------------------------------------------------------------------ */

/* Returns the CPU clock of the thread with this number. */
static int thread_clock(int tid)
{
    return (int)(~(unsigned)tid << 3 | 6U);
}

/* Returns the next number for the first samples of threads: multiples of the golden ratio fill an
 * interval evenly, for any number of threads. gm.lock is held. */
static uint64_t random_number(void)
{
    gm_linux.random += UINT64_C(0x9E3779B97F4A7C15);
    return gm_linux.random >> 16;
}

/* A child of fork has its parent's number, as do all of its other children, and two processes may
 * begin at the same time. */
void gm_timers_seed(void)
{
    uint64_t seed = gm_linux.random ^ gm_clock(CLOCK_MONOTONIC) ^ (uint64_t)(unsigned)gm.pid << 32;

    for (int i = 0; i < 2; i++)
        seed = (seed ^ seed >> 31) * UINT64_C(0xD1342543DE82EF95);
    gm_linux.random = seed ^ seed >> 32;
}

static uint64_t difference(uint64_t high, uint64_t low)
{
    return high > low ? high - low : 0;
}

static struct gm_kernel_time kernel_time(uint64_t ns)
{
    return (struct gm_kernel_time){(gm_kernel_long)(ns / SECOND), (gm_kernel_long)(ns % SECOND)};
}

static uint64_t interval(void)
{
    return (uint64_t)(SECOND / gm.opt.hz);
}

static __attribute__((noinline)) void set_timer(int timer, uint64_t first, uint64_t then)
{
    struct gm_kernel_timer when = {kernel_time(then), kernel_time(first)};

    gm_call(SYS_timer_settime, timer, 0, (long)&when, 0, 0, 0);
}

/* Starts the timer of a thread whose CPU clock shows `now`, or stops it. The timer expires at each
 * tick of the kernel's clock until the first sample is due. */
static void arm(struct gm_thread *t, bool on, uint64_t now)
{
    uint64_t first = on ? 1 + random_number() % interval() : 0;

    gm_store(&t->first_sample, first);
    gm_store(&t->armed, now);
    if (on && t->number == gm.pid)
        gm_linux.rounding = interval() - first;
    if (t->timer >= 0)
        set_timer(t->timer, on, on ? gm_linux.clock_period : 0);
    if (on)
        gm_event_begin(t);
    else
        gm_event_end(t);
}

/* Returns the most samples that a thread can miss by running for too short a time: no tick comes
 * within a period of the kernel's clock, and none is due within an interval. */
static uint64_t most_missed(void)
{
    return gm_linux.clock_period / interval() + 1;
}

/* A thread that starts or stops the timer meanwhile makes the numbers wrong, so they are limited.
 */
uint64_t gm_samples_of_tick(struct gm_thread *t, uint64_t expiries, uint64_t now, bool *is_first)
{
    uint64_t due = t != NULL ? gm_load(&t->first_sample) : 0, n;

    *is_first = due != 0;
    if (due == 0)
        return expiries;
    uint64_t used = difference(now, gm_load(&t->armed));
    if (used < due)
        return 0;
    n = 1 + (used - due) / interval();
    if (n > expiries + most_missed())
        n = expiries + most_missed();
    gm_store(&t->first_sample, 0);
    set_timer(t->timer, 1 + difference(due + n * interval(), used + 1), interval());
    return n;
}

void gm_timers_init(void)
{
    struct gm_kernel_time period = {0, 0};

    gm_timers_seed();
    gm_call(SYS_clock_getres, CLOCK_MONOTONIC_COARSE, (long)&period, 0, 0, 0, 0);
    gm_linux.clock_period = period.sec == 0 && period.nsec > 0 ? (uint64_t)period.nsec : 1;
}

/* Makes a timer. Returns its number or -errno: EAGAIN if there are too many timers, EINVAL if the
 * thread has ended. */
static __attribute__((noinline)) int create(int tid)
{
    struct kernel_sigevent event = {
        .value = {.sival_ptr = &gm}, .signo = SIGPROF, .notify = NOTIFY_THREAD, .tid = tid};
    int id = -1;

    long error = gm_call(SYS_timer_create, thread_clock(tid), (long)&event, (long)&id, 0, 0, 0);
    return error < 0 ? (int)error : id;
}

static void make_timer(struct gm_thread *t)
{
    t->timer = create(t->number);
    if (t->timer == -EAGAIN || t->timer == -ENOMEM || t->timer == GM_FORBIDDEN)
        atomic_store_explicit(&gm_linux.lacks_timers, t->timer, memory_order_relaxed);
}

/* Makes the thread's timer. If that fails, the thread's time is among the missing time. */
void gm_timer_start(struct gm_thread *t)
{
    t->timer = -1;
    t->event = NULL; /* that of a parent is not mapped here */
    gm_store(&t->time, 0);
    t->own = 0;
    atomic_store_explicit(&t->samples, 0, memory_order_relaxed);
    gm_linux.begun++;
    if (!gm_linux.can_sample)
        return;
    make_timer(t);
    if (atomic_load_explicit(&gm_linux.is_sampling, memory_order_relaxed))
        arm(t, true, gm_clock(thread_clock(t->number)));
}

void gm_timer_stop(struct gm_thread *t)
{
    if (t->timer >= 0)
        gm_call(SYS_timer_delete, t->timer, 0, 0, 0, 0, 0);
    t->timer = -1;
    gm_event_end(t);
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* Returns the CPU time since time_start, or 0 if a seccomp filter forbids to read clocks. */
static uint64_t time_since_start(void)
{
    return difference(gm_clock(CLOCK_PROCESS_CPUTIME_ID), gm_linux.time_start);
}

static uint64_t elapsed_since_start(void)
{
    return difference(gm_clock(CLOCK_MONOTONIC), gm_load(&gm_linux.sampled_from));
}

/* Starts or stops the timers of all threads. While sampling is off, `time` of a thread is the CPU
 * time that it has used. While sampling is on, `time` is the reading of its clock when it had used
 * nothing, without pauses. */
static void arm_all(bool on)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        uint64_t now = gm_clock(thread_clock(t->number));
        gm_store(&t->time, now - gm_load(&t->time));
        if (on && t->timer < 0 && !t->is_runtime) /* its first call was before sampling began */
            make_timer(t);
        if (!t->is_runtime)
            arm(t, on, now);
    }
}

void gm_sampling_on(void)
{
    struct gm_interrupts old = gm_enter(&gm.lock);
    if (gm_linux.can_sample && !atomic_load(&gm_linux.is_sampling)) {
        gm_linux.time_start = gm_clock(CLOCK_PROCESS_CPUTIME_ID);
        atomic_store(&gm_linux.is_sampling, true);
        arm_all(true);
        gm_store(&gm_linux.sampled_from, gm_clock(CLOCK_MONOTONIC));
    }
    gm_leave(&gm.lock, &old);
}

/* Ends a period of sampling, with gm.lock held. */
static void pause_sampling(void)
{
    if (!atomic_load(&gm_linux.is_sampling))
        return;
    gm_linux.time_before += time_since_start();
    gm_linux.elapsed_before += elapsed_since_start();
    atomic_store(&gm_linux.is_sampling, false);
    gm_store(&gm_linux.sampled_from, 0);
    arm_all(false);
}

void gm_sampling_off(void)
{
    struct gm_interrupts old = gm_enter(&gm.lock);
    pause_sampling();
    gm_leave(&gm.lock, &old);
}

void gm_sampling_end(void)
{
    struct gm_interrupts old = gm_enter(&gm.lock);
    pause_sampling();
    gm_linux.can_sample = false;
    atomic_store(&gm_linux.sigprof.is_given, true);
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        gm_timer_stop(t);
    gm_leave(&gm.lock, &old);
}

/* ---- time that was sampled ------------------------------------------------------------------ */

/* Returns the samples that live threads miss because they let no tick in: more than a short thread
 * would miss. gm.lock is held. */
static uint64_t kept_out(void)
{
    bool on = atomic_load(&gm_linux.is_sampling);
    uint64_t n = 0;

    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        uint64_t now = gm_clock(thread_clock(t->number)); /* 0: the thread has ended */
        uint64_t time = gm_load(&t->time), used = on ? now - time : time;
        uint64_t came = atomic_load_explicit(&t->samples, memory_order_relaxed);
        if (now != 0 && !atomic_load_explicit(&t->is_runtime, memory_order_relaxed))
            n += difference(used / interval(), came + most_missed());
    }
    return n;
}

struct gm_missing gm_missing_samples(void)
{
    struct gm_missing missing = {.all = 0};

    gm_lock(&gm.lock);
    uint64_t time = gm_linux.time_before;
    missing.elapsed = gm_linux.elapsed_before;
    if (atomic_load(&gm_linux.is_sampling)) {
        time += time_since_start();
        missing.elapsed += elapsed_since_start();
    }
    uint64_t due = (time + gm_linux.rounding) / interval() + atomic_load(&gm_linux.waited);
    missing.all = difference(due, atomic_load(&gm.samples));
    if (missing.all != 0)
        missing.short_threads = difference(missing.all, kept_out());
    if (missing.short_threads > gm_linux.begun * most_missed())
        missing.short_threads = gm_linux.begun * most_missed();
    gm_unlock(&gm.lock);
    return missing;
}

void gm_restart_sampled_time(void)
{
    gm_lock(&gm.lock);
    bool on = atomic_load(&gm_linux.is_sampling);
    gm_linux.time_before = 0;
    gm_linux.elapsed_before = 0;
    gm_linux.time_start = gm_clock(CLOCK_PROCESS_CPUTIME_ID);
    atomic_store(&gm_linux.waited, 0);
    if (on)
        gm_store(&gm_linux.sampled_from, gm_clock(CLOCK_MONOTONIC));
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        gm_store(&t->time, on ? gm_clock(thread_clock(t->number)) : 0);
        atomic_store_explicit(&t->samples, 0, memory_order_relaxed);
    }
    gm_unlock(&gm.lock);
}
