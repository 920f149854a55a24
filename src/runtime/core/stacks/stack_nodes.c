/* stack_nodes.c - stores the nodes of all threads' trees of call stacks
 *
 * The leaves without a tree share a hash table in the first chunks, without locks. The thread that
 * changes a free place's module from 0 to GM_STACK_BUSY fills the place. Other threads take the
 * next place meanwhile, because the dump adds up leaves that are there twice.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/stacks/stack_nodes.h"
#include "gmon_stacks.h"
#include "runtime/arch/target.h"
#include "runtime/core/os.h"
#include GM_MACHINE_HEADER

enum {
    MOST_THREADS = 8192, /* threads with chunks, which may be nearly empty */
    LEAVES = GM_LEAF_CHUNKS * GM_CHUNK_NODES,
    FIRST_LEAF = GM_STACK_ANY_LEAF + 1,
    LEAF_REACH = 64, /* number of places in which a leaf may be */
    READ_TRIES = 1000
};

static void set_node(struct gm_stack_node *node, uint32_t parent, uint32_t module, uint64_t key)
{
    node->parent = parent;
    node->key = key;
    atomic_store_explicit(&node->module, module, memory_order_release);
}

static void set_leaves(struct gm_stacks *s, struct gm_stack_chunk *chunk)
{
    for (uint32_t i = 0; i < GM_LEAF_CHUNKS; i++) {
        atomic_store(&s->place[i].chunk, chunk + i);
        atomic_store(&s->place[i].used, GM_CHUNK_NODES);
    }
    set_node(gm_stack_node(s, GM_STACK_LEAVES), GM_STACK_ROOT, 0, GSTACK_NO_MEMORY);
    set_node(gm_stack_node(s, GM_STACK_ANY_LEAF), GM_STACK_LEAVES, GM_OBJECT_ANONYMOUS + 1, 0);
    atomic_store(&s->chunks, GM_LEAF_CHUNKS);
}

