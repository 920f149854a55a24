/* temporary - files to remove if the program ends at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/temporary.h"

#include <unistd.h>

static struct temporary *newest;

void temporary_begin(struct temporary *t, const char *path)
{
    *t = (struct temporary){.path = path, .next = newest};
    newest = t;
}

void temporary_end(struct temporary *t)
{
    struct temporary **at = &newest;

    while (*at && *at != t)
        at = &(*at)->next;
    if (*at)
        *at = t->next;
}

void temporary_remove_all(void)
{
    for (const struct temporary *t = newest; t; t = t->next)
        unlink(t->path);
}
