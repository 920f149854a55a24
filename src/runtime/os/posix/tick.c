/* tick.c - SIGPROF: a tick is charged to the interrupted address
 *
 * One timer, setitimer's, runs on the processor time of the process; the system sends its signal to
 * one of the threads that run. Timers expire on the system's clock ticks only, so a tick stands for
 * as many samples as are due by the processor time that was used: at rates above that clock's, too.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/samples.h"
#include "runtime/core/threads.h"
#include "runtime/os/posix/interrupted.h"
#include "runtime/os/posix/posix.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

/* ---- time ------------------------------------------------------------------------------------ */

enum { SECOND = 1000000000 }; /* ns */

/* Processor time of the process, ns. */
static uint64_t used(void)
{
    struct timespec t = {0, 0};

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

static uint64_t samples_due(void)
{
    uint64_t time = gm_posix.time_before;

    if (atomic_load(&gm_posix.is_sampling))
        time += used() - gm_posix.time_start;
    return time / (uint64_t)(SECOND / gm.opt.hz);
}

struct gm_missing gm_missing_samples(void)
{
    struct gm_missing missing = {0, 0};

    gm_lock(&gm.lock);
    uint64_t due = samples_due(), came = atomic_load(&gm.samples);
    if (atomic_load(&gm_posix.can_sample) && due > came)
        missing.all = due - came;
    gm_unlock(&gm.lock);
    return missing;
}

void gm_restart_sampled_time(void)
{
    gm_lock(&gm.lock);
    gm_posix.time_before = 0;
    gm_posix.time_start = used();
    atomic_store(&gm_posix.charged, 0);
    gm_unlock(&gm.lock);
}

/* ---- the timer ------------------------------------------------------------------------------- */

void gm_timer_run(bool on)
{
    struct itimerval t = {{0, 0}, {0, 0}};

    if (on) {
        t.it_interval.tv_sec = 1 / gm.opt.hz;
        t.it_interval.tv_usec = 1000000 / gm.opt.hz % 1000000;
        t.it_value = t.it_interval;
    }
    if (!on || atomic_load(&gm_posix.is_sampling))
        setitimer(ITIMER_PROF, &t, NULL);
}

/* Called with errno and registers to spare, as gm_sampling_off() is. */
void gm_sampling_on(void)
{
    struct gm_interrupts old;

    gm_interrupts_off(&old);
    gm_lock(&gm.lock);
    if (atomic_load(&gm_posix.can_sample) && !atomic_load(&gm_posix.is_sampling)) {
        gm_posix.time_start = used();
        atomic_store(&gm_posix.is_sampling, true);
        gm_timer_run(true);
    }
    gm_unlock(&gm.lock);
    gm_interrupts_restore(&old);
}

void gm_sampling_off(void)
{
    struct gm_interrupts old;

    gm_interrupts_off(&old);
    gm_lock(&gm.lock);
    if (atomic_load(&gm_posix.is_sampling)) {
        gm_posix.time_before += used() - gm_posix.time_start;
        atomic_store(&gm_posix.is_sampling, false);
        gm_timer_run(false);
    }
    gm_unlock(&gm.lock);
    gm_interrupts_restore(&old);
}

/* ---- ticks ----------------------------------------------------------------------------------- */

/* How many samples this tick stands for; another thread may be here at the same time. */
static uintptr_t take_due(void)
{
    uintptr_t due = (uintptr_t)samples_due();
    uintptr_t before = atomic_load(&gm_posix.charged);

    while (due > before)
        if (atomic_compare_exchange_weak(&gm_posix.charged, &before, due))
            return due - before;
    return 0;
}

/* Threads that call nothing have a state from their first tick on, for samples elsewhere. */
static void find_thread(void)
{
    int number = gm_thread_number();

    if (gm_self != NULL || gm_thread_of(number) != NULL)
        return;
    gm_lock(&gm.lock);
    gm_thread_found(number);
    gm_unlock(&gm.lock);
}

static void on_tick(int signal, siginfo_t *info, void *context)
{
    int error = errno;

    (void)signal;
    if (info->si_code == SI_USER || info->si_code == SI_QUEUE) {
        atomic_store(&gm_posix.foreign_tick, true);
    } else if (atomic_load(&gm_posix.is_sampling)) {
        uintptr_t n = take_due();
        find_thread();
        if (n != 0)
            gm_tick(gm_context_pc(context), n, 0);
    }
    errno = error;
}

static bool is_our_handler(void)
{
    struct sigaction action;

    return sigaction(SIGPROF, NULL, &action) != 0 ||
           ((action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_tick);
}

const char *gm_sampling_fault(void)
{
    if (!atomic_load(&gm_posix.can_sample) || atomic_load(&gm_posix.foreign_tick) ||
        !is_our_handler())
        return "the program uses SIGPROF itself, so do not trust the times; let it "
               "use another signal";
    return NULL;
}

void gm_tick_init(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigaction old;
    sigset_t set;

    action.sa_sigaction = on_tick;
    sigfillset(&action.sa_mask);
    gm_posix.can_sample = sigaction(SIGPROF, NULL, &old) == 0 && (old.sa_flags & SA_SIGINFO) == 0 &&
                          (old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN) &&
                          sigaction(SIGPROF, &action, NULL) == 0;
    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
