/* objects.c - keeps the table of objects, and a map of the loaded ones by address
 *
 * The table is only added to. There are two maps. A new map is written over the older one, which is
 * no longer in use, and published by one pointer. If a reader's map is written over meanwhile, the
 * map's version tells the reader, which then looks again.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/objects.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"

enum { PATH_BYTES = 65536, READ_TRIES = 4 };

void *memcpy(void *restrict to, const void *restrict from, size_t size); /* memory.c */

/* The loaded objects, sorted by address. */
struct place {
    struct gm_span code;
    unsigned number;
};
struct map {
    _Atomic unsigned version; /* odd while the map is being written */
    _Atomic unsigned count;
    struct place place[GM_OBJECTS];
};

struct gm_objects {
    _Atomic unsigned count;
    _Atomic unsigned generation;
    struct map *_Atomic map;
    struct map maps[2];
    char *path; /* free room for path_left bytes of paths */
    size_t path_left;
    struct gm_object object[GM_OBJECTS];
};

static struct gm_objects *all(void)
{
    return atomic_load_explicit(&gm.objects, memory_order_acquire);
}

unsigned gm_object_count(void)
{
    return all() != NULL ? atomic_load_explicit(&all()->count, memory_order_acquire) : 0;
}

struct gm_object *gm_object(unsigned number)
{
    return &all()->object[number];
}

bool gm_is_library(const struct gm_object *o)
{
    return o->kind == GSTACK_LIBRARY && gm_base_name(o->path) != o->path &&
           !gm_is_own(o->code.begin);
}

unsigned gm_objects_generation(void)
{
    return all() != NULL ? atomic_load_explicit(&all()->generation, memory_order_acquire) : 0;
}

/* ---- look up -------------------------------------------------------------------------------- */

static unsigned search(const struct map *map, uintptr_t address)
{
    unsigned low = 0;
    unsigned count = atomic_load_explicit(&map->count, memory_order_relaxed);
    unsigned high = count;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (map->place[middle].code.end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || map->place[low].code.begin > address)
        return GM_OBJECT_ANONYMOUS;
    return map->place[low].number;
}

unsigned gm_object_at(uintptr_t address)
{
    const struct gm_objects *o = all();

    for (int tries = 0; o != NULL && tries < READ_TRIES; tries++) {
        const struct map *map = atomic_load_explicit(&o->map, memory_order_acquire);
        unsigned version = atomic_load_explicit(&map->version, memory_order_acquire);
        unsigned number = search(map, address);
        atomic_thread_fence(memory_order_acquire);
        if (version % 2 == 0 &&
            version == atomic_load_explicit(&map->version, memory_order_relaxed))
            return number;
    }
    return GM_OBJECT_ANONYMOUS;
}

/* ---- renewal -------------------------------------------------------------------------------- */

bool gm_objects_init(void)
{
    struct gm_objects *o = all();

    if (o != NULL)
        return true;
    o = gm_map(sizeof *o);
    if (o == NULL)
        return false;
    atomic_store_explicit(&o->map, &o->maps[0], memory_order_relaxed);
    atomic_store_explicit(&gm.objects, o, memory_order_release);
    return true;
}

static void insert(struct map *map, const struct gm_span *code, unsigned number)
{
    unsigned at = atomic_load_explicit(&map->count, memory_order_relaxed);

    atomic_store_explicit(&map->count, at + 1, memory_order_relaxed);
    for (; at > 0 && map->place[at - 1].code.begin > code->begin; at--)
        map->place[at] = map->place[at - 1];
    map->place[at] = (struct place){*code, number};
}

/* Makes a map of the loaded objects, and publishes it. */
static void publish(struct gm_objects *o)
{
    struct map *map = &o->maps[atomic_load(&o->map) == &o->maps[0]];
    unsigned count = atomic_load(&o->count);

    atomic_fetch_or(&map->version, 1);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&map->count, 0, memory_order_relaxed);
    for (unsigned i = 0; i < count; i++) {
        const struct gm_object *object = &o->object[i];
        if (atomic_load_explicit(&object->is_loaded, memory_order_relaxed))
            insert(map, &object->code, i);
    }
    atomic_fetch_add(&map->version, 1);
    atomic_store(&o->map, map);
    atomic_fetch_add(&o->generation, 1);
}

void gm_objects_begin(void)
{
    struct gm_objects *o = all();

    for (unsigned i = 0; i < atomic_load(&o->count); i++)
        o->object[i].is_seen = o->object[i].kind != GSTACK_LIBRARY; /* others stay */
}

