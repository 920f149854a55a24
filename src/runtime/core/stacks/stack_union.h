/* stack_union.h - the trees of all threads become one, in the order of the file
 *
 * Role: what the nodes count is read once, while threads may go on counting. Nodes of the same path
 * become one; those below which nothing was sampled are left out. All of it is done in place, in
 * the links beside the nodes (stack_nodes.h): a dump needs no memory.
 * Cost: n log n of the nodes. gm.dump_lock is held, interrupts are off.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_STACK_UNION_H
#define GMON_STACK_UNION_H

#include "gmon_stacks.h"

#include <stddef.h>
#include <stdint.h>

/* What a module is known by. */
struct gm_stack_identity {
    uint8_t kind;    /* gstack_module_kind */
    size_t id_bytes; /* 0: it has no build-id */
    const unsigned char *id;
    const char *path;
};

struct gm_stacks;

struct gm_stack_sums {
    uint64_t signals, ticks;
    uint64_t ends[GSTACK_ENDS]; /* signals, by how walks ended */
    uint64_t nodes;             /* the root among them */
};

#pragma GCC visibility push(hidden)

/* Makes one tree of all, which gm_stack_next() shows; s->modules gets its modules. */
void gm_stack_unite(struct gm_stacks *s, struct gm_stack_sums *sums);

/* Returns the node after `number` in preorder, which begins with the root; 0: that was the last. */
uint32_t gm_stack_next(struct gm_stacks *s, uint32_t number);

/* Returns the number, from 1, of the module that the node's frame is in; 0: it is a child of the
 * root. */
uint32_t gm_stack_module_of(struct gm_stacks *s, uint32_t number);

/* Returns what the module with this number is known by. */
struct gm_stack_identity gm_stack_module(const struct gm_stacks *s, uint32_t number);

#pragma GCC visibility pop

#endif
