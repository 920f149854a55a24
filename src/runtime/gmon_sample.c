/* gmon_sample.c - where the time goes: a timer for each thread, and the signal that it sends
 *
 * Role: counts ticks by address. Each thread has a timer that runs on its own processor time and
 * sends SIGPROF to that thread alone, so sleeping threads are left in peace. Timers expire on
 * the kernel's clock ticks only; expiries in between come as overruns and count in full. The
 * first tick of a thread comes after a random part of the interval, so that many short threads
 * get their share. What is lost all the same (threads that end between two ticks, blocked
 * signals) shows in the processor time of the process: gm_missing_samples.
 * Threads that never call anything instrumented are looked for now and then.
 * Output: bins of the histogram for code of the program; anything else goes to the far tables,
 * address by address.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>

enum {
    LOOK_EVERY = 16, /* signals, between two looks at the list of threads */
    SECOND = 1000000000,
    LARGEST_PAGE = 65536 /* of any system */
};

/* What the kernel reads; struct sigevent of libc has no portable name for the thread. */
struct kernel_sigevent {
    union sigval value;
    int signo;
    int notify;
    int tid;
    int pad[11];
};
enum { NOTIFY_THREAD = 4 };

/* The clock of a thread's processor time, from its number. */
static int thread_clock(int tid)
{
    return (int)(~(unsigned)tid << 3 | 6U);
}

static void arm(struct gm_thread *t, bool on)
{
    uint64_t interval = (uint64_t)(SECOND / gm.opt.hz);
    uint64_t first = interval - gm_random() % interval;
    struct itimerspec when = {{0, 0}, {0, 0}};

    if (on) {
        when.it_interval.tv_sec = (time_t)(interval / SECOND);
        when.it_interval.tv_nsec = (long)(interval % SECOND);
        when.it_value.tv_sec = (time_t)(first / SECOND);
        when.it_value.tv_nsec = (long)(first % SECOND);
    }
    gm_syscall(SYS_timer_settime, t->timer, 0, (long)&when, 0, 0, 0);
}

/* With the lock held. Without a timer (too many) the thread's time is among the missing. */
void gm_timer_start(struct gm_thread *t)
{
    struct kernel_sigevent event = {
        .value = {.sival_ptr = &gm}, .signo = SIGPROF, .notify = NOTIFY_THREAD, .tid = t->tid};
    int clock = gm.opt.wall ? CLOCK_MONOTONIC : thread_clock(t->tid);
    int id = -1;

    t->timer = -1;
    if (!gm.can_sample)
        return;
    if (gm_syscall(SYS_timer_create, clock, (long)&event, (long)&id, 0, 0, 0) != 0)
        return;
    t->timer = id;
    if (atomic_load_explicit(&gm.sampling, memory_order_relaxed))
        arm(t, true);
}

void gm_timer_stop(struct gm_thread *t)
{
    if (t->timer >= 0)
        gm_syscall(SYS_timer_delete, t->timer, 0, 0, 0, 0, 0);
    t->timer = -1;
}

/* ---- threads that have no state ------------------------------------------------------------- */

struct directory_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static bool is_known(int tid)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        if (t->tid == tid)
            return true;
    return false;
}

static void meet(const char *name)
{
    int tid = 0;

    for (; *name >= '0' && *name <= '9'; name++)
        tid = tid * 10 + (*name - '0');
    if (tid == 0 || is_known(tid))
        return;
    struct gm_thread *t = gm_thread_add(tid);
    if (t != NULL && !t->unclaimed) {
        t->unclaimed = true;
        gm.unclaimed++;
    }
}

/* In the signal handler, with all signals blocked. */
static void look_for_threads(void)
{
    char buffer[1024] __attribute__((aligned(8)));
    long n;
    long fd = gm_syscall(SYS_openat, AT_FDCWD, (long)"/proc/self/task",
                         O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);

    if (fd < 0)
        return;
    gm_lock(&gm.lock);
    while ((n = gm_syscall(SYS_getdents64, fd, (long)buffer, sizeof buffer, 0, 0, 0)) > 0) {
        for (long i = 0; i < n;) {
            const struct directory_entry *e = (const void *)(buffer + i);
            meet(e->name);
            i += e->length;
        }
    }
    gm_unlock(&gm.lock);
    gm_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}

/* ---- the signal ----------------------------------------------------------------------------- */

/* The runtime's own code in the archive, between names that the linker makes. */
extern const char runtime_begins[] __asm__("__start_gmon_text") __attribute__((weak)) GM_HIDDEN;
extern const char runtime_ends[] __asm__("__stop_gmon_text") __attribute__((weak)) GM_HIDDEN;