/* Returns the bytes of the state with so many places; the chunks of leaves lie behind it. */
static size_t bytes_of(uint32_t places)
{
    size_t bytes = sizeof(struct gm_stacks) + places * sizeof(struct gm_stack_place);

    return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

enum { LEAF_BYTES = GM_LEAF_CHUNKS * sizeof(struct gm_stack_chunk) };

struct gm_stacks *gm_stacks_new(unsigned depth, uint32_t most_nodes)
{
    uint32_t places = GM_LEAF_CHUNKS + most_nodes / GM_CHUNK_NODES + 1 + MOST_THREADS;
    struct gm_stacks *s = gm_map(bytes_of(places) + LEAF_BYTES);

    if (s == NULL)
        return NULL;
    gm_keep_from_forks(s, bytes_of(places) + LEAF_BYTES);
    s->depth = depth;
    s->most_nodes = most_nodes;
    s->places = places;
    set_leaves(s, (void *)((char *)s + bytes_of(places)));
    return s;
}

void gm_stacks_free(struct gm_stacks *s)
{
    gm_unmap(s, bytes_of(s->places) + LEAF_BYTES);
}

/* ---- nodes of trees ------------------------------------------------------------------------- */

bool gm_stack_reserve(struct gm_stacks *s, uint32_t n)
{
    uint32_t before = atomic_load_explicit(&s->nodes, memory_order_relaxed);

    do {
        if (n > s->most_nodes - before) {
            atomic_store_explicit(&s->is_full, true, memory_order_relaxed);
            return false;
        }
    } while (!atomic_compare_exchange_weak_explicit(&s->nodes, &before, before + n,
                                                    memory_order_relaxed, memory_order_relaxed));
    return true;
}

uint32_t gm_stack_chunk(struct gm_stacks *s)
{
    struct gm_stack_chunk *c = gm_map(sizeof *c);

    if (c == NULL)
        return 0;
    gm_keep_from_forks(c, sizeof *c);
    uint32_t place = atomic_load_explicit(&s->chunks, memory_order_relaxed);
    do {
        if (place == s->places) {
            gm_unmap(c, sizeof *c);
            return 0;
        }
    } while (!atomic_compare_exchange_weak_explicit(&s->chunks, &place, place + 1,
                                                    memory_order_relaxed, memory_order_relaxed));
    atomic_store_explicit(&s->place[place].chunk, c, memory_order_release);
    return place * GM_CHUNK_NODES;
}

void gm_stack_make(struct gm_stacks *s, uint32_t number, uint32_t parent, uint32_t module,
                   uint64_t key)
{
    set_node(gm_stack_node(s, number), parent, module, key);
    atomic_store_explicit(&s->place[number / GM_CHUNK_NODES].used, number % GM_CHUNK_NODES + 1,
                          memory_order_release);
}

/* ---- counts --------------------------------------------------------------------------------- */

/* Adds so that nothing is lost if another thread adds or subtracts meanwhile. */
static void add_counts(struct gm_stack_counts *c, struct gm_stack_counts more)
{
    gm_add_shared(&c->squares, more.squares);
    gm_add_shared(&c->ticks, more.ticks);
    gm_add_shared(&c->signals, more.signals);
}

void gm_stack_count(struct gm_stacks *s, uint32_t number, uint64_t n)
{
    _Atomic uint32_t *writes = &s->place[number / GM_CHUNK_NODES].writes;
    struct gm_stack_counts *c = &gm_stack_node(s, number)->counts;
    uint32_t before = atomic_load_explicit(writes, memory_order_relaxed);

    atomic_store_explicit(writes, before + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    add_counts(c, (struct gm_stack_counts){1, n, n * n});
    atomic_store_explicit(writes, before + 2, memory_order_release);
}

static uint32_t leaf_place(struct gm_stacks *s, uint32_t module, uint64_t key)
{
    uint64_t hash = (key ^ (uint64_t)module << 48) * UINT64_C(0x9E3779B97F4A7C15) >> 32;

    for (uint32_t i = 0; i < LEAF_REACH; i++) {
        uint32_t number = FIRST_LEAF + (uint32_t)((hash + i) % (LEAVES - FIRST_LEAF));
        struct gm_stack_node *node = gm_stack_node(s, number);
        uint32_t there = atomic_load_explicit(&node->module, memory_order_acquire);
        if (there == 0 && atomic_compare_exchange_strong(&node->module, &there, GM_STACK_BUSY)) {
            set_node(node, GM_STACK_LEAVES, module, key);
            return number;
        }
        if (there == module && node->key == key)
            return number;
    }
    return GM_STACK_ANY_LEAF;
}

void gm_stack_count_leaf(struct gm_stacks *s, uint32_t module, uint64_t key, uint64_t n)
{
    struct gm_stack_counts *c = &gm_stack_node(s, leaf_place(s, module, key))->counts;

    if (!atomic_load_explicit(&s->has_leaves, memory_order_relaxed))
        atomic_store(&s->has_leaves, true);
    add_counts(c, (struct gm_stack_counts){1, n, n * n});
}

/* Reads the counts of a node. A sample that comes meanwhile is read as a whole or not at all. There
 * are two exceptions: its thread has to wait for the processor just then, or it is a leaf without a
 * tree, which may have ticks but not yet its signal. */
struct gm_stack_counts gm_stack_counts_of(struct gm_stacks *s, uint32_t number)
{
    _Atomic uint32_t *writes = &s->place[number / GM_CHUNK_NODES].writes;
    const struct gm_stack_counts *from = &gm_stack_node(s, number)->counts;
    struct gm_stack_counts c;

    for (int tries = 0; tries < READ_TRIES; tries++) {
        uint32_t before = atomic_load_explicit(writes, memory_order_acquire);
        c.signals = gm_load(&from->signals);
        c.ticks = gm_load(&from->ticks);
        c.squares = gm_load(&from->squares);
        atomic_thread_fence(memory_order_acquire);
        if (before % 2 == 0 && atomic_load_explicit(writes, memory_order_relaxed) == before)
            break;
    }
    return c;
}

uint32_t gm_stack_chunk_used(struct gm_stacks *s, uint32_t place)
{
    struct gm_stack_place *p = &s->place[place];

    if (atomic_load_explicit(&p->chunk, memory_order_acquire) == NULL)
        return 0;
    if (place < GM_LEAF_CHUNKS && !atomic_load(&s->has_leaves))
        return place == 0 ? FIRST_LEAF : 0;
    return atomic_load_explicit(&p->used, memory_order_acquire);
}

static void forget_chunk(struct gm_stacks *s, uint32_t place)
{
    struct gm_stack_chunk *c = atomic_load_explicit(&s->place[place].chunk, memory_order_acquire);
    uint32_t used = gm_stack_chunk_used(s, place);

    for (uint32_t i = 0; i < used; i++) {
        struct gm_stack_counts now = gm_stack_counts_of(s, place * GM_CHUNK_NODES + i);
        if (now.signals != 0) /* other pages stay untouched */
            add_counts(&c->node[i].counts,
                       (struct gm_stack_counts){-now.signals, -now.ticks, -now.squares});
    }
}

void gm_stack_nodes_forget(struct gm_stacks *s)
{
    uint32_t chunks = atomic_load(&s->chunks);

    for (uint32_t i = 0; i < chunks; i++)
        forget_chunk(s, i);
    atomic_store(&s->signals, 0);
}
