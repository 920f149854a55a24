/* task_list.c - which threads there are, as /proc/self/task has them
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

/* What getdents64 fills in. */
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
