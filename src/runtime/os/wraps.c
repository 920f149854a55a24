/* wraps.c - wraps functions of libc: _exit, daemon, dlclose
 *
 * _exit and _Exit write the profile first, and then end the process themselves, by a system call.
 * daemon() of libc ends its first process without a call of our _exit; our daemon() ends that
 * process as our _exit does. dlclose saves the counts of the library first, and meanwhile no walk
 * of a stack reads memory that may be unloaded. A static program has no other dlclose: there
 * libraries stay loaded, which POSIX allows.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/dump.h"
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#pragma weak dlsym

/* Finds the functions of the library behind us, so that a sanitizer's library still has its turn.
 * They are found once, because between fork and exec a thread that is gone may hold the loader's
 * lock. */
void gm_find_next(void)
{
    void *(*volatile look_up)(void *restrict, const char *restrict) = dlsym;

    if (look_up == NULL)
        return;
    *(void **)&gm_linux.next.sigaction = look_up(RTLD_NEXT, "sigaction");
    *(void **)&gm_linux.next.signal = look_up(RTLD_NEXT, "signal");
    *(void **)&gm_linux.next.close = look_up(RTLD_NEXT, "dlclose");
    *(void **)&gm_linux.next.create = look_up(RTLD_NEXT, "pthread_create");
    *(void **)&gm_linux.next.execve = look_up(RTLD_NEXT, "execve");
    *(void **)&gm_linux.next.execvpe = look_up(RTLD_NEXT, "execvpe");
    *(void **)&gm_linux.next.fexecve = look_up(RTLD_NEXT, "fexecve");
}

/* Ends the process, or if a seccomp filter refuses that, the thread, as libc does. The name is not
 * _exit, which may be the program's own. */
static _Noreturn void leave(int status)
{
    gm_save(GM_END_SURE);
    for (;;) {
        gm_syscall(SYS_exit_group, status, 0, 0, 0, 0, 0);
        gm_syscall(SYS_exit, status, 0, 0, 0, 0, 0);
    }
}

GM_WEAK _Noreturn void _exit(int status)
{
    leave(status);
}

GM_WEAK __typeof__(_exit) _Exit __attribute__((alias("_exit")));

/* Makes a system call as a function of libc does. The program may have a function of that name. */
static int call(long number, long a, long b, long c)
{
    const long all[7] = {number, a, b, c};

    return (int)gm_as_libc(gm_call_of_program(all));
}

GM_WEAK int daemon(int stay, int keep_files)
{
    pid_t child = fork();

    if (child < 0)
        return -1;
    if (child > 0)
        leave(0);
    if (call(SYS_setsid, 0, 0, 0) < 0 || (!stay && call(SYS_chdir, (long)"/", 0, 0) < 0))
        return -1;
    if (keep_files)
        return 0;
    int fd = call(SYS_openat, AT_FDCWD, (long)"/dev/null", O_RDWR | O_NOFOLLOW);
    if (fd < 0)
        return -1;
    for (int i = 0; i <= 2; i++)
        if (i != fd && call(SYS_dup3, fd, i, 0) < 0)
            return -1;
    if (fd > 2)
        call(SYS_close, fd, 0, 0);
    return 0;
}

GM_WEAK int dlclose(void *library)
{
    if (gm_linux.next.close == NULL)
        gm_find_next();
    if (gm_linux.next.close == NULL)
        return 0;
    gm_look_at_objects(false);
    int result = gm_linux.next.close(library);
    gm_look_for_closed();
    return result;
}
