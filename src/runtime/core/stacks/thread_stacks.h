/* thread_stacks.h - the call stacks of a thread, as a tree
 *
 * Role: what a sample needs of the thread that is interrupted: the memory of its walks, and the
 * index by which a node is found below its parent. The nodes are in chunks (stack_nodes.h).
 * Only the owner touches its tree, in a tick, during which no signal comes; when the owner has
 * ended, the tree goes to the next one with the rest of the state (threads.h).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_THREAD_STACKS_H
#define GMON_THREAD_STACKS_H

#include "runtime/core/unwind/unwind.h"

#include <stdbool.h>

struct gm_stacks;

/* Nodes by their parents and frames; at most half full. */
struct gm_stack_index {
    uint32_t mask; /* places - 1 */
    uint32_t used;
    uint32_t number[]; /* 0: free */
};

/* How long walks take, by the clock of the thread's processor time, ns. */
struct gm_pace {
    uint64_t cost;   /* of the last walk */
    uint64_t ended;  /* when it did */
    bool has_walked; /* at the last tick */
};

struct gm_stack_tree {
    struct gm_stack_index *index; /* NULL: none so far */
    uint32_t next, end;           /* numbers of the chunk in use that are free */
    unsigned depth;               /* frames that are kept */

    /* The sample that is being taken; here, as the stack that it has interrupted may be small. */
    struct gm_registers registers; /* where the walk begins */
    const struct gm_frame *frames; /* what it has found, the leaf first */
    unsigned n;                    /* frames; 0: none */
    enum gstack_end way;           /* how it ended */
    struct gm_pace pace;
    _Alignas(16) unsigned char walker[];
};

#pragma GCC visibility push(hidden)

/* An empty tree. NULL: no memory. */
struct gm_stack_tree *gm_stack_tree_new(unsigned depth);

/* Counts a sample of so many ticks of the stack that the walk has found. False: there is no room
 * for it, or it could not be walked. */
bool gm_stack_tree_count(struct gm_stacks *s, struct gm_stack_tree *tree, uint64_t ticks);

/* In a forked child: nobody uses the tree any more. NULL: nothing to do. */
void gm_stack_tree_free(struct gm_stack_tree *tree);

#pragma GCC visibility pop

#endif
