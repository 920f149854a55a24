/* sigprof.c - takes SIGPROF for ticks, and gives it to a program that wants it
 *
 * If a program gives SIGPROF a handler, or ignores it, the runtime gives way: first our timers end
 * in all threads, then pending ticks are dropped, then the program's action is set. So no handler
 * of the program sees a tick. If the program sets SIG_DFL, which it sees already, sampling goes on:
 * daemons and spawners set all signals to SIG_DFL. No tick outlives exec, because the kernel drops
 * signals of timers then. Our handler is never shown: the program reads the action that it would
 * read without us.
 *
 * Masks that the program sets, for threads and handlers, leave SIGPROF open, so that all of their
 * time is sampled. In place of SIGPROF another signal is blocked, the stand-in, which
 * nobody sends. So the kernel remembers what the program has asked for, in new threads and after
 * siglongjmp() and contexts restore old masks. If SIGPROF is sent to a thread that has asked to
 * block it, some thread waits for it in sigwait() or reads it from a signalfd: then sampling ends.
 * The signal is sent on, blocked in the thread that it has interrupted. So it goes from thread to
 * thread, until the waiting thread has it, or it is pending as it would have been without us. If
 * the program sets a handler then, that handler is behind ours, which sends the signal on in the
 * same way. If SIGPROF is sent to a thread that lets it in, the program's action happens: SIG_DFL
 * ends the process.
 *
 * A child of vfork or of a bare clone shares our memory or has a copy of it, but has no timers:
 * nothing ends there. Calls by syscall() are seen (wrap_sandbox.c), an instruction of the program's
 * own is not. Handlers are wrapped with glibc alone: other C libraries have no second names for
 * these functions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <stddef.h>

/* ---- the functions behind ours -------------------------------------------------------------- */

#ifdef __GLIBC__

/* glibc's own functions, for static programs and before the start. */
extern int __sigaction(int number, const struct sigaction *action, struct sigaction *old);

static int next_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    return (gm_linux.next.sigaction != NULL ? gm_linux.next.sigaction : __sigaction)(number, action,
                                                                                     old);
}

#else

static int next_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    return sigaction(number, action, old);
}

#endif

/* ---- taken and given away ------------------------------------------------------------------- */

enum { RESTORER = 0x04000000 }; /* flag: the kernel is told how a handler returns */

static long kernel_action(int number, const struct gm_kernel_action *action,
                          struct gm_kernel_action *old)
{
    return gm_call(SYS_rt_sigaction, number, (long)action, (long)old, sizeof(struct gm_signal_set),
                   0, 0);
}

/* Ignores the signal for a moment, which drops pending ticks in all threads: the program would take
 * them for its own. Then restores the action before ours. Also runs in a tick: no libc, and a frame
 * separate from that of gm_sampling_end(). */
static __attribute__((noinline)) void drop_ticks(bool keeps_handler)
{
    struct gm_kernel_action ours, action = {.handler = (uintptr_t)SIG_IGN};

    if (kernel_action(SIGPROF, &action, &ours) != 0)
        return;
    action.handler = (uintptr_t)gm_linux.sigprof.given.sa_handler;
    kernel_action(SIGPROF, keeps_handler ? &ours : &action, NULL);
}

static void give_away(bool keeps_handler)
{
    gm_sampling_end();
    drop_ticks(keeps_handler);
}

/* The stand-in: a signal that neither the kernel nor any program sends. */
#ifdef SIGSTKFLT
enum { STAND_IN = SIGSTKFLT };
#else
enum { STAND_IN = SIGEMT };
#endif

/* Blocks SIGPROF in the calling thread if the thread has asked for that. */
static void block(struct gm_signal_set *before)
{
    struct gm_signal_set set = {{0}};

    *before = set;
    gm_set_add(&set, SIGPROF);
    if (gm_change_mask(SIG_BLOCK, NULL, before) == 0 && gm_set_has(before, STAND_IN) &&
        atomic_load(&gm_linux.sigprof.is_blocked))
        gm_change_mask(SIG_BLOCK, &set, NULL);
}

/* Returns true if SIGPROF was ignored at the start, and the program has not changed that. */
static bool is_ignored(void)
{
    return gm_linux.can_sample && gm_linux.sigprof.given.sa_handler == SIG_IGN;
}

void gm_sigprof_lend(struct gm_signal_set *before)
{
    struct gm_kernel_action action = {.handler = (uintptr_t)SIG_IGN};

    block(before);
    if (is_ignored())
        kernel_action(SIGPROF, &action, NULL);
}

