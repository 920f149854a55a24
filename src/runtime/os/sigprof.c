/* sigprof.c - shares signals with the program: SIGPROF for ticks, and those that the user has named
 *
 * The handler of SIGPROF is ours from the start to the end of sampling. What the program sets is
 * noted, and is what it reads. If somebody else sends SIGPROF, the program's action happens: its
 * handler is called, or the process ends, or nothing happens. The mask of the program's handler is
 * that of ours then, so it is as the kernel would have made it. Calls are restarted in any case, as
 * a tick must not end them. Our handler is in front of one that a library has set before the start,
 * too.
 *
 * Signals of GMON_EXIT_SIGNALS and the like (dump_signals.c) are ours while their action is
 * SIG_DFL, and SIG_DFL is what the program reads. A handler of the program's is in the kernel's
 * hands, unless SIG_DFL comes back behind it without a call that we would see.
 *
 * Masks that the program sets, for threads and handlers, leave SIGPROF open, so that all of their
 * time is sampled. In place of SIGPROF another signal is blocked, the stand-in, which
 * nobody sends. So the kernel remembers what the program has asked for, in new threads and after
 * siglongjmp() and contexts restore old masks. If SIGPROF is sent to a thread that has asked to
 * block it, some thread waits for it in sigwait() or reads it from a signalfd: then sampling ends.
 * The signal is sent on, blocked in the thread that it has interrupted. So it goes from thread to
 * thread, until the waiting thread has it, or it is pending as it would have been without us.
 *
 * A child of vfork or of a bare clone shares our memory or has a copy of it, but has no timers:
 * nothing ends there, and nothing is noted. Calls by syscall() are seen (wrap_sandbox.c), an
 * instruction of the program's own is not. Handlers are wrapped with glibc alone: other C libraries
 * have no second names for these functions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/threads.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <stddef.h>

/* ---- the functions behind ours -------------------------------------------------------------- */

#ifdef __GLIBC__

/* glibc's own functions, for static programs, before the start and in it: the function in front of
 * glibc's, such as AddressSanitizer's, may have to wait for its own constructor. */
extern int __sigaction(int number, const struct sigaction *action, struct sigaction *old)
    __attribute__((weak)); /* linux.h says why */

static int next_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    bool is_next = gm_linux.next.sigaction != NULL && !(gm_linux.is_starting && __sigaction);

    return (is_next ? gm_linux.next.sigaction : __sigaction)(number, action, old);
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
    action.handler = (uintptr_t)gm_linux.shared[SIGPROF].given.sa_handler;
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

/* If the program ignores SIGPROF while the kernel has the action `from`, sets `to` in its place. */
static void exchange(uintptr_t from, uintptr_t to)
{
    const struct gm_shared_signal *shared = &gm_linux.shared[SIGPROF];
    struct gm_kernel_action action = gm_linux.sigprof.by_libc, now;

    if (shared->handler == 0 || shared->given.sa_handler != SIG_IGN ||
        kernel_action(SIGPROF, NULL, &now) != 0 || now.handler != from)
        return;
    action.handler = to;
    kernel_action(SIGPROF, &action, NULL);
}

void gm_sigprof_lend(struct gm_signal_set *before)
{
    block(before);
    exchange(gm_linux.shared[SIGPROF].handler, (uintptr_t)SIG_IGN);
}

void gm_sigprof_take_back(const struct gm_signal_set *before)
{
    exchange((uintptr_t)SIG_IGN, gm_linux.shared[SIGPROF].handler);
    gm_open_mask(before);
}

/* Returns true if this is an action of ours. */
static bool is_ours(int number, const struct sigaction *action)
{
    const struct gm_shared_signal *shared = &gm_linux.shared[number];
    uintptr_t handler = (uintptr_t)action->sa_handler;

    return shared->handler != 0 &&
           (handler == shared->handler || handler == (uintptr_t)shared->in_front);
}

