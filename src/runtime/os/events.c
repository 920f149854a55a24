/* events.c - gives threads ticks that are finer than the kernel's clock, for GMON_HZ above its rate
 *
 * Timers on CPU time expire on the kernel's clock ticks only. The kernel's software event
 * task-clock (perf_event_open) runs on a timer of its own, and needs no rights if it tells of user
 * code alone (perf_event_paranoid <= 2). So a thread has such an event beside its timer. Each
 * signal of the event is one sample. The timer goes on: at its ticks the thread is charged what the
 * event cannot see, the time in the kernel.
 *
 * No descriptor stays: the event's first page is mapped, which keeps the event alive until the page
 * is unmapped. A thread of the runtime's own opens it, in a table of descriptors of its own. So a
 * program can neither count nor close nor reuse the descriptor, and a limit of descriptors does not
 * matter. A forked child does not inherit such a page. The signal is SIGPROF and not a real-time
 * signal: where no signal may be queued (RLIMIT_SIGPENDING), the kernel would send SIGIO in place
 * of that.
 *
 * Where the kernel refuses the event, the timer is alone, and reports tell the rate that was had.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <time.h>

enum { SECOND = 1000000000, NAMES = 1024 };

static uint64_t interval(void)
{
    return (uint64_t)(SECOND / gm.opt.hz);
}

/* Opens the event of a thread, in user code alone. Returns a descriptor or -errno. The structure
 * has its first size, which all kernels know. */
static long open_event(int thread)
{
    struct perf_event_attr event;

    __builtin_memset(&event, 0, sizeof event);
    event.type = PERF_TYPE_SOFTWARE;
    event.size = PERF_ATTR_SIZE_VER0;
    event.config = PERF_COUNT_SW_TASK_CLOCK;
    event.sample_period = interval();
    event.wakeup_events = 1;
    event.exclude_kernel = event.exclude_hv = 1;
    return gm_call(SYS_perf_event_open, (long)&event, thread, -1, -1, 0, 0);
}

/* Lets the event send SIGPROF to the thread. The last call is the one that begins it: before that,
 * the kernel would send SIGIO. Returns the mapped page or -errno. */
static long arm_and_map(long fd, int thread)
{
    const struct f_owner_ex owner = {F_OWNER_TID, thread};

    if (gm_call(GM_SYS_FCNTL, fd, F_SETSIG, SIGPROF, 0, 0, 0) < 0 ||
        gm_call(GM_SYS_FCNTL, fd, F_SETOWN_EX, (long)&owner, 0, 0, 0) < 0)
        return -1;
    long page = gm_call_mmap(GM_LEAST_PAGE, PROT_READ, MAP_SHARED, fd);
    if (page < 0 && page > -4096)
        return page;
    gm_call(GM_SYS_FCNTL, fd, F_SETFL, O_ASYNC | O_NONBLOCK, 0, 0, 0);
    return page;
}

/* Runs as the first function of the thread that opens the event. */
static void open_here(void)
{
    struct gm_events *e = &gm_linux.events;
    char names[NAMES] __attribute__((aligned(8)));
    long page = -1;

    if (gm_own_descriptors(names, sizeof names)) {
        long fd = open_event(e->of->number);
        if (fd >= 0)
            page = arm_and_map(fd, e->of->number);
        if (fd >= 0)
            gm_call(SYS_close, fd, 0, 0, 0, 0, 0);
    }
    e->of->event = page < 0 && page > -4096 ? NULL : (void *)page;
    gm_own_thread_end(0);
}

static __attribute__((noinline)) void run_opener(struct gm_events *e)
{
    if (gm_own_thread_begin(&e->stack, &e->number, open_here))
        gm_own_thread_wait(&e->number);
}

/* Returns true if the calls above may be made. */
static bool may_open(void)
{
    static const short needed[] = {SYS_clone,   SYS_perf_event_open, GM_SYS_FCNTL,
                                   GM_SYS_MMAP, SYS_munmap,          SYS_close,
                                   SYS_futex,   SYS_getrusage,       SYS_exit};

    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (!gm_may_call(needed[i]))
            return false;
    return true;
}

void gm_event_begin(struct gm_thread *t)
{
    struct gm_events *e = &gm_linux.events;

    if (t->event != NULL || e->is_refused || interval() >= gm_linux.clock_period || !may_open())
        return;
    atomic_store(&e->is_one, true);
    e->of = t;
    gm_store(&t->in_user, 0);
    gm_store(&t->in_kernel, 0);
    run_opener(e);
    e->is_refused = t->event == NULL && t->number == gm.pid;
}

void gm_event_end(struct gm_thread *t)
{
    void *page = atomic_exchange(&t->event, NULL);

    if (page != NULL)
        gm_call(SYS_munmap, (long)page, GM_LEAST_PAGE, 0, 0, 0, 0);
}

/* A signal that the kernel sends for a descriptor has that number: our thread's first one. */
bool gm_is_event(const siginfo_t *info)
{
    return info->si_code > 0 && info->si_code <= POLL_HUP && info->si_fd == 0 &&
           atomic_load_explicit(&gm_linux.events.is_one, memory_order_relaxed);
}

/* Returns true if most of the calling thread's time since the last call was in the kernel. Most
 * kernels count a whole tick of the clock for what it interrupts. So this tells what the tick that
 * has sent this signal interrupted. */
static bool was_in_kernel(struct gm_thread *t)
{
    enum { THIS_THREAD = 1, WORDS = 18 }; /* RUSAGE_THREAD */
    long usage[WORDS] = {0}; /* the first four: seconds and microseconds, in user code and kernel */

    gm_call(SYS_getrusage, THIS_THREAD, (long)usage, 0, 0, 0, 0);
    uint64_t user = (uint64_t)usage[0] * 1000000 + (uint64_t)usage[1];
    uint64_t kernel = (uint64_t)usage[2] * 1000000 + (uint64_t)usage[3];
    bool is_so = kernel - gm_load(&t->in_kernel) > user - gm_load(&t->in_user);

    gm_store(&t->in_user, user);
    gm_store(&t->in_kernel, kernel);
    return is_so;
}

/* A tick in user code takes only what is too much to be kernel time that no tick has met so far.
 * Some expiries of the event get lost, for example while a virtual machine has no processor. */
uint64_t gm_event_unseen(struct gm_thread *t, uint64_t now)
{
    uint64_t time = gm_load(&t->time), due = now > time ? (now - time) / interval() : 0;
    uint64_t came = atomic_load_explicit(&t->samples, memory_order_relaxed);
    uint64_t spare = was_in_kernel(t) ? 0 : 4 * gm_linux.clock_period / interval();

    return due > came + spare ? due - came - spare : 0;
}