void gm_sigprof_take_back(const struct gm_signal_set *before)
{
    if (is_ignored())
        kernel_action(SIGPROF, &gm_linux.sigprof.by_libc, NULL);
    gm_change_mask(SIG_SETMASK, before, NULL);
}

static bool is_ours(const struct sigaction *action)
{
    return ((unsigned)action->sa_flags & SA_SIGINFO) != 0 &&
           action->sa_sigaction == gm_linux.sigprof.on_tick;
}

void gm_sigprof_changes(int number)
{
    struct gm_signal_set mask;
    struct sigaction now;

    if (number == SIGPROF && !atomic_load(&gm_linux.sigprof.is_given) && gm_process() == gm.pid &&
        next_sigaction(number, NULL, &now) == 0 && is_ours(&now)) {
        block(&mask);
        give_away(false);
    }
}

static bool is_free(const struct gm_kernel_action *action)
{
    return action->handler == (uintptr_t)SIG_DFL || action->handler == (uintptr_t)SIG_IGN;
}

/* Lets libc set the handler for a moment, and notes the action that libc passes to the kernel,
 * because mcount may not call libc. The handler leaves the stand-in as it is: see
 * gm_sigprof_foreign(). */
void gm_sigprof_prepare(void (*on_tick)(int, siginfo_t *, void *))
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART, .sa_sigaction = on_tick};
    struct gm_kernel_action before;

    if (!gm_linux.sigprof.has_small_stack)
        action.sa_flags |= SA_ONSTACK;
    gm_linux.sigprof.on_tick = on_tick;
    __builtin_memset(&action.sa_mask, 0xff, sizeof(struct gm_signal_set));
    gm_set_remove((void *)&action.sa_mask, STAND_IN);
    gm_linux.sigprof.was_taken = kernel_action(SIGPROF, NULL, &before) != 0 || !is_free(&before) ||
                                 next_sigaction(SIGPROF, &action, NULL) != 0;
    kernel_action(SIGPROF, NULL, &gm_linux.sigprof.by_libc);
    if (!gm_linux.sigprof.was_taken)
        kernel_action(SIGPROF, &before, NULL);
}

bool gm_set_handler(int number, uintptr_t handler, unsigned flags)
{
    struct gm_kernel_action action = gm_linux.sigprof.by_libc;

    action.handler = handler;
    action.flags = (action.flags & RESTORER) | flags;
    __builtin_memset(&action.mask, 0xff, sizeof action.mask);
    return kernel_action(number, &action, NULL) == 0;
}

bool gm_is_default(int number)
{
    struct gm_kernel_action now;

    return kernel_action(number, NULL, &now) == 0 && now.handler == (uintptr_t)SIG_DFL;
}

void gm_sigprof_take(void)
{
    struct gm_kernel_action now = {.handler = (uintptr_t)SIG_DFL};

    gm_linux.sigprof.was_taken |= kernel_action(SIGPROF, NULL, &now) != 0 || !is_free(&now);
    gm_linux.sigprof.given.sa_handler = (void (*)(int))now.handler;
    gm_linux.sigprof.given.sa_flags = (int)now.flags;
    __builtin_memcpy(&gm_linux.sigprof.given.sa_mask, &now.mask, sizeof now.mask);
    gm_linux.can_sample =
        !gm_linux.sigprof.was_taken && kernel_action(SIGPROF, &gm_linux.sigprof.by_libc, NULL) == 0;
}

const char *gm_sigprof_fault(void)
{
    struct sigaction now;

    if (gm_linux.sigprof.was_taken)
        return "another library has taken SIGPROF before the start, so no time was sampled; run "
               "the program without that library";
    if (!gm_may_call(SYS_rt_sigreturn))
        return "the program's seccomp filter lets no handler return; from then on no time was "
               "sampled; let it allow rt_sigreturn";
    /* If a sandbox forbids this call, the program cannot have changed the action either. */
    bool is_changed = gm_linux.can_sample && gm_may_call(SYS_rt_sigaction) &&
                      next_sigaction(SIGPROF, NULL, &now) == 0 && !is_ours(&now);
    if (is_changed)
        return "the program uses SIGPROF itself, so do not trust the times; let it use another "
               "signal";
    if (atomic_load(&gm_linux.sigprof.is_given))
        return "the program has taken SIGPROF; from then on no time was sampled; let it use "
               "another signal";
    return NULL;
}

