/* stack_nodes.h - stores the nodes of all threads' trees of call stacks
 *
 * Role: a node is a frame below its callers; it counts the samples whose stack ends there. Nodes
 * have numbers, which never change, and lie in chunks. A chunk is mapped when it is needed, and
 * never given back. A chunk belongs to one thread, which alone writes its nodes,
 * from the first on, each after its parent. So a parent has a smaller number than its child, and a
 * thread that sees a node can see all of its callers. The first chunk belongs to no thread: it has
 * the root, and the samples that have no room for even their leaf.
 * Beside each node lies room for the dump, untouched until then: so it does not fail for lack of
 * memory. gmon_reset subtracts what it has read, which is exact because all threads add atomically.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_STACK_NODES_H
#define GMON_STACK_NODES_H

#include "runtime/core/objects.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GM_CHUNK_NODES = 512,
    GM_STACK_ROOT = 0,     /* the root; its children say how walks ended */
    GM_STACK_LOST = 1,     /* child GSTACK_NO_MEMORY of the root */
    GM_STACK_LOST_LEAF = 2 /* child of GM_STACK_LOST; its samples have no place elsewhere */
};

struct gm_stack_counts {
    uint64_t signals, ticks, squares; /* samples; ticks they stood for; sum of squares of ticks */
};

struct gm_stack_node {
    uint32_t parent;
    uint32_t module; /* object + 1; 0: a child of the root, named by its key */
    uint64_t key;    /* key in the file (gmon_stacks.h); 2 * address (+ 1) in code of no object */
    struct gm_stack_counts counts;
};

/* Links of a node for the dump (stack_union.c): numbers of nodes; 0: none. */
struct gm_stack_link {
    struct gm_stack_counts counts; /* counts when the dump began */
    uint32_t child, next, up;
    uint32_t children;
    uint32_t name; /* number, from 1, of the name of code that the program has made; 0: none */
};

struct gm_stack_chunk {
    struct gm_stack_node node[GM_CHUNK_NODES];
    struct gm_stack_link link[GM_CHUNK_NODES];
};

/* Place of a chunk. */
struct gm_stack_place {
    struct gm_stack_chunk *_Atomic chunk; /* NULL: not mapped so far */
    _Atomic uint32_t used;                /* number of nodes in use */
    _Atomic uint32_t writes;              /* odd while its owner adds to a node's counts */
    uint32_t seen;                        /* number of nodes when the dump began */
};

/* Objects as the modules of the file (stack_union.c). Modules that stand for no file come behind
 * the others. */
enum { GM_STACK_NAMES = 4096, GM_STACK_MODULES = GM_OBJECTS + 2 + GM_STACK_NAMES };
struct gm_stack_modules {
    uint32_t count;                    /* number of modules */
    uint32_t number[GM_STACK_MODULES]; /* by object: number of its module, from 1; 0: not used */
    uint32_t object[GM_STACK_MODULES]; /* by module: object that describes it */
};

/* Names of code that the program has made (stack_names.c). All names that a program has beyond
 * GM_STACK_NAMES are left out. */
struct gm_stack_names {
    uint32_t count;           /* number of objects */
    struct gm_object *object; /* objects that stand for names, or NULL; mapped */
    char *text;               /* map that has the names, or NULL; mapped */
    size_t object_bytes, text_bytes;
};

/* State that does not exist with GMON_STACKS=0; one mapping, for ever. */
struct gm_stacks {
    unsigned depth;            /* upper bound of the frames that are kept */
    uint32_t most_nodes;       /* upper bound of the nodes of stacks that were walked */
    _Atomic uint32_t nodes;    /* nodes in use */
    _Atomic uint32_t chunks;   /* places in use */
    uint32_t places;           /* number of places */
    _Atomic uintptr_t signals; /* samples taken, to compare with the counts of nodes */
    _Atomic bool is_full;      /* true if a stack had too little room because of most_nodes */

    /* The fields that follow are under gm.dump_lock. */
    struct gm_stack_modules modules;
    struct gm_stack_names names;

    struct gm_stack_chunk first;
    struct gm_stack_place place[];
};

#pragma GCC visibility push(hidden)

/* Makes room for most_nodes nodes. Returns NULL if there is no memory. */
struct gm_stacks *gm_stacks_new(unsigned depth, uint32_t most_nodes);

/* Frees what gm_stacks_new() has returned, without a node. */
void gm_stacks_free(struct gm_stacks *s);

/* Returns the number of nodes that one stack may add now. It is twice GMON_STACK_DEPTH at first, a
 * quarter of that when half of the room is left, a hundredth when a tenth is left, and so on. */
uint32_t gm_stack_share(const struct gm_stacks *s);

/* Reserves n more nodes, of a walked stack or of a leaf alone. Returns false if there may be no
 * more. */
bool gm_stack_reserve(struct gm_stacks *s, uint32_t n, bool is_leaf);

/* Takes a chunk for the calling thread. Returns the number of its first node, or 0 if there is no
 * memory. */
uint32_t gm_stack_chunk(struct gm_stacks *s);

/* Makes the node with this number, the next one of the caller's chunk, with no counts. */
void gm_stack_make(struct gm_stacks *s, uint32_t number, uint32_t parent, uint32_t module,
                   uint64_t key);

/* Counts a sample of n ticks that ends at a node of the calling thread. */
void gm_stack_count(struct gm_stacks *s, uint32_t number, uint64_t n);

/* Counts a sample of n ticks that has no place elsewhere. Any thread may call this. */
void gm_stack_count_lost(struct gm_stacks *s, uint64_t n);

/* Returns the counts that samples have added to a node since gmon_reset. Any thread may call
 * this. */
struct gm_stack_counts gm_stack_counts_of(struct gm_stacks *s, uint32_t number);

/* Returns the number of nodes in the chunk at this place. Any thread may call this. */
uint32_t gm_stack_chunk_used(struct gm_stacks *s, uint32_t place);

/* Forgets the counts of all samples so far. s may be NULL. gm.dump_lock is held. */
void gm_stack_nodes_forget(struct gm_stacks *s);

#pragma GCC visibility pop

static inline struct gm_stack_chunk *gm_stack_chunk_of(struct gm_stacks *s, uint32_t number)
{
    return atomic_load_explicit(&s->place[number / GM_CHUNK_NODES].chunk, memory_order_acquire);
}

static inline struct gm_stack_node *gm_stack_node(struct gm_stacks *s, uint32_t number)
{
    return &gm_stack_chunk_of(s, number)->node[number % GM_CHUNK_NODES];
}

static inline struct gm_stack_link *gm_stack_link(struct gm_stacks *s, uint32_t number)
{
    return &gm_stack_chunk_of(s, number)->link[number % GM_CHUNK_NODES];
}

/* Returns true if the dump has found a sample at or below the node. */
static inline bool gm_stack_is_used(struct gm_stacks *s, uint32_t number)
{
    const struct gm_stack_link *link = gm_stack_link(s, number);

    return link->counts.signals != 0 || link->child != 0;
}

#endif
