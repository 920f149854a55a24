/* own_thread.c - makes a thread of the runtime's own, which the program does not meet
 *
 * The thread is made by clone, so libc knows nothing of it. All of its signals are blocked. It
 * calls nothing of libc. It has no thread-local storage of its own, so it uses none. It can have
 * its own table of descriptors, so that the program's numbers stay as they are.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>

/* Waits without FUTEX_PRIVATE_FLAG, because the kernel wakes without that flag when a thread has
 * ended. */
void gm_own_thread_wait(_Atomic int *thread)
{
    int number;

    while ((number = atomic_load(thread)) != 0)
        gm_call(SYS_futex, (long)thread, FUTEX_WAIT, number, 0, 0, 0);
}

/* Closes all descriptors. Descriptor 0 becomes the directory that lists them, and gm_next_task()
 * skips it. */
static bool close_all(char *buffer, long size)
{
    struct gm_tasks list = {.buffer = buffer, .size = size};
    char path[64];
    int number;

    gm_call(SYS_close, 0, 0, 0, 0, 0, 0);
    gm_text(path, sizeof path, "/proc/self/task/%u/fd", (uint64_t)gm_thread_number());
    list.fd = gm_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_DIRECTORY, 0, 0, 0);
    if (list.fd != 0)
        return false;
    while ((number = gm_next_task(&list)) != 0)
        gm_call(SYS_close, number, 0, 0, 0, 0, 0);
    gm_call(SYS_close, 0, 0, 0, 0, 0, 0);
    return true;
}

/* Gives the thread its table. close_range, of Linux 5.9, copies nothing. Before that, the kernel
 * makes a copy, whose descriptors are closed at once. */
bool gm_own_descriptors(char *buffer, long size)
{
#ifdef SYS_close_range
    enum { UNSHARE = 2 }; /* CLOSE_RANGE_UNSHARE */

    if (gm_call(SYS_close_range, 0, (long)~0U, UNSHARE, 0, 0, 0) == 0)
        return true;
#endif
    return gm_call(SYS_unshare, CLONE_FILES, 0, 0, 0, 0, 0) == 0 && close_all(buffer, size);
}

_Noreturn void gm_own_thread_end(int status)
{
    for (;;)
        gm_syscall(SYS_exit, status, 0, 0, 0, 0, 0);
}