void gm_sigprof_changes(int number)
{
    struct gm_signal_set mask;
    struct sigaction now;

    if (number == SIGPROF && !atomic_load(&gm_linux.sigprof.is_given) && gm_process() == gm.pid &&
        next_sigaction(number, NULL, &now) == 0 && is_ours(number, &now)) {
        block(&mask);
        give_away(false);
        gm_linux.shared[SIGPROF].handler = 0;
    }
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
    gm_linux.shared[SIGPROF].in_front = on_tick;
    __builtin_memset(&action.sa_mask, 0xff, sizeof(struct gm_signal_set));
    gm_set_remove((void *)&action.sa_mask, STAND_IN);
    gm_linux.sigprof.is_refused =
        kernel_action(SIGPROF, NULL, &before) != 0 || next_sigaction(SIGPROF, &action, NULL) != 0;
    kernel_action(SIGPROF, NULL, &gm_linux.sigprof.by_libc);
    if (!gm_linux.sigprof.is_refused)
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

/* Sets our action of a signal that the program has no handler of. */
static bool set_ours(int number)
{
    const struct gm_shared_signal *shared = &gm_linux.shared[number];

    if (number == SIGPROF)
        return kernel_action(number, &gm_linux.sigprof.by_libc, NULL) == 0;
    return gm_set_handler(number, shared->handler, shared->flags);
}

void gm_share_signal(int number, uintptr_t handler, unsigned flags,
                     void (*in_front)(int, siginfo_t *, void *))
{
    struct gm_shared_signal *shared = &gm_linux.shared[number];
    struct gm_kernel_action now;

    shared->flags = flags;
    shared->in_front = in_front;
    shared->handler = handler;
    if (kernel_action(number, NULL, &now) == 0 && now.handler == (uintptr_t)SIG_DFL)
        set_ours(number);
}

/* Sets our handler of SIGPROF, in front of a handler of the program's: with its mask, and on the
 * stack that it wants. A tick within a tick would walk in the same memory. */
static bool set_in_front(const struct gm_kernel_action *given)
{
    struct gm_kernel_action ours = gm_linux.sigprof.by_libc;

    __builtin_memcpy(&ours.mask, &given->mask, sizeof ours.mask);
    gm_set_remove((void *)&ours.mask, STAND_IN);
    ours.flags -= ours.flags & SA_ONSTACK & ~given->flags;
    return kernel_action(SIGPROF, &ours, NULL) == 0;
}

static bool is_handler(uintptr_t action)
{
    return action != (uintptr_t)SIG_DFL && action != (uintptr_t)SIG_IGN;
}

void gm_sigprof_take(void)
{
    struct gm_shared_signal *shared = &gm_linux.shared[SIGPROF];
    struct gm_kernel_action now = {.handler = (uintptr_t)SIG_DFL};

    gm_linux.sigprof.is_refused |= kernel_action(SIGPROF, NULL, &now) != 0;
    shared->given.sa_handler = (void (*)(int))now.handler;
    shared->given.sa_flags = (int)now.flags;
    __builtin_memcpy(&shared->given.sa_mask, &now.mask, sizeof now.mask);
    shared->handler = gm_linux.sigprof.by_libc.handler;
    gm_linux.can_sample = !gm_linux.sigprof.is_refused &&
                          (is_handler(now.handler) ? set_in_front(&now) : set_ours(SIGPROF));
}

const char *gm_sigprof_fault(void)
{
    struct sigaction now;

    if (!gm_may_call(SYS_rt_sigreturn))
        return "the program's seccomp filter lets no handler return; from then on no time was "
               "sampled; let it allow rt_sigreturn";
    /* If a sandbox forbids this call, the program cannot have changed the action either. */
    bool is_changed = gm_linux.can_sample && gm_may_call(SYS_rt_sigaction) &&
                      next_sigaction(SIGPROF, NULL, &now) == 0 && !is_ours(SIGPROF, &now);
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
static void note(int number, const struct sigaction *action)
{
    struct sigaction *given = &gm_linux.shared[number].given;

    *given = *action;
    given->sa_flags |= (int)(gm_linux.sigprof.by_libc.flags & RESTORER);
    gm_set_remove((void *)&given->sa_mask, SIGKILL);
    gm_set_remove((void *)&given->sa_mask, SIGSTOP);
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

/* Sets the action that the program wants of SIGPROF, while our handler stays. If the signal is to
 * be ignored, the kernel forgets those that are pending. */
static int change_behind(const struct sigaction *action)
{
    struct gm_kernel_action given = {.handler = (uintptr_t)action->sa_handler,
                                     .flags = (unsigned)action->sa_flags};

    note(SIGPROF, action);
    __builtin_memcpy(&given.mask, &action->sa_mask, sizeof given.mask);
    if (action->sa_handler == SIG_IGN)
        kernel_action(SIGPROF, &given, NULL);
    return (is_handler(given.handler) ? set_in_front(&given) : set_ours(SIGPROF))
               ? 0
               : (int)gm_as_libc(-EPERM);
}

/* Returns true if our handler has to be in front of this one of a signal other than SIGPROF. */
static bool needs_front(int number, const struct sigaction *action)
{
    return is_handler((uintptr_t)action->sa_handler) &&
           (number == SIGABRT || ((unsigned)action->sa_flags & SA_RESETHAND) != 0);
}

/* Sets the action that the program wants of another shared signal. */
static int change_named(int number, const struct sigaction *action)
{
    struct sigaction ours = *action;

    note(number, action);
    if (action->sa_handler == SIG_DFL)
        return set_ours(number) ? 0 : (int)gm_as_libc(-EPERM);
    if (needs_front(number, action)) {
        ours.sa_flags = (int)(((unsigned)ours.sa_flags | SA_SIGINFO) & ~(unsigned)SA_RESETHAND);
        ours.sa_sigaction = gm_linux.shared[number].in_front;
    }
    return change_other(number, &ours, NULL);
}

/* Returns true if the signal is shared. SIGPROF is not if the program has it from the kernel
 * (syscall), or before the start. */
static bool is_shared(int number)
{
    return is_signal(number) && gm_linux.shared[number].handler != 0;
}

static int change(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction before;

    if (!is_shared(number))
        return change_other(number, action, old);
    if (next_sigaction(number, NULL, &before) != 0)
        return -1;
    bool is_hidden = is_ours(number, &before); /* our handler must not be shown to the program */
    show(&before.sa_mask);
    if (is_hidden)
        before = gm_linux.shared[number].given;
    if (action != NULL && gm_process() != gm.pid) {
        if (!(is_hidden && action->sa_handler == SIG_DFL) && next_sigaction(number, action, NULL))
            return -1;
    } else if (action != NULL) {
        if ((number != SIGPROF ? change_named(number, action)
             : is_hidden       ? change_behind(action)
                               : next_sigaction(number, action, NULL)) != 0)
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
    if (number == SIGPROF || next == NULL || is_shared(number))
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
    const long c[7] = {SYS_rt_sigprocmask, how, set != NULL ? (long)&mask : 0, (long)&was,
                       sizeof was};
    long result = gm_call_of_program(c);
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
    struct gm_kernel_action now;

    if (stack != NULL && stack->ss_size < (frame != 0 ? frame : USUAL) + OURS &&
        (stack->ss_flags & SS_DISABLE) == 0) {
        gm_linux.sigprof.has_small_stack = true;
        gm_linux.sigprof.by_libc.flags &= ~(unsigned)SA_ONSTACK;
        if (gm_linux.can_sample && kernel_action(SIGPROF, NULL, &now) == 0) {
            now.flags -= now.flags & SA_ONSTACK;
            kernel_action(SIGPROF, &now, NULL);
        }
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

/* Opens SIGPROF for ticks in a handler of the program's, and blocks the stand-in unless the handler
 * is to be interrupted by itself. If the handler is left by a jump, the mask stays so. */
static void open_in_handler(bool is_blocked)
{
    struct gm_signal_set ticks = {{0}}, stand_in = {{0}};

    gm_set_add(&ticks, SIGPROF);
    gm_set_add(&stand_in, STAND_IN);
    if (is_blocked) {
        atomic_store(&gm_linux.sigprof.is_blocked, true);
        gm_change_mask(SIG_BLOCK, &stand_in, NULL);
    }
    if (!is_blocked || gm_linux.can_sample)
        gm_change_mask(SIG_UNBLOCK, &ticks, NULL);
}

/* Calls the program's handler with all three arguments, which the kernel passes to any handler. */
__attribute__((noinline)) void gm_hand_over(int number, siginfo_t *info, void *context)
{
    const struct sigaction given = gm_linux.shared[number].given;

    if (((unsigned)given.sa_flags & SA_RESETHAND) != 0) {
        gm_linux.shared[number].given.sa_handler = SIG_DFL;
        set_ours(number);
    }
    if (number == SIGPROF)
        open_in_handler(((unsigned)given.sa_flags & SA_NODEFER) == 0);
    given.sa_sigaction(number, info, context);
}

/* Calls the program's handler of SIGPROF, and notes that the thread is in it. */
static __attribute__((noinline)) void hand_over_profiled(siginfo_t *info, void *context)
{
    struct gm_thread *t = gm_thread_in_tick();
    uintptr_t before = t != NULL ? t->handing_over : 0;

    if (t != NULL)
        t->handing_over = (uintptr_t)__builtin_frame_address(0);
    gm_hand_over(SIGPROF, info, context);
    if (t != NULL)
        t->handing_over = before;
}

/* Returns true if the thread is in a handler of SIGPROF of the program's, which it has not left by
 * a jump: then the frame that called the handler is above. */
static bool is_in_handler(void)
{
    const struct gm_thread *t = gm_thread_in_tick();

    return t != NULL && (uintptr_t)__builtin_frame_address(0) < t->handing_over;
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

/* Handles a SIGPROF that no timer of ours has sent. If the thread has asked to block it, sampling
 * ends, unless that is for the time of a handler alone. In sigsuspend() and similar calls, the
 * context has the mask from before the call, and this handler runs with the mask of the call. If
 * only the latter has the stand-in, the program itself blocks that signal, with all signals but
 * SIGPROF. A child of vfork has our memory, but none of our timers. */
void gm_sigprof_foreign(siginfo_t *info, void *context)
{
    struct gm_signal_set *mask =
        (struct gm_signal_set *)(void *)&((ucontext_t *)context)->uc_sigmask;
    struct gm_signal_set now = *mask;
    int process = gm_process();

    gm_change_mask(SIG_BLOCK, NULL, &now);
    if (gm_set_has(&now, STAND_IN) && gm_set_has(mask, STAND_IN) && !gm_set_has(mask, SIGPROF)) {
        if (process == gm.pid && !atomic_load(&gm_linux.sigprof.is_given) && !is_in_handler())
            give_away(true);
        gm_set_add(mask, SIGPROF);
        gm_change_mask(SIG_BLOCK, mask, NULL); /* here, too: SA_NODEFER may have opened it */
        send_on(process, info);
    } else if (gm_linux.shared[SIGPROF].given.sa_handler == SIG_DFL) {
        die(process, info);
    } else if (gm_linux.shared[SIGPROF].given.sa_handler != SIG_IGN) {
        hand_over_profiled(info, context);
    }
}
