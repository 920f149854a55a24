/* descriptors.c - keeps the runtime's descriptors apart from those of the program
 *
 * Role: a program may have closed 0, 1 or 2 and go on to read or write there, so the runtime has
 * none of these numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>

/* Nothing can be read or written by a descriptor of O_PATH, so what holds the low numbers meanwhile
 * looks closed. */
long gm_open(const char *path, long flags)
{
    unsigned held = 0;
    long fd;

    while ((fd = gm_call(SYS_openat, AT_FDCWD, (long)"/", O_PATH | O_CLOEXEC, 0, 0, 0)) >= 0 &&
           fd <= 2)
        held |= 1U << fd;
    if (fd > 2)
        gm_close(fd);
    fd = gm_call(SYS_openat, AT_FDCWD, (long)path, flags | O_CLOEXEC, 0666, 0, 0);
    for (int i = 0; i <= 2; i++)
        if ((held >> i & 1) != 0)
            gm_close(i);
    return fd;
}

long gm_close(long fd)
{
    return gm_call(SYS_close, fd, 0, 0, 0, 0, 0);
}
