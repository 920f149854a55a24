/* wrap_sandbox.c - wraps prctl and syscall, by which a program sets a seccomp filter
 *
 * These functions make the system call themselves, so nothing must be found in libc, and static
 * programs work as well.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/dump.h"
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { NO_ADDRESS = 4096 }; /* programs pass a lower address to ask if there is seccomp */

/* Sets a filter. The runtime finds out what the filter forbids before the kernel has it, because a
 * tick may come in between. The runtime's own thread may get the filter, too, at any moment. So
 * that thread ends first, and comes back if the filter lets it live. What is loaded may be
 * unreadable later, so it is read before. */
static long set_filter(const long c[7])
{
    gm_look_at_objects(gm.opt.stacks || gm_linux.wall);
    bool had_watch = gm_watch_end();
    struct gm_sandbox found;

    gm_sandbox_look(c, &found);
    if (gm_sandbox_forbids(&found, SYS_rt_sigreturn)) /* no handler may return */
        gm_sampling_end();
    gm_sandbox_enter(&found);
    long result = gm_call_of_program(c);
    if (had_watch)
        gm_watch_on();
    return result;
}

/* Returns the mode of seccomp that this call sets, or 0. seccomp() counts modes from 0. */
static long mode_of(const long c[7])
{
    if (c[0] == SYS_seccomp)
        return (int)c[1] + 1;
    return c[0] == SYS_prctl && (int)c[1] == PR_SET_SECCOMP ? c[2] : 0;
}

static long watch(const long c[7])
{
    long result, mode = mode_of(c);

    if (mode == SECCOMP_MODE_STRICT ||
        (mode == SECCOMP_MODE_FILTER && (unsigned long)c[3] >= NO_ADDRESS))
        result = set_filter(c);
    else {
        if (c[0] == SYS_rt_sigaction && c[2] != 0)
            gm_sigprof_changes((int)c[1]);
        bool is_exec = c[0] == SYS_execve || c[0] == SYS_execveat;
        struct gm_signal_set mask;
        if (c[0] == SYS_execve)
            gm_before_exec(&mask, gm_may_execute(AT_FDCWD, (const char *)c[1], 0));
        else if (is_exec)
            gm_before_exec(&mask, gm_may_execute((int)c[1], (const char *)c[2], c[5]));
        else if (c[0] == SYS_exit_group)
            gm_save(GM_END_SURE);
        result = gm_call_of_program(c);
        if (is_exec)
            gm_after_exec(&mask, 0);
    }
    return gm_as_libc(result);
}

GM_WEAK int prctl(int option, ...)
{
    long c[7] = {SYS_prctl, option};
    va_list list;

    va_start(list, option);
    for (int i = 2; i < 6; i++)
        c[i] = va_arg(list, long);
    va_end(list);
    return (int)watch(c);
}

GM_WEAK long syscall(long number, ...)
{
    long c[7] = {number};
    va_list list;

    va_start(list, number);
    for (int i = 1; i < 7; i++)
        c[i] = va_arg(list, long);
    va_end(list);
    return watch(c);
}
