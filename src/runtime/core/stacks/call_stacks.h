/* call_stacks.h - call stacks of samples, with GMON_STACKS=1, as a tree of each thread
 *
 * Role: begins and ends what stack_nodes.h does; a tick comes in here. A tree has what a sample
 * needs of the thread that is interrupted: the memory of its walks, and the index by which a node
 * is found below its parent. The nodes are in chunks (stack_nodes.h). Only the owner touches its
 * tree, in a tick, during which no signal comes; when the owner has ended, the tree goes to the
 * next one with the rest of the state (threads.h).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_CALL_STACKS_H
#define GMON_CALL_STACKS_H

#include "gmon_stacks.h"
#include "runtime/core/unwind/unwind.h"

#include <stdbool.h>
#include <stdint.h>

struct gm_thread;
struct gm_stacks;

/* Nodes by their parents and frames; at most half full. */
struct gm_stack_index {
    uint32_t mask; /* places - 1 */
    uint32_t used;
    uint32_t number[]; /* 0: free */
};

/* How long walks take, by the clock of the thread's CPU time, ns. */
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

/* Makes an empty tree. NULL: no memory. */
struct gm_stack_tree *gm_stack_tree_new(unsigned depth);

/* Counts a sample of so many ticks of the stack that the walk has found. Returns false if there is
 * no room for it, or it could not be walked. */
bool gm_stack_tree_count(struct gm_stacks *s, struct gm_stack_tree *tree, uint64_t ticks);

/* Frees a tree that no thread uses any more, in a forked child. tree may be NULL. */
void gm_stack_tree_free(struct gm_stack_tree *tree);

/* Lets call stacks be sampled, by this clock, if gm.opt wants that. Before the first tick. Returns
 * false if they are not sampled: not wanted, or no memory, which a line says. */
bool gm_stacks_begin(enum gstack_clock clock);

/* Takes a sample in a tick, if gm.stacks is not NULL: one after the other, so that their frames are
 * not on the stack at once. The first returns the tree of the calling thread, whose state is t or
 * NULL; the caller fills in its registers (NULL: no memory, and no walk). The second walks the
 * stack. Then gm_stack_tree_count(); if that is false or there was no walk, the third counts n
 * ticks of the leaf alone. */
struct gm_stack_tree *gm_stack_begin(struct gm_thread *t);
void gm_stack_walk(struct gm_stack_tree *tree);
void gm_stack_sample_leaf(const struct gm_stack_tree *tree, uintptr_t pc, uint64_t n);

/* Counts n ticks of a thread of the runtime's own, whose state is t: a stack of the profiler alone.
 * Does nothing without gm.stacks. */
void gm_stack_sample_own(struct gm_thread *t, uint64_t n);

/* Makes later files hold what comes after this. gm.dump_lock is held. */
void gm_stacks_forget(void);

/* Forgets all stacks in a forked child, before the states of other threads go. */
void gm_stacks_after_fork(void);

/* stack_out.c: writes path.stacks (gmon_stacks.h), as a whole or not at all; gm.stacks is not NULL.
 * due: number of ticks that have come, or should have; data_bytes, data_mark: of the data file that
 * the stacks belong to. Returns false after one line on stderr. gm.dump_lock is held,
 * gm.library_path is used. */
bool gm_write_stacks(const char *path, uint64_t due, uint64_t data_bytes, uint64_t data_mark);

#pragma GCC visibility pop

#endif