/* ---- masks ---------------------------------------------------------------------------------- */

_Static_assert(sizeof(sigset_t) >= sizeof(struct gm_signal_set), "a sigset_t begins with a set");

/* Changes the mask that the program asks for into the mask that the kernel gets. */
static void keep_open(void *set, int how)
{
    bool is_blocked = atomic_load_explicit(&gm_linux.sigprof.is_blocked, memory_order_relaxed);

    if (!gm_linux.can_sample && !is_blocked)
        return;
    gm_set_remove(set, STAND_IN);
    if (!gm_set_has(set, SIGPROF))
        return;
    gm_set_add(set, STAND_IN);
    if (how == SIG_UNBLOCK || !gm_linux.can_sample)
        return;
    gm_set_remove(set, SIGPROF);
    atomic_store_explicit(&gm_linux.sigprof.is_blocked, true, memory_order_relaxed);
}

static bool is_signal(int number)
{
    return number > 0 && number <= GM_KERNEL_SIGNALS;
}

/* Changes the kernel's mask into the mask that the program sees. */
static void show(void *mask)
{
    if (gm_linux.sigprof.is_blocked && gm_set_has(mask, STAND_IN))
        gm_set_add(mask, SIGPROF);
}

void gm_sigprof_open(void)
{
    struct gm_signal_set mask = {{0}};

    if (!gm_linux.can_sample || gm_change_mask(SIG_BLOCK, NULL, &mask) != 0 ||
        !gm_set_has(&mask, SIGPROF))
        return;
    keep_open(&mask, SIG_SETMASK);
    gm_change_mask(SIG_SETMASK, &mask, NULL);
}

/* ---- what programs call --------------------------------------------------------------------- */

#ifdef __GLIBC__

typedef void handler(int);

/* Notes the action that the program is to see while the handler is ours, as the kernel would keep
 * it. */
static void note(const struct sigaction *action)
{
    gm_linux.sigprof.given = *action;
    gm_linux.sigprof.given.sa_flags |= (int)(gm_linux.sigprof.by_libc.flags & RESTORER);
    gm_set_remove((void *)&gm_linux.sigprof.given.sa_mask, SIGKILL);
    gm_set_remove((void *)&gm_linux.sigprof.given.sa_mask, SIGSTOP);
}

/* Sets the action that the program wants. If a thread has asked to block the signal, the handler
 * stays ours, and sends the signal on as that thread expects. */
static int install(const struct sigaction *action)
{
    struct sigaction ours = *action;

    if (!atomic_load(&gm_linux.sigprof.is_blocked) || action->sa_handler == SIG_DFL ||
        action->sa_handler == SIG_IGN || gm_process() != gm.pid)
        return next_sigaction(SIGPROF, action, NULL);
    note(action);
    gm_set_remove((void *)&ours.sa_mask, STAND_IN);
    ours.sa_sigaction = gm_linux.sigprof.on_tick;
    ours.sa_flags = (int)(((unsigned)ours.sa_flags | SA_SIGINFO) & ~(unsigned)SA_RESETHAND);
    return next_sigaction(SIGPROF, &ours, NULL);
}

/* Sets the handler of another signal, in which SIGPROF stays open. A handler on an alternate stack
 * has the mask that the program wants: the stack may have room for this handler alone. */
static int change_other(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction ours;

    if (action != NULL && ((unsigned)action->sa_flags & SA_ONSTACK) == 0) {
        ours = *action;
        keep_open(&ours.sa_mask, SIG_BLOCK);
        action = &ours;
    }
    int error = next_sigaction(number, action, old);
    if (error == 0 && old != NULL)
        show(&old->sa_mask);
    return error;
}

static int change(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction before;

    if (number != SIGPROF)
        return change_other(number, action, old);
    if (next_sigaction(number, NULL, &before) != 0)
        return -1;
    bool is_hidden = is_ours(&before); /* our handler must not be shown to the program */
    if (is_hidden)
        before = gm_linux.sigprof.given;
    if (action != NULL && is_hidden && action->sa_handler == SIG_DFL) {
        if (gm_process() == gm.pid)
            note(action);
    } else if (action != NULL) {
        gm_sigprof_changes(number);
        if (install(action) != 0)
            return -1;
    }
    if (old != NULL)
        *old = before;
    return 0;
}

