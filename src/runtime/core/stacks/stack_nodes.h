/* stack_nodes.h - the nodes of all threads' trees of call stacks
 *
 * Role: a node is a frame below its callers; it counts the samples whose stack ends there. Nodes
 * have numbers, which never change, and lie in chunks that are mapped when they are needed and
 * never given back but in a forked child. A chunk belongs to one thread, which alone writes its
 * nodes, from the first on, each after its parent: so the parent's number is the smaller one, and
 * a thread that sees a node can see all of its callers. The first chunks are no thread's: they have
 * the samples whose leaf alone is known, as there was no memory for more. So they are mapped at the
 * start.
 * Beside each node lies room for what gmon_reset forgets and for the dump, untouched until then:
 * so neither fails for want of memory.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_STACK_NODES_H
#define GMON_STACK_NODES_H

#include "runtime/core/file_out.h"
#include "runtime/core/objects.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GM_CHUNK_NODES = 512,
    GM_LEAF_CHUNKS = 16,
    GM_STACK_ROOT = 0,    /* its children say how walks ended */
    GM_STACK_LEAVES = 1,  /* the child GSTACK_NO_MEMORY of the root */
    GM_STACK_ANY_LEAF = 2 /* its child for leaves that have no room of their own */
};

/* In place of a module: this leaf is being made by some thread. */
#define GM_STACK_BUSY UINT32_MAX

struct gm_stack_counts {
    uint64_t signals, ticks, squares; /* samples; what they stood for; sum of the squares of that */
};

struct gm_stack_node {
    uint32_t parent;
    _Atomic uint32_t module; /* number of its object + 1; 0: a child of the root, key says which */
    uint64_t key;            /* as in the file (gmon_stacks.h) */
    struct gm_stack_counts counts;
};

/* The dump's (stack_union.c). Numbers of nodes; 0: none. */
struct gm_stack_link {
    struct gm_stack_counts counts; /* when the dump began */
    uint32_t child, next, up;
    uint32_t children;
};

struct gm_stack_chunk {
    struct gm_stack_node node[GM_CHUNK_NODES];
    struct gm_stack_link link[GM_CHUNK_NODES];
    struct gm_stack_counts forgotten[GM_CHUNK_NODES];
};

/* Where a chunk is. */
struct gm_stack_place {
    struct gm_stack_chunk *_Atomic chunk; /* NULL: nowhere so far */
    _Atomic uint32_t used;                /* nodes */
    _Atomic uint32_t writes;              /* odd while its owner adds to a node's counts */
    uint32_t seen;                        /* how many nodes there were when the dump began */
};

/* Objects as the file has them, as modules (stack_union.c). Those that stand for no file come
 * behind the others. */
enum { GM_STACK_MODULES = GM_OBJECTS + 2 };
struct gm_stack_modules {
    uint32_t count;                    /* of modules */
    uint32_t number[GM_STACK_MODULES]; /* by object: of its module, from 1; 0: not used */
    uint32_t object[GM_STACK_MODULES]; /* by module: the object that describes it */
};

/* All that there is only with GMON_STACKS=1; one mapping, for ever. */
struct gm_stacks {
    uint8_t clock;             /* gstack_clock of the samples */
    unsigned depth;            /* frames of a stack that are kept */
    uint32_t most_nodes;       /* of trees */
    _Atomic uint32_t nodes;    /* there are */
    _Atomic uint32_t chunks;   /* places that are taken */
    uint32_t places;           /* there are */
    _Atomic uintptr_t signals; /* samples that were taken, to compare with what the nodes have */
    _Atomic bool has_leaves;   /* of some the leaf alone is known */

    /* gm.dump_lock */
    struct gm_stack_modules modules;
    unsigned char buffer[GM_OUT_BUFFER]; /* of the file */

    struct gm_stack_place place[];
};

#pragma GCC visibility push(hidden)

/* Makes room for so many nodes. NULL: no memory. */
struct gm_stacks *gm_stacks_new(unsigned depth, uint32_t most_nodes);

/* Frees all nodes, in a forked child, where no other thread is. */
void gm_stack_nodes_free(struct gm_stacks *s);

/* Reserves n more nodes. Returns false if they are too many. */
bool gm_stack_reserve(struct gm_stacks *s, uint32_t n);

/* Takes a chunk for the calling thread. Returns the number of its first node; 0: no memory. */
uint32_t gm_stack_chunk(struct gm_stacks *s);

/* Makes the node with this number, the next one of the caller's chunk, with no counts. */
void gm_stack_make(struct gm_stacks *s, uint32_t number, uint32_t parent, uint32_t module,
                   uint64_t key);

/* Counts a sample of n ticks that ends at the node, which is the calling thread's. */
void gm_stack_count(struct gm_stacks *s, uint32_t number, uint64_t n);

/* Adds a sample of n ticks whose leaf alone is known. Any thread. */
void gm_stack_count_leaf(struct gm_stacks *s, uint32_t module, uint64_t key, uint64_t n);

/* Returns what samples have brought to a node since gmon_reset. Any thread. */
struct gm_stack_counts gm_stack_counts_of(struct gm_stacks *s, uint32_t number);

/* Returns the number of nodes in the chunk at this place. Any thread. */
uint32_t gm_stack_chunk_used(struct gm_stacks *s, uint32_t place);

/* Forgets what samples have brought so far. gm.dump_lock is held. */
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

#endif