static void on_tick(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &gm) {
        atomic_store_explicit(&gm.foreign, true, memory_order_relaxed);
        return;
    }
    if (!atomic_load_explicit(&gm.sampling, memory_order_relaxed))
        return;
    uintptr_t pc = gm_context_pc(context);
    uint64_t n = (uint64_t)info->si_overrun + 1;
    atomic_fetch_add_explicit(&gm.samples, n, memory_order_relaxed);
    struct gm_range *range = atomic_load_explicit(&gm.range, memory_order_acquire);
    if (range != NULL && pc - range->low < range->high - range->low &&
        pc - (uintptr_t)runtime_begins >= (uintptr_t)runtime_ends - (uintptr_t)runtime_begins) {
        _Atomic uint32_t *bin = range->bin + ((pc - range->low) >> range->shift);
        uint32_t old = atomic_fetch_add_explicit(bin, (uint32_t)n, memory_order_relaxed);
        if (old > UINT32_MAX - n) /* stays at the top: a year and more in one bin */
            atomic_store_explicit(bin, UINT32_MAX, memory_order_relaxed);
    } else {
        struct gm_thread *t = gm_thread_self();
        if (t != NULL)
            gm_far_add(t, pc, GM_SAMPLE, n);
    }
    if (atomic_fetch_add_explicit(&gm.handled, 1, memory_order_relaxed) % LOOK_EVERY == 0)
        look_for_threads();
}

/* Is the handler of SIGPROF still ours? */
bool gm_owns_signal(void)
{
    struct sigaction action;

    return !gm.can_sample ||
           (sigaction(SIGPROF, NULL, &action) == 0 && (action.sa_flags & SA_SIGINFO) != 0 &&
            action.sa_sigaction == on_tick);
}

/* ---- on and off ----------------------------------------------------------------------------- */

static uint64_t process_time(void)
{
    return gm_clock(gm.opt.wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID);
}

static void arm_all(bool on)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        if (t->timer >= 0)
            arm(t, on);
}

void gm_sample_on(void)
{
    uint64_t old;

    gm_block_signals(&old);
    gm_lock(&gm.lock);
    if (gm.can_sample && !atomic_exchange(&gm.sampling, true)) {
        gm.cpu_start = process_time();
        arm_all(true);
    }
    gm_unlock(&gm.lock);
    gm_restore_signals(old);
}

void gm_sample_off(void)
{
    uint64_t old;

    gm_block_signals(&old);
    gm_lock(&gm.lock);
    if (atomic_exchange(&gm.sampling, false)) {
        gm.cpu_before += process_time() - gm.cpu_start;
        arm_all(false);
    }
    gm_unlock(&gm.lock);
    gm_restore_signals(old);
}

/* Ticks that the process' time would have given, less those that came. */
uint64_t gm_missing_samples(void)
{
    uint64_t time = gm.cpu_before;

    if (gm.opt.wall || !gm.can_sample)
        return 0;
    if (atomic_load(&gm.sampling))
        time += process_time() - gm.cpu_start;
    uint64_t due = time / (uint64_t)(SECOND / gm.opt.hz);
    uint64_t came = atomic_load(&gm.samples);
    return due > came ? due - came : 0;
}

/* Gives the pages back, as looking at each would cost a forked child more than all the rest; where
 * they are locked that fails. Returns how many bins are left, those behind the head. */
static size_t drop_pages(struct gm_range *range)
{
    size_t bytes = sizeof *range + range->bins * sizeof range->bin[0];

    if (bytes <= LARGEST_PAGE ||
        gm_syscall(SYS_madvise, (long)range + LARGEST_PAGE, (long)(bytes - LARGEST_PAGE),
                   MADV_DONTNEED, 0, 0, 0) != 0)
        return range->bins;
    return (LARGEST_PAGE - sizeof *range) / sizeof range->bin[0];
}

void gm_zero_bins(void)
{
    struct gm_range *range = atomic_load(&gm.range);
    size_t bins = range != NULL ? drop_pages(range) : 0;

    for (size_t i = 0; i < bins; i++)
        if (atomic_load_explicit(&range->bin[i], memory_order_relaxed) != 0)
            atomic_store_explicit(&range->bin[i], 0, memory_order_relaxed);
    atomic_store(&gm.samples, 0);
    gm.cpu_before = 0;
    gm.cpu_start = process_time();
}

void gm_forget_samples(void)
{
    gm_zero_bins();
    if (gm_self != NULL)
        gm_timer_start(gm_self);
}

void gm_sample_init(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigaction old;

    action.sa_sigaction = on_tick;
    sigfillset(&action.sa_mask);
    gm.can_sample = sigaction(SIGPROF, NULL, &old) == 0 &&
                    (old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN) &&
                    sigaction(SIGPROF, &action, NULL) == 0;
    uint64_t word = UINT64_C(1) << (SIGPROF - 1);
    gm_syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&word, 0, 8, 0, 0);
}