static handler *set(int number, handler *function, int flags)
{
    struct sigaction action = {.sa_handler = function, .sa_flags = flags};
    struct sigaction old;

    if (function == SIG_ERR || !is_signal(number)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (flags == SA_RESTART)
        gm_set_add((void *)&action.sa_mask, number);
    return change(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

GM_WEAK int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    return change(number, action, old);
}

/* The signal() of a static libc that is linked, as it is if the program calls siginterrupt. */
extern handler *__bsd_signal(int, handler *) __attribute__((weak));

/* Calls libc's signal(), which knows the settings of siginterrupt. */
GM_WEAK handler *signal(int number, handler *function)
{
    handler *(*next)(int, handler *) = gm_linux.next.signal;

    if (next == NULL)
        next = __bsd_signal;
    if (number == SIGPROF || next == NULL)
        return set(number, function, SA_RESTART);
    return next(number, function);
}
GM_WEAK __typeof__(signal) ssignal __attribute__((alias("signal")));
GM_WEAK handler *bsd_signal(int, handler *) __THROW __attribute__((alias("signal")));

/* Stands in front of the `signal` of programs compiled with -std=c11 and the like. */
extern handler *__sysv_signal(int, handler *);
GM_WEAK handler *__sysv_signal(int number, handler *function)
{
    return set(number, function, (int)((unsigned)SA_RESETHAND | SA_NODEFER));
}
GM_WEAK __typeof__(signal) sysv_signal __attribute__((alias("__sysv_signal")));

#endif

/* The first signals that libc keeps for itself, for cancelling threads and the like, and lets no
 * program block: two real-time signals for glibc, three for musl. */
#ifdef __GLIBC__
enum { LIBC_FIRST = 32, LIBC_LAST = 33 };
#else
enum { LIBC_FIRST = 32, LIBC_LAST = 34 };
#endif

/* Changes the mask of the thread. Returns 0 or an errno value. Calls no libc, so static programs
 * work as well. */
static int change_mask(int how, const void *set, sigset_t *old)
{
    struct gm_signal_set mask = {{0}};
    struct gm_signal_set was = {{0}};

    if (set != NULL)
        __builtin_memcpy(&mask, set, sizeof mask);
    for (int i = LIBC_FIRST; i <= LIBC_LAST; i++)
        gm_set_remove(&mask, i);
    keep_open(&mask, how);
    /* Not gm_call(): the call is the program's, whatever a sandbox does to the process. */
    long result = gm_syscall(SYS_rt_sigprocmask, how, set != NULL ? (long)&mask : 0, (long)&was,
                             sizeof was, 0, 0);
    show(&was);
    if (result == 0 && old != NULL) {
        __builtin_memset(old, 0, sizeof *old);
        __builtin_memcpy(old, &was, sizeof was);
    }
    return (int)-result;
}

GM_WEAK int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return change_mask(how, set, old);
}

GM_WEAK int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    return (int)gm_as_libc(-change_mask(how, set, old));
}

static int change_one(int how, int number, sigset_t *old)
{
    struct gm_signal_set set = {{0}};

    if (!is_signal(number))
        return (int)gm_as_libc(-EINVAL);
    gm_set_add(&set, number);
    return (int)gm_as_libc(-change_mask(how, &set, old));
}

GM_WEAK int sighold(int number)
{
    return change_one(SIG_BLOCK, number, NULL);
}

GM_WEAK int sigrelse(int number)
{
    return change_one(SIG_UNBLOCK, number, NULL);
}

#ifdef __GLIBC__

GM_WEAK handler *sigset(int number, handler *function)
{
    bool holds = function == SIG_HOLD;
    struct sigaction old;
    sigset_t was;

    if (change(number, NULL, &old) != 0 || (!holds && set(number, function, 0) == SIG_ERR) ||
        change_one(holds ? SIG_BLOCK : SIG_UNBLOCK, number, &was) != 0)
        return SIG_ERR;
    return gm_set_has((void *)&was, number) ? SIG_HOLD : old.sa_handler;
}

/* Changes the first word of the mask, as in BSD. Returns the old one. */
static int change_word(int how, unsigned word)
{
    struct gm_signal_set mask = {{word}};
    sigset_t old;

    change_mask(how, &mask, &old);
    __builtin_memcpy(&mask, &old, sizeof mask);
    return (int)mask.word[0];
}

GM_WEAK int sigblock(int mask)
{
    return change_word(SIG_BLOCK, (unsigned)mask);
}

GM_WEAK int sigsetmask(int mask)
{
    return change_word(SIG_SETMASK, (unsigned)mask);
}

