/* call_stacks.c - samples call stacks, unless GMON_STACKS=0, into a tree of each thread
 *
 * A stack is looked up from the outermost function on, one node after the other. The missing nodes
 * are made, all of them or none. A stack that would take too much of the room is cut, and looked up
 * again. If an index is full, one of twice the size replaces it: only the owner reads an index, so
 * the old one is freed at once.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/stacks/call_stacks.h"
#include "runtime/core/os.h"
#include "runtime/core/stacks/stack_nodes.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"

enum {
    FIRST_PLACES = 512, /* so that a tree and its first index are a page of memory */
    SHORT = 8, /* nodes that a stack may have in any case: 5 functions and what marks a cut */
    MOST_STARTING = 5, /* frames of the C library that begin a thread, at most */
    ENTRY_BYTES = 64   /* bytes of code at the program's entry point */
};

static size_t index_bytes(uint32_t mask)
{
    return sizeof(struct gm_stack_index) + ((size_t)mask + 1) * sizeof(uint32_t);
}

struct gm_stack_tree *gm_stack_tree_new(unsigned depth)
{
    struct gm_stack_tree *tree = gm_map(sizeof *tree + index_bytes(FIRST_PLACES - 1));

    if (tree == NULL)
        return NULL;
    tree->depth = depth;
    tree->index = (struct gm_stack_index *)(tree + 1);
    tree->index->mask = FIRST_PLACES - 1;
    return tree;
}

/* ---- the index ------------------------------------------------------------------------------ */

static uint32_t home_of(uint32_t parent, uint32_t module, uint64_t key)
{
    uint64_t hash = (key ^ (uint64_t)module << 48) * UINT64_C(0x9E3779B97F4A7C15);

    hash = (hash ^ hash >> 32 ^ parent) * UINT64_C(0xD1342543DE82EF95);
    return (uint32_t)(hash >> 32);
}

static uint32_t *place_of(struct gm_stacks *s, struct gm_stack_index *index, uint32_t parent,
                          uint32_t module, uint64_t key)
{
    for (uint32_t i = home_of(parent, module, key);; i++) {
        uint32_t *place = &index->number[i & index->mask];
        if (*place == 0)
            return place;
        const struct gm_stack_node *node = gm_stack_node(s, *place);
        if (node->parent == parent && node->key == key && node->module == module)
            return place;
    }
}

/* Makes room for n more nodes in the index. Returns false if there is no memory. */
static __attribute__((noinline)) bool make_room(struct gm_stacks *s, struct gm_stack_tree *tree,
                                                uint32_t n)
{
    struct gm_stack_index *old = tree->index;
    uint32_t mask = old->mask, used = old->used;

    if (used + n <= mask / 2)
        return true;
    while (used + n > mask / 2)
        mask = mask * 2 + 1;
    struct gm_stack_index *index = gm_map(index_bytes(mask));
    if (index == NULL)
        return false;
    index->mask = mask;
    index->used = used;
    for (uint32_t i = 0; i <= old->mask; i++) {
        uint32_t number = old->number[i];
        if (number == 0)
            continue;
        const struct gm_stack_node *node = gm_stack_node(s, number);
        *place_of(s, index, node->parent, node->module, node->key) = number;
    }
    tree->index = index;
    if (old != (struct gm_stack_index *)(tree + 1))
        gm_unmap(old, index_bytes(old->mask));
    return true;
}

/* ---- a stack -------------------------------------------------------------------------------- */

/* Makes a node, whose place in the index is free. Returns its number, or 0 if there is no
 * memory. */
static uint32_t make(struct gm_stacks *s, struct gm_stack_tree *tree, uint32_t parent,
                     uint32_t module, uint64_t key)
{
    if (tree->next == tree->end) {
        uint32_t first = gm_stack_chunk(s);
        if (first == 0)
            return 0;
        tree->next = first;
        tree->end = first + GM_CHUNK_NODES;
    }
    uint32_t number = tree->next++;
    gm_stack_make(s, number, parent, module, key);
    *place_of(s, tree->index, parent, module, key) = number;
    tree->index->used++;
    return number;
}

