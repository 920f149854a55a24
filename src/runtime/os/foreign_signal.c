/* foreign_signal.c - a SIGPROF that no timer of ours has sent
 *
 * Masks that the program sets leave SIGPROF open (wrap_signals.c). But one that has asked to block
 * it, and to which somebody sends it, waits for it in sigwait() or reads it from a signalfd. So
 * sampling ends, and the signal is sent on, blocked in the thread that it has interrupted: it goes
 * to one thread after the other, until it waits as it would have done from the beginning, or
 * whoever waits for it has it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

/* Ignoring a signal drops what waits of it in any thread: our ticks, which the program would take
 * for its own. Not inlined, as its actions would be on the stack below gm_sampling_end, too. */
static __attribute__((noinline)) void drop_ticks(void)
{
    struct gm_kernel_action ours;
    size_t size = sizeof(struct gm_signal_set);

    if (gm_call(SYS_rt_sigaction, SIGPROF, 0, (long)&ours, (long)size, 0, 0) != 0)
        return;
    struct gm_kernel_action ignore = ours;
    ignore.handler = (uintptr_t)SIG_IGN;
    gm_call(SYS_rt_sigaction, SIGPROF, (long)&ignore, 0, (long)size, 0, 0);
    gm_call(SYS_rt_sigaction, SIGPROF, (long)&ours, 0, (long)size, 0, 0);
}

/* To the thread if it was sent to that, else to the process. What it tells of its sender goes along
 * where the kernel lets it: the first thread may send anything to its own process. */
static void send_on(siginfo_t *info)
{
    if (info->si_code == SI_TKILL)
        gm_call(SYS_rt_tgsigqueueinfo, gm.pid, gm_thread_number(), SIGPROF, (long)info, 0, 0);
    else if (gm_call(SYS_rt_sigqueueinfo, gm.pid, SIGPROF, (long)info, 0, 0, 0) < 0)
        gm_call(SYS_kill, gm.pid, SIGPROF, 0, 0, 0, 0);
}

/* Not in a child of vfork, which has our memory, but none of our timers. */
void gm_foreign_signal(siginfo_t *info, void *context)
{
    ucontext_t *interrupted = context;

    if (gm_process() != gm.pid)
        return;
    if (!atomic_load_explicit(&gm_linux.is_blocked, memory_order_relaxed)) {
        atomic_store_explicit(&gm_linux.foreign_tick, true, memory_order_relaxed);
        return;
    }
    if (!atomic_load(&gm_linux.is_given)) {
        gm_sampling_end();
        drop_ticks();
    }
    gm_set_add((struct gm_signal_set *)(void *)&interrupted->uc_sigmask, SIGPROF);
    send_on(info);
}
