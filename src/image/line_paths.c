/* line_paths - names of source files, joined with the folder of the compiler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/line_paths.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *folder, const char *name, struct diag *d)
{
    size_t n = strlen(folder), size = strlen(name) + 1;
    char *path = mem_alloc(d, n + 1 + size, 1);

    if (!path)
        return NULL;
    memcpy(path, folder, n);
    path[n] = '/';
    memcpy(path + n + 1, name, size);
    return path;
}

const char *line_paths_join(struct line_paths *p, const char *folder, const char *name,
                            struct diag *d)
{
    uint32_t number = pair_map_find(&p->names, (uintptr_t)name, 0);
    char **joined, *path;

    if (number != PAIR_MAP_FAILED)
        return p->joined[number];
    joined = mem_grow(d, p->joined, &p->cap, p->names.n + 1, sizeof *joined);
    if (!joined)
        return NULL;
    p->joined = joined;
    path = join(folder, name, d);
    if (!path)
        return NULL;
    number = pair_map_add(&p->names, (uintptr_t)name, 0, d);
    if (number == PAIR_MAP_FAILED) {
        free(path);
        return NULL;
    }
    joined[number] = path;
    return path;
}

void line_paths_release(struct line_paths *p)
{
    for (size_t i = 0; i < p->names.n; i++)
        free(p->joined[i]);
    free(p->joined);
    pair_map_release(&p->names);
}
