/* stack_union.h - merges the trees of all threads into one, in the order of the file
 *
 * Role: the counts of nodes are read once, while threads may go on counting. Nodes of the same path
 * become one node; nodes without a sample at or below them are left out. All of this is done in
 * place, in the links beside the nodes (stack_nodes.h): a dump needs no memory.
 * Cost: n log n of the nodes. gm.dump_lock is held, interrupts are off.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_STACK_UNION_H
#define GMON_STACK_UNION_H

#include "gmon_stacks.h"

#include <stddef.h>
#include <stdint.h>

struct gm_object;
struct gm_stacks;

struct gm_stack_sums {
    uint64_t signals, ticks;
    uint64_t ends[GSTACK_ENDS]; /* signals by the way walks ended */
    uint64_t nodes;             /* number of nodes, the root included */
};

#pragma GCC visibility push(hidden)

/* Makes one tree of all trees; gm_stack_next() goes through it. Fills in s->modules, and s->names,
 * which gm_stack_forget_names() is to free. */
void gm_stack_unite(struct gm_stacks *s, struct gm_stack_sums *sums);

/* Returns the node after `number` in preorder, which begins with the root, or 0 after the last
 * one. */
uint32_t gm_stack_next(struct gm_stacks *s, uint32_t number);

/* Returns the number, from 1, of the module that has the node's frame, or 0 for a child of the
 * root. */
uint32_t gm_stack_module_of(struct gm_stacks *s, uint32_t number);

/* Returns the key that the node has in the file. */
uint64_t gm_stack_key_of(struct gm_stacks *s, uint32_t number);

/* Returns the object that describes the module with this number. */
const struct gm_object *gm_stack_module(const struct gm_stacks *s, uint32_t number);

/* stack_names.c: finds names for the nodes in code that the program has made. Then frees them. */
void gm_stack_find_names(struct gm_stacks *s);
void gm_stack_forget_names(struct gm_stacks *s);

#pragma GCC visibility pop

#endif
