/* descriptors.c - a table of descriptors for the thread that looks where others wait
 *
 * Role: what that thread opens must not be seen by the program, and no file of the program may stay
 * open because of it. close_range, of Linux 5.9, copies nothing. Before that there is a copy for a
 * moment, of which all is closed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <sched.h>

/* 0 becomes the directory in which the others are listed, and which gm_next_task() passes over. */
static bool close_all(struct gm_watch *w)
{
    char path[64];
    int number;

    gm_call(SYS_close, 0, 0, 0, 0, 0, 0);
    gm_text(path, sizeof path, "/proc/self/task/%u/fd", (uint64_t)gm_thread_number());
    struct gm_tasks list = {.buffer = w->names, .size = sizeof w->names};
    list.fd = gm_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_DIRECTORY, 0, 0, 0);
    if (list.fd != 0)
        return false;
    while ((number = gm_next_task(&list)) != 0)
        gm_call(SYS_close, number, 0, 0, 0, 0, 0);
    gm_call(SYS_close, 0, 0, 0, 0, 0, 0);
    return true;
}

bool gm_leave_descriptors(struct gm_watch *w)
{
#ifdef SYS_close_range
    enum { UNSHARE = 2 }; /* CLOSE_RANGE_UNSHARE */

    if (gm_call(SYS_close_range, 0, (long)~0U, UNSHARE, 0, 0, 0) == 0)
        return true;
#endif
    return gm_call(SYS_unshare, CLONE_FILES, 0, 0, 0, 0, 0) == 0 && close_all(w);
}
