/* unwind.h - from the registers of a thread to the calls that lead there
 *
 * Role: walks a stack by call frame information. So it is right at every instruction: in prologues,
 * in library code without frame pointers, across signal handlers and through the runtime's own
 * hooks. Where code has none, frame pointers or a search of the stack stand in, and
 * the walk counts as guessed.
 * Memory of the stack is only read above the stack pointer, and only a copy of it. What is found
 * there is never trusted: frames must follow one another upwards. Objects are those of objects.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_H
#define GMON_UNWIND_H

#include "gmon_stacks.h"
#include "runtime/arch/target.h"
#include GM_MACHINE_HEADER

#include <stddef.h>
#include <stdint.h>

/* Where a function was on the stack. */
struct gm_frame {
    uint32_t object; /* its number, or GM_OBJECT_ANONYMOUS, GM_OBJECT_PROFILER */
    uint64_t key;    /* gmon_stacks.h: 2 * offset in the object, + 1 for a return address less 1 */
};

/* What walks need and remember: zeroed memory, for one walk at a time. */
struct gm_walker;

#pragma GCC visibility push(hidden)

/* Returns the bytes of a walker for walks of up to `depth` frames. */
size_t gm_walker_size(unsigned depth);

/* Walks a stack from these registers. Of the calling thread all are known; of another one that
 * sleeps the program counter and the stack pointer suffice, and its stack may change meanwhile.
 * frames: the leaf first, *n of them, valid until the next walk; at least the leaf is known. The
 * runtime's own code is one leaf, GM_OBJECT_PROFILER, above the function that entered it; it is
 * left out in the midst of a stack. Returns how the walk ended.
 * Cost: a look-up in the walker's cache for each frame, and what is on its row; about 12 times as
 * much for a place in the code that is new. System calls: one for two pages of the stack. */
enum gstack_end gm_walk(struct gm_walker *w, const struct gm_registers *from, unsigned depth,
                        const struct gm_frame **frames, unsigned *n);

#pragma GCC visibility pop

#endif
