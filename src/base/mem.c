/* mem - allocation with checked sizes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *mem_alloc(struct diag *d, size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);

    if (!p)
        diag_no_memory(d, size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return p;
}

char *mem_copy_string(struct diag *d, const char *from, size_t bytes)
{
    char *p = bytes < SIZE_MAX ? malloc(bytes + 1) : NULL;

    if (!p) {
        diag_no_memory(d, bytes);
        return NULL;
    }
    if (bytes)
        memcpy(p, from, bytes);
    p[bytes] = '\0';
    return p;
}

void *mem_grow(struct diag *d, void *old, size_t *cap, size_t need, size_t size)
{
    size_t room = *cap < 16 ? 16 : *cap;
    void *p = NULL;

    if (old && need <= *cap)
        return old;
    while (room < need && room <= SIZE_MAX / 2)
        room += room / 2 + 1;
    if (room < need)
        room = need;
    if (room <= SIZE_MAX / size)
        p = realloc(old, room * size);
    if (!p) {
        diag_no_memory(d, room <= SIZE_MAX / size ? room * size : SIZE_MAX);
        return NULL;
    }
    *cap = room;
    return p;
}
