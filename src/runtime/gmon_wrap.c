/* gmon_wrap.c - functions of libc that the runtime replaces
 *
 * Role: _exit writes the profile first; signal masks leave SIGPROF alone, so that the time of
 * threads which block all signals is seen, too. They do the rest of the job themselves, by
 * system calls, so nothing has to be found in libc, and static programs work as well.
 * dlclose first saves what the library counted, then calls the real one. A static program has no
 * other one: there libraries stay, as they may.
 * daemon() of libc ends its first process by a way around _exit; ours does not.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

GM_WEAK _Noreturn void _exit(int status)
{
    gm_finish();
    for (;;)
        gm_syscall(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

GM_WEAK _Noreturn void _Exit(int status)
{
    _exit(status);
}

GM_WEAK int daemon(int stay, int keep_files)
{
    pid_t child = fork();

    if (child < 0)
        return -1;
    if (child > 0)
        _exit(0);
    if (setsid() < 0 || (!stay && chdir("/") < 0))
        return -1;
    if (keep_files)
        return 0;
    int fd = open("/dev/null", O_RDWR | O_NOFOLLOW);
    if (fd < 0)
        return -1;
    for (int i = 0; i <= 2; i++)
        if (dup2(fd, i) < 0)
            return -1;
    if (fd > 2)
        close(fd);
    return 0;
}

#pragma weak dlsym

GM_WEAK int dlclose(void *library)
{
    void *(*volatile look_up)(void *restrict, const char *restrict) = dlsym;
    int (*real)(void *) = NULL;

    if (look_up != NULL)
        *(void **)&real = look_up(RTLD_NEXT, "dlclose");
    if (real == NULL)
        return 0;
    gm_look_at_modules();
    int result = real(library);
    gm_look_at_modules();
    return result;
}

/* glibc keeps two signals below SIGRTMIN for itself and lets no program block them. */
static uint64_t allowed(uint64_t mask)
{
    uint64_t own = (UINT64_C(1) << (__SIGRTMIN - 1)) | (UINT64_C(1) << __SIGRTMIN);

    if (gm.can_sample)
        own |= UINT64_C(1) << (SIGPROF - 1);
    return mask & ~own;
}

static int change_mask(int how, const sigset_t *set, sigset_t *old)
{
    uint64_t mask = 0;
    uint64_t was = 0;

    if (set != NULL)
        mask = *(const uint64_t *)(const void *)set;
    if (how != SIG_UNBLOCK)
        mask = allowed(mask);
    long result =
        gm_syscall(SYS_rt_sigprocmask, how, set != NULL ? (long)&mask : 0, (long)&was, 8, 0, 0);
    if (result == 0 && old != NULL) {
        sigemptyset(old);
        *(uint64_t *)(void *)old = was;
    }
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