void gm_objects_end(bool is_all)
{
    struct gm_objects *o = all();
    bool is_changed = false;

    for (unsigned i = 0; i < atomic_load(&o->count); i++) {
        struct gm_object *object = &o->object[i];
        if (atomic_load(&object->is_loaded) == object->is_seen || (!is_all && !object->is_seen))
            continue;
        is_changed = true;
        atomic_store(&object->is_loaded, object->is_seen);
    }
    if (is_changed)
        publish(o);
}

/* ---- one object ----------------------------------------------------------------------------- */

int gm_compare_ids(const struct gm_object *a, const struct gm_object *b)
{
    for (size_t i = 0; i < a->id_bytes && i < b->id_bytes; i++)
        if (a->id[i] != b->id[i])
            return a->id[i] - b->id[i];
    return (int)a->id_bytes - (int)b->id_bytes;
}

bool gm_is_same_code(const struct gm_object *a, const struct gm_object *b)
{
    return a->kind == b->kind && gm_compare_ids(a, b) == 0 &&
           a->code.end - a->code.begin == b->code.end - b->code.begin;
}

/* Returns the object if it has a number already. Loaded objects are found by address, so that a
 * renewal takes n log n if nothing has changed. */
static struct gm_object *find(struct gm_objects *o, const struct gm_object *found)
{
    unsigned count = atomic_load(&o->count);
    unsigned number = search(atomic_load(&o->map), found->code.begin);

    if (number < count && o->object[number].bias == found->bias &&
        gm_is_same_code(&o->object[number], found))
        return &o->object[number];
    for (unsigned i = 0; i < count; i++)
        if ((!atomic_load(&o->object[i].is_loaded) || o->object[i].bias == found->bias) &&
            !o->object[i].is_seen && gm_is_same_code(&o->object[i], found) &&
            gm_text_compare(o->object[i].path, found->path) == 0)
            return &o->object[i];
    return NULL;
}

/* Copies a path. Returns "" if there is no memory. */
static const char *keep_path(struct gm_objects *o, const char *path)
{
    size_t bytes = gm_text_until(path, 0) + 1;

    if (bytes > o->path_left) {
        size_t room = bytes > PATH_BYTES ? bytes : PATH_BYTES;
        char *more = gm_map(room);
        if (more == NULL)
            return "";
        o->path = more;
        o->path_left = room;
    }
    char *kept = memcpy(o->path, path, bytes);
    o->path += bytes;
    o->path_left -= bytes;
    return kept;
}

/* Notes that an object came back at another address: what was copied of it is still right. A walk
 * that uses the object meanwhile may go wrong, but reads only the same memory. */
static void move(struct gm_object *object, const struct gm_object *found)
{
    uintptr_t by = found->bias - object->bias;

    if (!object->may_go) { /* nothing was copied */
        object->pairs = 0;
        object->may_go = true;
    }
    object->code = found->code;
    object->bias = found->bias;
    object->dynamic = found->dynamic;
    object->moved -= by;
    object->table_base += by;
    object->index.begin += by;
    object->index.end += by;
    object->around_index.begin += by;
    object->around_index.end += by;
    atomic_store(&object->is_loaded, false);
}

bool gm_objects_see_again(uintptr_t bias, uintptr_t dynamic, unsigned *next)
{
    unsigned count = gm_object_count(), at = *next;

    for (unsigned tries = 0; tries < count; tries++, at++) {
        struct gm_object *o = gm_object(at %= count);
        if (o->bias != bias || (dynamic != 0 && o->dynamic != dynamic) ||
            !atomic_load(&o->is_loaded))
            continue;
        o->is_seen = true;
        *next = at + 1;
        return true;
    }
    return false;
}

struct gm_object *gm_objects_see(const struct gm_object *found)
{
    struct gm_objects *o = all();
    struct gm_object *object = find(o, found);
    unsigned count = atomic_load(&o->count);

    if (object == NULL && count == GM_OBJECTS)
        return NULL;
    if (object != NULL && object->init == 0) /* it was seen before it was relocated */
        object->init = found->init;
    if (object == NULL) {
        object = &o->object[count];
        *object = *found;
        object->path = keep_path(o, found->path);
        atomic_store(&o->count, count + 1);
    } else if (object->bias != found->bias) {
        move(object, found);
    } else {
        object->is_seen = true;
        return NULL;
    }
    object->is_seen = true;
    return object->pairs == 0 ? object : NULL;
}
