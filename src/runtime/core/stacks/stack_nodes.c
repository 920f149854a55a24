/* stack_nodes.c - stores the nodes of all threads' trees of call stacks
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
    MOST_LEAVES = 8192,  /* nodes for leaves alone, beyond those that the user allows */
    FIRST_NODES = GM_STACK_LOST_LEAF + 1,
    READ_TRIES = 1000
};

static void set_node(struct gm_stack_node *node, uint32_t parent, uint32_t module, uint64_t key)
{
    node->parent = parent;
    node->key = key;
    node->module = module;
}

static size_t bytes_of(uint32_t places)
{
    return sizeof(struct gm_stacks) + places * sizeof(struct gm_stack_place);
}

struct gm_stacks *gm_stacks_new(unsigned depth, uint32_t most_nodes)
{
    uint32_t places = 2 + (most_nodes + MOST_LEAVES) / GM_CHUNK_NODES + MOST_THREADS;
    struct gm_stacks *s = gm_map(bytes_of(places));

    if (s == NULL)
        return NULL;
    gm_keep_from_forks(s, bytes_of(places));
    s->depth = depth;
    s->most_nodes = most_nodes;
    s->places = places;
    atomic_store(&s->chunks, 1);
    atomic_store(&s->place[0].chunk, &s->first);
    atomic_store(&s->place[0].used, FIRST_NODES);
    set_node(gm_stack_node(s, GM_STACK_LOST), GM_STACK_ROOT, 0, GSTACK_NO_MEMORY);
    set_node(gm_stack_node(s, GM_STACK_LOST_LEAF), GM_STACK_LOST, GM_OBJECT_ANONYMOUS + 1, 0);
    return s;
}

void gm_stacks_free(struct gm_stacks *s)
{
    gm_unmap(s, bytes_of(s->places));
}

/* ---- nodes of trees ------------------------------------------------------------------------- */

uint32_t gm_stack_share(const struct gm_stacks *s)
{
    uint32_t used = atomic_load_explicit(&s->nodes, memory_order_relaxed);
    uint32_t most = s->most_nodes, left = used < most ? most - used : 0;
    uint64_t share = (uint64_t)left * 2 * s->depth / most;

    return (uint32_t)(share * (left > most / 10 ? left : most / 10) / most);
}

bool gm_stack_reserve(struct gm_stacks *s, uint32_t n, bool is_leaf)
{
    uint32_t before = atomic_load_explicit(&s->nodes, memory_order_relaxed);
    uint32_t most = s->most_nodes + (is_leaf ? MOST_LEAVES : 0);

    do {
        if (before + n > most) {
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

void gm_stack_count_lost(struct gm_stacks *s, uint64_t n)
{
    add_counts(&gm_stack_node(s, GM_STACK_LOST_LEAF)->counts,
               (struct gm_stack_counts){1, n, n * n});
}

/* Reads the counts of a node. A sample that comes meanwhile is read as a whole or not at all. There
 * are two exceptions: its thread has to wait for the processor just then, or it is a lost sample,
 * which may have ticks but not yet its signal. */
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
    uint32_t chunks = s != NULL ? atomic_load(&s->chunks) : 0;

    for (uint32_t i = 0; i < chunks; i++)
        forget_chunk(s, i);
    if (s != NULL)
        atomic_store(&s->signals, 0);
}
