/* call_stacks.h - samples call stacks, unless GMON_STACKS=0, into a tree of each thread
 *
 * Role: begins and ends the work of stack_nodes.h; a tick comes in here. A tree has what a sample
 * needs of the interrupted thread: the index that finds a node below its parent, and, during a
 * tick, a walker. The nodes are in chunks (stack_nodes.h). Only the owner touches its tree, in a
 * tick, during which no signal comes. When the owner has ended, the tree goes to the next owner
 * with the rest of the state (threads.h).
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

/* Index of nodes by their parents and frames; at most half full. */
struct gm_stack_index {
    uint32_t mask; /* places - 1 */
    uint32_t used;
    uint32_t number[]; /* numbers of nodes; 0: free */
};

/* Time that walks take, by the thread's CPU clock, ns. */
struct gm_pace {
    uint64_t debt;   /* cost of walks that the program's time has not outweighed yet */
    uint64_t at;     /* time up to which that is so */
    bool has_walked; /* true if the last tick walked */
};

struct gm_stack_tree {
    struct gm_stack_index *index; /* the first one lies behind the tree */
    uint32_t next, end;           /* unused node numbers of the current chunk */
    unsigned depth;               /* upper bound of the frames that are kept */

    /* The sample that is being taken. It is kept here because the interrupted stack may be
     * small. */
    struct gm_registers registers; /* registers where the walk begins */
    struct gm_frame *frames;       /* frames that the walk has found, the leaf first */
    unsigned n;                    /* number of frames; 0: none */
    struct gm_frame leaf;          /* the only frame, if there was no walk, or no room for it */
    enum gstack_end way;           /* reason why the walk ended */
    struct gm_pace pace;
    struct gm_walker *walker; /* walker that has the frames, or NULL */
};

#pragma GCC visibility push(hidden)

/* Makes an empty tree. Returns NULL if there is no memory. */
struct gm_stack_tree *gm_stack_tree_new(unsigned depth);

/* Counts a sample of `ticks` ticks for the stack that the walk has found. If there is too little
 * room, the stack is cut: it has its outermost functions and its leaf, and counts as too deep.
 * Returns false if there is no room for that either, or the stack could not be walked. */
bool gm_stack_tree_count(struct gm_stacks *s, struct gm_stack_tree *tree, uint64_t ticks);

/* Returns gm.stacks, and makes it if there is none: at the start, or in the first tick of a forked
 * child. Returns NULL if stacks are not sampled: not wanted, or no memory. */
struct gm_stacks *gm_stacks_wanted(void);

/* Takes a sample in a tick, if gm_stacks_wanted() is not NULL: `s`. The work is done by three
 * functions, one after the other, so that their frames are not on the stack at once.
 * gm_stack_begin() returns the tree of the calling thread, whose state is t or NULL; the caller
 * fills in its registers. If it returns NULL, there is no memory, and no walk. gm_stack_walk()
 * walks the stack. Then the caller calls gm_stack_tree_count(). If that returns false or there was
 * no walk, gm_stack_sample_leaf() counts n ticks of the leaf alone. gm_stack_end() ends the work;
 * tree may be NULL. */
struct gm_stack_tree *gm_stack_begin(struct gm_stacks *s, struct gm_thread *t);
void gm_stack_walk(struct gm_stack_tree *tree);
void gm_stack_sample_leaf(struct gm_stacks *s, struct gm_stack_tree *tree, uintptr_t pc,
                          uint64_t n);
void gm_stack_end(struct gm_stack_tree *tree);

/* Returns the address that a sample at pc is charged to: pc or, if the time there is the caller's,
 * the caller's address in the stack that was walked. tree may be NULL. */
uintptr_t gm_stack_place(const struct gm_stack_tree *tree, uintptr_t pc);

/* Counts n ticks of a thread of the runtime's own, whose state is t, as a stack of the profiler
 * alone. Does nothing if stacks are not sampled. */
void gm_stack_sample_own(struct gm_thread *t, uint64_t n);

/* stack_out.c: writes the companion of a data file (gmon_stacks.h), for gm_out_publish(); gm.stacks
 * is not NULL. due: number of ticks that have come, or should have. data_bytes, data_mark: size and
 * gstack_sum() of the data file. Returns false after one line on stderr. gm.dump_lock is held,
 * gm.library_path is used. */
bool gm_write_stacks(const char *path, uint64_t due, uint64_t elapsed, uint64_t data_bytes,
                     uint64_t data_mark);

#pragma GCC visibility pop

#endif
