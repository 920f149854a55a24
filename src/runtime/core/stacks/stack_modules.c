/* stack_modules.c - the objects of recorded stacks, as the file of stacks has them
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/stacks/stack_modules.h"
#include "runtime/core/sort.h"

static uint32_t slot_of(uint32_t object)
{
    return object < GM_OBJECTS ? object : GM_OBJECTS + (object - GM_OBJECT_ANONYMOUS);
}

static struct gm_stack_identity identity_of(uint32_t slot)
{
    if (slot >= GM_OBJECTS)
        return (struct gm_stack_identity){
            .kind = slot == GM_OBJECTS ? GSTACK_ANONYMOUS : GSTACK_PROFILER, .path = ""};
    const struct gm_object *o = gm_object(slot);
    return (struct gm_stack_identity){o->kind, o->id_bytes, o->id, o->path};
}

/* ---- order ---------------------------------------------------------------------------------- */

static int compare_ids(const struct gm_stack_identity *a, const struct gm_stack_identity *b)
{
    size_t i = 0;

    while (i < a->id_bytes && i < b->id_bytes && a->id[i] == b->id[i])
        i++;
    if (i < a->id_bytes && i < b->id_bytes)
        return a->id[i] < b->id[i] ? -1 : 1;
    return a->id_bytes == b->id_bytes ? 0 : a->id_bytes < b->id_bytes ? -1 : 1;
}

static int compare_paths(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

/* By kind, build-id, path, as the file wants it. is_same: they are one module. */
static int compare_modules(uint32_t slot_a, uint32_t slot_b, bool *is_same)
{
    struct gm_stack_identity a = identity_of(slot_a), b = identity_of(slot_b);
    int order = a.kind != b.kind ? a.kind - b.kind : compare_ids(&a, &b);

    *is_same = order == 0 && a.id_bytes != 0;
    if (order == 0) {
        order = compare_paths(a.path, b.path);
        *is_same |= order == 0;
    }
    return order;
}

static bool is_before(const uint32_t *a, const uint32_t *b)
{
    bool is_same;

    return compare_modules(*a, *b, &is_same) < 0;
}

GM_DEFINE_SORT(sort, uint32_t, is_before)

/* ---- numbers -------------------------------------------------------------------------------- */

void gm_stack_modules_clear(struct gm_stack_modules *m)
{
    for (uint32_t i = 0; i < GM_STACK_MODULES; i++)
        if (m->number[i] != 0) /* pages that were never used stay so */
            m->number[i] = 0;
    m->count = 0;
}

void gm_stack_modules_use(struct gm_stack_modules *m, uint32_t object)
{
    m->number[slot_of(object)] = 1;
}

/* The first one of those that are one module describes it. */
void gm_stack_modules_sort(struct gm_stack_modules *m)
{
    uint32_t used = 0;

    for (uint32_t i = 0; i < GM_STACK_MODULES; i++)
        if (m->number[i] != 0)
            m->object[used++] = i;
    sort(m->object, used);
    m->count = 0;
    for (uint32_t i = 0; i < used; i++) {
        uint32_t slot = m->object[i];
        bool is_same = false;
        if (m->count > 0)
            compare_modules(m->object[m->count - 1], slot, &is_same);
        if (!is_same)
            m->object[m->count++] = slot;
        m->number[slot] = m->count;
    }
}

uint32_t gm_stack_module_number(const struct gm_stack_modules *m, uint32_t object)
{
    return m->number[slot_of(object)];
}

struct gm_stack_identity gm_stack_module(const struct gm_stack_modules *m, uint32_t number)
{
    return identity_of(m->object[number - 1]);
}
