/* wrap_signals.c - signal masks leave SIGPROF alone
 *
 * So the time of threads which block all signals is seen, too. That the program has asked for it is
 * noted (foreign_signal.c). Nothing is called in libc, and
 * static programs work as well.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <stddef.h>

/* Signals that libc keeps for itself, cancelling threads with one of them, and lets no program
 * block: glibc the first two real-time signals, musl three. */
#ifdef __GLIBC__
enum { LIBC_FIRST = 32, LIBC_LAST = 33 };
#else
enum { LIBC_FIRST = 32, LIBC_LAST = 34 };
#endif

_Static_assert(sizeof(sigset_t) >= sizeof(struct gm_signal_set), "a sigset_t begins with a set");

static struct gm_signal_set from_libc(const sigset_t *from)
{
    struct gm_signal_set set;

    __builtin_memcpy(&set, from, sizeof set);
    return set;
}

static void to_libc(sigset_t *to, struct gm_signal_set set)
{
    sigemptyset(to);
    __builtin_memcpy(to, &set, sizeof set);
}

static void allow_needed(struct gm_signal_set *set)
{
    for (int i = LIBC_FIRST; i <= LIBC_LAST; i++)
        gm_set_remove(set, i);
    if (!gm_linux.can_sample || !gm_set_has(set, SIGPROF))
        return;
    gm_set_remove(set, SIGPROF);
    atomic_store_explicit(&gm_linux.is_blocked, true, memory_order_relaxed);
}

/* Returns 0 or an errno value. */
static int change_mask(int how, const sigset_t *set, sigset_t *old)
{
    struct gm_signal_set mask = {{0}};
    struct gm_signal_set was = {{0}};

    if (set != NULL)
        mask = from_libc(set);
    if (how != SIG_UNBLOCK)
        allow_needed(&mask);
    long result = gm_change_mask(how, set != NULL ? &mask : NULL, &was);
    if (result == 0 && old != NULL)
        to_libc(old, was);
    return (int)-result;
}

GM_WEAK int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return change_mask(how, set, old);
}

GM_WEAK int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    int error = change_mask(how, set, old);

    if (error == 0)
        return 0;
    errno = error;
    return -1;
}
