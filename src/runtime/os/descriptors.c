/* descriptors.c - keeps the runtime's descriptors apart from those of the program
 *
 * Role: a program may have closed 0, 1 or 2 and go on to read or write there, so the runtime uses
 * none of these numbers. A program may close all descriptors that it does not know, as closefrom()
 * does, and open files of its own, while the runtime has a file open. So the runtime checks what a
 * descriptor refers to before using it. A program may also fork at that moment: the child closes
 * the descriptors that are not its own.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <fcntl.h>

static long close_number(long fd)
{
    return gm_call(SYS_close, fd, 0, 0, 0, 0, 0);
}

/* Opens a file as descriptor 3 or higher. Descriptors of O_PATH hold the lower numbers meanwhile:
 * nothing can be read or written by them, so these numbers look closed. */
static long open_above(const char *path, long flags)
{
    long held = gm_call(SYS_openat, AT_FDCWD, (long)"/", O_PATH | O_CLOEXEC, 0, 0, 0);
    bool is_low = held >= 0 && held <= 2;

    if (held > 2)
        close_number(held);
    long fd = is_low ? open_above(path, flags)
                     : gm_call(SYS_openat, AT_FDCWD, (long)path, flags | O_CLOEXEC, 0666, 0, 0);
    if (is_low)
        close_number(held);
    return fd;
}

long gm_open(enum gm_use use, const char *path, long flags)
{
    struct gm_descriptor *d = &gm_linux.open[use];
    long fd = open_above(path, flags);

    if (fd < 0)
        return fd;
    d->is_known = gm_fstat(fd, &d->file) == 0;
    atomic_store(&d->number, (int)fd);
    return fd;
}

bool gm_is_open(enum gm_use use)
{
    const struct gm_descriptor *d = &gm_linux.open[use];
    struct gm_kernel_stat now;
    int fd = atomic_load(&d->number);

    return fd != 0 &&
           (!d->is_known || (gm_fstat(fd, &now) == 0 && gm_is_same_file(&now, &d->file)));
}

long gm_close(enum gm_use use)
{
    bool is_open = gm_is_open(use);
    int fd = atomic_load(&gm_linux.open[use].number);
    long error = is_open ? close_number(fd) : -EBADF;

    atomic_store(&gm_linux.open[use].number, 0);
    return error;
}

void gm_descriptors_after_fork(void)
{
    for (int use = 0; use < GM_USES; use++)
        gm_close((enum gm_use)use);
}

/* ---- numbers in a directory of the kernel's ------------------------------------------------- */

/* The structure that getdents64 fills in. */
struct directory_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

int gm_next_task(struct gm_tasks *list)
{
    for (;;) {
        if (list->at >= list->have) {
            list->at = 0;
            list->have = gm_call(SYS_getdents64, list->fd, (long)list->buffer, list->size, 0, 0, 0);
        }
        if (list->have <= 0)
            return 0;
        const struct directory_entry *e = (const void *)(list->buffer + list->at);
        list->at += e->length;
        int number = (int)gm_text_number(e->name);
        if (number != 0)
            return number;
    }
}