GM_WEAK int siggetmask(void)
{
    return change_word(SIG_BLOCK, 0);
}

#endif

/* Sets the alternate stack of the thread. Coroutines on small stacks have an alternate stack for
 * handlers, so ticks run there. If an alternate stack has no room for a tick, a tick would end the
 * program: then all ticks stay on the threads' stacks. */
GM_WEAK int sigaltstack(const stack_t *stack, stack_t *old)
{
    enum { KERNEL_TELLS = 51, USUAL = 4096, OURS = 1024 }; /* KERNEL_TELLS: AT_MINSIGSTKSZ */
    const long c[7] = {SYS_sigaltstack, (long)stack, (long)old};
    size_t frame = gm_auxv(KERNEL_TELLS);

    if (stack != NULL && stack->ss_size < (frame != 0 ? frame : USUAL) + OURS &&
        (stack->ss_flags & SS_DISABLE) == 0) {
        gm_linux.sigprof.has_small_stack = true;
        gm_linux.sigprof.by_libc.flags &= ~(unsigned)SA_ONSTACK;
        if (gm_linux.can_sample)
            kernel_action(SIGPROF, &gm_linux.sigprof.by_libc, NULL);
    }
    return (int)gm_as_libc(gm_call_of_program(c));
}

/* ---- a signal that no timer of ours has sent ------------------------------------------------ */

/* Sends the signal on: to the thread if it was sent to the thread, else to the process. The
 * sender's data goes along if the kernel allows that: the first thread may send anything to its own
 * process. */
static void send_on(int process, siginfo_t *info)
{
    if (info->si_code == SI_TKILL)
        gm_call(SYS_rt_tgsigqueueinfo, process, gm_thread_number(), SIGPROF, (long)info, 0, 0);
    else if (gm_call(SYS_rt_sigqueueinfo, process, SIGPROF, (long)info, 0, 0, 0) < 0)
        gm_call(SYS_kill, process, SIGPROF, 0, 0, 0, 0);
}

/* Calls the program's handler with all three arguments, which the kernel passes to any handler. */
static __attribute__((noinline)) void hand_over(siginfo_t *info, void *context)
{
    struct gm_kernel_action none = {.handler = (uintptr_t)SIG_DFL};

    if (((unsigned)gm_linux.sigprof.given.sa_flags & SA_RESETHAND) != 0)
        kernel_action(SIGPROF, &none, NULL);
    gm_linux.sigprof.given.sa_sigaction(SIGPROF, info, context);
}

/* Ends the process as SIG_DFL does. Does so at once, because the signal may be blocked again after
 * sigsuspend(). If a sandbox forbids to set SIG_DFL, the process lives. */
static void die(int process, siginfo_t *info)
{
    const struct gm_kernel_action none = {.handler = (uintptr_t)SIG_DFL};
    struct gm_signal_set set = {{0}};

    gm_set_add(&set, SIGPROF);
    if (kernel_action(SIGPROF, &none, NULL) != 0)
        return;
    send_on(process, info);
    gm_change_mask(SIG_UNBLOCK, &set, NULL);
}

/* Handles a SIGPROF that no timer of ours has sent. In sigsuspend() and similar calls, the context
 * has the mask from before the call, and this handler runs with the mask of the call. If only the
 * latter has the stand-in, the program itself blocks that signal, with all signals but SIGPROF. A
 * child of vfork has our memory, but none of our timers. */
void gm_sigprof_foreign(siginfo_t *info, void *context)
{
    struct gm_signal_set *mask =
        (struct gm_signal_set *)(void *)&((ucontext_t *)context)->uc_sigmask;
    struct gm_signal_set now = *mask;
    int process = gm_process();

    gm_change_mask(SIG_BLOCK, NULL, &now);
    if (gm_set_has(&now, STAND_IN) && gm_set_has(mask, STAND_IN) && !gm_set_has(mask, SIGPROF)) {
        if (process == gm.pid && !atomic_load(&gm_linux.sigprof.is_given))
            give_away(true);
        gm_set_add(mask, SIGPROF);
        gm_change_mask(SIG_BLOCK, mask, NULL); /* here, too: SA_NODEFER may have opened it */
        send_on(process, info);
    } else if (gm_linux.sigprof.given.sa_handler == SIG_DFL) {
        die(process, info);
    } else if (gm_linux.sigprof.given.sa_handler != SIG_IGN) {
        hand_over(info, context);
    }
}
