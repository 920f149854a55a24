/* modules.c - the list of loaded libraries
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/modules.h"
#include "runtime/core/os.h"

static size_t bytes_of(size_t room)
{
    return sizeof(struct gm_modules) + room * sizeof(struct gm_module);
}

struct gm_modules *gm_modules_new(size_t room)
{
    struct gm_modules *list = gm_map(bytes_of(room));

    if (list != NULL)
        list->room = room;
    return list;
}

void gm_modules_free(struct gm_modules *list)
{
    if (list != NULL)
        gm_unmap(list, bytes_of(list->room));
}

/* A list of twice the size. */
static struct gm_modules *grown(struct gm_modules *list)
{
    struct gm_modules *more = gm_modules_new(list->room * 2);

    for (size_t i = 0; more != NULL && i < list->count; i++)
        more->module[more->count++] = list->module[i];
    gm_modules_free(list);
    return more;
}

struct gm_modules *gm_modules_add(struct gm_modules *list, const struct gm_module *m)
{
    if (list != NULL && list->count == list->room)
        list = grown(list);
    if (list == NULL)
        return NULL;
    size_t i = list->count++;
    for (; i > 0 && list->module[i - 1].code > m->code; i--)
        list->module[i] = list->module[i - 1];
    list->module[i] = *m;
    return list;
}

const struct gm_module *gm_module_of(const struct gm_modules *list, uintptr_t address)
{
    size_t low = 0;
    size_t high = list != NULL ? list->count : 0;

    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list->module[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (list == NULL || low == list->count || list->module[low].code > address)
        return NULL;
    return &list->module[low];
}

bool gm_modules_have(const struct gm_modules *list, const struct gm_module *m)
{
    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (list->module[i].code == m->code && list->module[i].bias == m->bias &&
            list->module[i].end == m->end)
            return true;
    return false;
}