/* Returns the module of the frame at this depth. Module 0 stands for the way the walk ended. */
static uint32_t module_at(const struct gm_stack_tree *tree, unsigned depth)
{
    return depth == 0 ? 0 : tree->frames[tree->n - depth].object + 1;
}

static uint64_t key_at(const struct gm_stack_tree *tree, unsigned depth)
{
    return depth == 0 ? (uint64_t)tree->way : tree->frames[tree->n - depth].key;
}

/* Goes down from the root while the frames are known. Returns the last known node; *depth is the
 * depth at which the missing frames begin. */
static __attribute__((noinline)) uint32_t find(struct gm_stacks *s,
                                               const struct gm_stack_tree *tree, unsigned *depth)
{
    uint32_t at = GM_STACK_ROOT;

    for (*depth = 0; *depth <= tree->n; ++*depth) {
        uint32_t next =
            *place_of(s, tree->index, at, module_at(tree, *depth), key_at(tree, *depth));
        if (next == 0)
            break;
        at = next;
    }
    return at;
}

/* Makes the missing nodes from this depth on, below `at`; all of them are reserved. Returns the
 * last node, or 0 if there is no memory. */
static __attribute__((noinline)) uint32_t extend(struct gm_stacks *s, struct gm_stack_tree *tree,
                                                 unsigned depth, uint32_t at)
{
    for (; depth <= tree->n; depth++) {
        at = make(s, tree, at, module_at(tree, depth), key_at(tree, depth));
        if (at == 0) {
            atomic_fetch_sub_explicit(&s->nodes, tree->n + 1 - depth, memory_order_relaxed);
            break;
        }
    }
    return at;
}

/* ---- a stack that is cut -------------------------------------------------------------------- */

/* Returns the frame of functions that are not known: a place of the program outside of all
 * functions. */
static struct gm_frame unknown_frame(void)
{
    return (struct gm_frame){.object = gm_object_count() > 0 ? 0 : GM_OBJECT_ANONYMOUS};
}

static uintptr_t address_of(const struct gm_frame *f)
{
    return gm_object(f->object)->bias + (uintptr_t)(f->key / 2);
}

/* Returns the number of frames up to the outermost function of the program. What begins a thread is
 * left out: a report takes it for the program's caller if the stack is not complete. */
static unsigned without_start(const struct gm_stack_tree *tree)
{
    for (unsigned n = tree->n; n > 1 && n + MOST_STARTING > tree->n; n--)
        if (tree->frames[n - 1].object == 0 &&
            address_of(&tree->frames[n - 1]) - gm.entry >= ENTRY_BYTES)
            return n;
    return tree->n;
}

/* Cuts a stack that would add more nodes than its share: as many of the outermost functions are
 * kept as the share allows, and the leaf, because the time is the leaf's. One unknown frame stands
 * for those between. A short stack is never cut, and a stack is never cut to less, so that the
 * outermost functions of what runs last have room. If the leaf is the runtime, the function that
 * entered it and that function's caller are kept, too: reports show both what profiling cost them.
 * Returns false if the stack stays whole. */
static __attribute__((noinline)) bool cut(struct gm_stacks *s, struct gm_stack_tree *tree,
                                          unsigned missing)
{
    unsigned share = gm_stack_share(s), room = share > SHORT ? share : SHORT;
    unsigned leaves = tree->frames[0].object == GM_OBJECT_PROFILER ? 3 : 1;

    if (missing <= share || tree->n < SHORT)
        return false;
    unsigned n = without_start(tree), kept = room - 1; /* 1: how the walk ended */
    if (n > kept) {
        struct gm_frame *gap = &tree->frames[n - kept + leaves];
        for (unsigned i = 1; i <= leaves; i++)
            gap[-(int)i] = tree->frames[leaves - i];
        *gap = unknown_frame();
        tree->frames = gap - leaves;
        n = kept;
    }
    tree->n = n;
    tree->way = GSTACK_TOO_DEEP;
    atomic_store_explicit(&s->is_full, true, memory_order_relaxed);
    return true;
}

