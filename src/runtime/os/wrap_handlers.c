/* wrap_handlers.c - SIGPROF becomes the program's when it says what is to be done with it
 *
 * sigaction and its relatives. A program that gives SIGPROF a handler, ignores it or sets it to
 * SIG_DFL, as spawners do with every signal between fork and exec, is obeyed: first our timers end
 * in all threads and what they have sent already is dropped, then the program has its way. So no
 * tick kills it, and no handler of its own sees one. Our handler is never shown: the program reads
 * what it would read without us.
 *
 * A child of vfork or of a bare clone shares our memory or a copy of it, but has no timers: there
 * nothing ends. Calls by syscall() are seen (wrap_sandbox.c), an instruction of the program's own
 * is not. Only glibc's functions are wrapped: other C libraries have no second names for them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <stddef.h>

/* SIG_IGN first, as that drops the signals that wait in any thread; then what was before us. */
static void give_away(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN};

    gm_sampling_end();
    gm_sigaction(SIGPROF, &action, NULL);
    action.sa_handler = SIG_DFL;
    if (!gm_linux.was_ignored)
        gm_sigaction(SIGPROF, &action, NULL);
}

void gm_handler_changes(int number)
{
    struct sigaction now;

    if (number == SIGPROF && !atomic_load(&gm_linux.is_given) && gm_process() == gm.pid &&
        gm_sigaction(number, NULL, &now) == 0 && gm_is_tick_handler(&now))
        give_away();
}

#ifdef __GLIBC__

typedef void handler(int);

static int change(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction before;

    if (number != SIGPROF)
        return gm_sigaction(number, action, old);
    if (gm_sigaction(number, NULL, &before) != 0)
        return -1;
    if (gm_is_tick_handler(&before)) {
        before = (struct sigaction){.sa_handler = gm_linux.was_ignored ? SIG_IGN : SIG_DFL};
        if (action != NULL)
            gm_handler_changes(number);
    }
    if (action != NULL && gm_sigaction(number, action, NULL) != 0)
        return -1;
    if (old != NULL)
        *old = before;
    return 0;
}

static handler *set(int number, handler *function, int flags, bool blocks_itself)
{
    struct sigaction action = {.sa_handler = function, .sa_flags = flags};
    struct sigaction old;

    if (function == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    sigemptyset(&action.sa_mask);
    if (blocks_itself && sigaddset(&action.sa_mask, number) != 0)
        return SIG_ERR;
    return change(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* ---- what programs call --------------------------------------------------------------------- */

GM_WEAK int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    return change(number, action, old);
}

/* libc's knows what siginterrupt has said. */
GM_WEAK handler *signal(int number, handler *function)
{
    if (number == SIGPROF)
        return set(number, function, SA_RESTART, true);
    return gm_signal(number, function);
}

extern handler *bsd_signal(int, handler *);
GM_WEAK handler *bsd_signal(int number, handler *function)
{
    return signal(number, function);
}

/* `signal` in programs that ask for X/Open alone. */
extern handler *__sysv_signal(int, handler *);
GM_WEAK handler *__sysv_signal(int number, handler *function)
{
    return set(number, function, (int)((unsigned)SA_RESETHAND | SA_NODEFER), false);
}

GM_WEAK handler *sysv_signal(int number, handler *function)
{
    return __sysv_signal(number, function);
}

/* Solaris' way; SIG_HOLD blocks. */
GM_WEAK handler *sigset(int number, handler *function)
{
    sigset_t one, before;
    struct sigaction old;

    sigemptyset(&one);
    if (sigaddset(&one, number) != 0 || function == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    bool holds = function == SIG_HOLD;
    if (sigprocmask(holds ? SIG_BLOCK : SIG_UNBLOCK, &one, &before) != 0)
        return SIG_ERR;
    struct sigaction action = {.sa_handler = function};
    sigemptyset(&action.sa_mask);
    if (change(number, holds ? NULL : &action, &old) != 0)
        return SIG_ERR;
    return sigismember(&before, number) == 1 ? SIG_HOLD : old.sa_handler;
}

GM_WEAK int sigignore(int number)
{
    return set(number, SIG_IGN, 0, false) == SIG_ERR ? -1 : 0;
}

#endif
