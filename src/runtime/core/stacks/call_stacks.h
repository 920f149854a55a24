/* call_stacks.h - call stacks of samples, with GMON_STACKS=1
 *
 * Role: begins and ends what stack_nodes.h, thread_stacks.h and stack_out.h do; a tick comes in
 * here.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_CALL_STACKS_H
#define GMON_CALL_STACKS_H

#include "gmon_stacks.h"
#include "runtime/core/stacks/thread_stacks.h"

#include <stdbool.h>
#include <stdint.h>

struct gm_thread;

#pragma GCC visibility push(hidden)

/* Call stacks are sampled from now on, by this clock, if gm.opt wants that. Before the first tick.
 * Without memory a line says so, and there are none. Are there some? */
bool gm_stacks_begin(enum gstack_clock clock);

/* A sample, in a tick, where gm.stacks is not NULL: these calls one after the other, so that their
 * frames are not on the stack at once. The tree of the calling thread, whose state is t or NULL;
 * its registers are then to be filled in (NULL: no memory, and no walk); the walk;
 * gm_stack_tree_count(); and, if that is false or there was no walk, n ticks of the leaf alone. */
struct gm_stack_tree *gm_stack_begin(struct gm_thread *t);
void gm_stack_walk(struct gm_stack_tree *tree);
void gm_stack_sample_leaf(const struct gm_stack_tree *tree, uintptr_t pc, uint64_t n);

/* n ticks of a thread of the runtime's own, whose state is t: a stack of the profiler alone. Does
 * nothing without gm.stacks. */
void gm_stack_sample_own(struct gm_thread *t, uint64_t n);

/* Later files hold what comes after this. gm.dump_lock is held. */
void gm_stacks_forget(void);

/* In a forked child, before the states of other threads go: no stack so far. */
void gm_stacks_after_fork(void);

#pragma GCC visibility pop

#endif