bool gm_stack_tree_count(struct gm_stacks *s, struct gm_stack_tree *tree, uint64_t ticks)
{
    unsigned depth;

    if (tree->n == 0)
        return false;
    uint32_t at = find(s, tree, &depth);
    if (depth <= tree->n && cut(s, tree, tree->n + 1 - depth))
        at = find(s, tree, &depth);
    uint32_t missing = tree->n + 1 - depth;
    if (missing != 0) {
        if (!make_room(s, tree, missing) ||
            !gm_stack_reserve(s, missing, tree->way == GSTACK_NO_MEMORY))
            return false;
        at = extend(s, tree, depth, at);
    }
    if (at != 0)
        gm_stack_count(s, at, ticks);
    return at != 0;
}

/* ---- samples -------------------------------------------------------------------------------- */

struct gm_stacks *gm_stacks_wanted(void)
{
    struct gm_stacks *s = atomic_load_explicit(&gm.stacks, memory_order_acquire);

    if (s != NULL || !gm.opt.stacks)
        return s;
    struct gm_stacks *fresh = gm_stacks_new(gm.opt.stack_depth, gm.opt.stack_nodes);
    if (fresh == NULL || atomic_compare_exchange_strong(&gm.stacks, &s, fresh))
        return fresh;
    gm_stacks_free(fresh); /* another thread was faster */
    return s;
}

struct gm_stack_tree *gm_stack_begin(struct gm_stacks *s, struct gm_thread *t)
{
    atomic_fetch_add_explicit(&s->signals, 1, memory_order_relaxed);
    if (t == NULL)
        return NULL;
    if (t->stacks == NULL)
        t->stacks = gm_stack_tree_new(s->depth);
    if (t->stacks != NULL)
        t->stacks->n = 0;
    return t->stacks;
}

static struct gm_frame frame_of(uintptr_t pc)
{
    if (gm_is_callers_time(pc))
        return unknown_frame();
    uint32_t object = gm_is_own(pc) ? (uint32_t)GM_OBJECT_PROFILER : gm_object_at(pc);

    return (struct gm_frame){object, object != GM_OBJECT_PROFILER ? gm_frame_key(object, pc) : 0};
}

void gm_stack_walk(struct gm_stack_tree *tree)
{
    tree->n = 0;
    tree->walker = gm_walker_take(tree->depth);
    if (tree->walker != NULL)
        tree->way = gm_walk(tree->walker, &tree->registers, tree->depth, &tree->frames, &tree->n);
}

void gm_stack_end(struct gm_stack_tree *tree)
{
    if (tree == NULL || tree->walker == NULL)
        return;
    gm_walker_give(tree->walker);
    tree->walker = NULL;
}

uintptr_t gm_stack_place(const struct gm_stack_tree *tree, uintptr_t pc)
{
    if (tree == NULL || tree->n == 0 || !gm_is_callers_time(pc))
        return pc;
    return tree->frames[0].object < gm_object_count() ? address_of(&tree->frames[0]) : pc;
}

/* Counts a stack of one frame. tree may be NULL. */
static void sample_frame(struct gm_stacks *s, struct gm_stack_tree *tree, struct gm_frame frame,
                         enum gstack_end way, uint64_t n)
{
    if (tree != NULL) {
        tree->leaf = frame;
        tree->frames = &tree->leaf;
        tree->n = 1;
        tree->way = way;
    }
    if (tree == NULL || !gm_stack_tree_count(s, tree, n))
        gm_stack_count_lost(s, n);
}

void gm_stack_sample_leaf(struct gm_stacks *s, struct gm_stack_tree *tree, uintptr_t pc, uint64_t n)
{
    bool is_walked = tree != NULL && tree->n > 0;

    sample_frame(s, tree, is_walked ? tree->frames[0] : frame_of(pc), GSTACK_NO_MEMORY, n);
}

void gm_stack_sample_own(struct gm_thread *t, uint64_t n)
{
    const struct gm_frame own = {.object = GM_OBJECT_PROFILER};
    struct gm_stacks *s = gm_stacks_wanted();

    if (s != NULL)
        sample_frame(s, gm_stack_begin(s, t), own, GSTACK_COMPLETE, n);
}
