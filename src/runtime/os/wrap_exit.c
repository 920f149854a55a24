/* wrap_exit.c - _exit and _Exit write the profile first; daemon
 *
 * They do the rest of the job themselves, by a system call, so nothing has to be found in libc,
 * and static programs work as well. daemon() of libc ends its first process by a way around
 * _exit; ours does not.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/dump.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

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
