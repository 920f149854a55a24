/* thread_timers.c - keeps a timer for each thread, and counts CPU time that no tick has brought
 *
 * Each thread has a timer that runs on the thread's own CPU time and sends SIGPROF to that thread
 * alone. So sleeping threads are not disturbed, with GMON_CLOCK=wall neither (watch.c). Timers
 * expire only on the kernel's clock ticks; expiries in between come as overruns and count in full.
 * The first expiry of a thread is at a random time, and soon, so that many short threads get their
 * share. Some samples are lost all the same: threads that end between two ticks, blocked signals.
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

/* Returns the next number for the first ticks of timers: multiples of the golden ratio fill an
 * interval evenly, for any number of timers. The first number is random. gm.lock is held. */
static uint64_t random_number(void)
{
    gm_linux.first_tick += UINT64_C(0x9E3779B97F4A7C15);
    return gm_linux.first_tick >> 16;
}

static struct gm_kernel_time kernel_time(uint64_t ns)
{
    return (struct gm_kernel_time){(gm_kernel_long)(ns / SECOND), (gm_kernel_long)(ns % SECOND)};
}

/* Returns the time until the first expiry, ns. A thread other than the first may end soon. Its time
 * is seen only if the kernel's clock ticks meanwhile. So the first expiry is at a multiple of that
 * clock's period, and the chance of a sample is the thread's time divided by the interval. The
 * timer of the first thread begins at any time, so that a child that does nothing has no sample and
 * leaves no file. */
static uint64_t first_expiry(const struct gm_thread *t, uint64_t interval)
{
    uint64_t some = random_number() % interval;
    uint64_t at = some - some % gm_linux.clock_period;

    if (t->number == gm.pid)
        return interval - some;
    return at > 0 ? at : 1;
}

static __attribute__((noinline)) void arm(struct gm_thread *t, bool on)
{
    uint64_t interval = (uint64_t)(SECOND / gm.opt.hz);
    struct gm_kernel_timer when = {{0, 0}, {0, 0}};

    if (on) {
        when.interval = kernel_time(interval);
        when.value = kernel_time(first_expiry(t, interval));
        atomic_store_explicit(&t->is_first_tick, t->number != gm.pid, memory_order_relaxed);
    }
    gm_call(SYS_timer_settime, t->timer, 0, (long)&when, 0, 0, 0);
}

/* Returns the most samples that a thread can miss by running for too short a time: no tick comes
 * within a period of the kernel's clock, and none is due within an interval. */
static uint64_t most_missed(void)
{
    uint64_t in_period = gm_linux.clock_period / (uint64_t)(SECOND / gm.opt.hz);

    return in_period > 1 ? in_period : 1;
}

uint64_t gm_first_samples(struct gm_thread *t)
{
    if (t == NULL || !atomic_load_explicit(&t->is_first_tick, memory_order_relaxed))
        return 0;
    atomic_store_explicit(&t->is_first_tick, false, memory_order_relaxed);
    return most_missed();
}

void gm_timers_init(void)
{
    struct gm_kernel_time period = {0, 0};

    gm_linux.first_tick = gm_clock(CLOCK_MONOTONIC) * UINT64_C(0xD1342543DE82EF95);
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
    t->time = t->own = 0;
    atomic_store_explicit(&t->samples, 0, memory_order_relaxed);
    gm_linux.begun++;
    if (!gm_linux.can_sample)
        return;
    make_timer(t);
    if (t->timer >= 0 && atomic_load_explicit(&gm_linux.is_sampling, memory_order_relaxed))
        arm(t, true);
}

void gm_timer_stop(struct gm_thread *t)
{
    if (t->timer >= 0)
        gm_call(SYS_timer_delete, t->timer, 0, 0, 0, 0, 0);
    t->timer = -1;
}

/* ---- all of them ---------------------------------------------------------------------------- */

static uint64_t difference(uint64_t high, uint64_t low)
{
    return high > low ? high - low : 0;
}

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
        t->time = gm_clock(thread_clock(t->number)) - t->time;
        if (on && t->timer < 0 && !t->is_runtime) /* its first call was before sampling began */
            make_timer(t);
        if (t->timer >= 0)
            arm(t, on);
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
static uint64_t kept_out(uint64_t interval)
{
    bool on = atomic_load(&gm_linux.is_sampling);
    uint64_t n = 0;

    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        uint64_t now = gm_clock(thread_clock(t->number)); /* 0: the thread has ended */
        uint64_t used = on ? now - t->time : t->time;
        uint64_t came = atomic_load_explicit(&t->samples, memory_order_relaxed);
        if (now != 0 && !atomic_load_explicit(&t->is_runtime, memory_order_relaxed))
            n += difference(used / interval, came + most_missed());
    }
    return n;
}

struct gm_missing gm_missing_samples(void)
{
    uint64_t interval = (uint64_t)(SECOND / gm.opt.hz);
    struct gm_missing missing = {.all = 0};

    gm_lock(&gm.lock);
    uint64_t time = gm_linux.time_before;
    missing.elapsed = gm_linux.elapsed_before;
    if (atomic_load(&gm_linux.is_sampling)) {
        time += time_since_start();
        missing.elapsed += elapsed_since_start();
    }
    missing.all =
        difference(time / interval + atomic_load(&gm_linux.waited), atomic_load(&gm.samples));
    if (missing.all != 0)
        missing.short_threads = difference(missing.all, kept_out(interval));
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
        t->time = on ? gm_clock(thread_clock(t->number)) : 0;
        atomic_store_explicit(&t->samples, 0, memory_order_relaxed);
    }
    gm_unlock(&gm.lock);
}
