/* unwind.h - walks a stack, from the registers of a thread to the calls that lead there
 *
 * Role: walks a stack by call frame information. So a walk is right at every instruction: in
 * prologues, in library code without frame pointers, across signal handlers and through the
 * runtime's own hooks. If code has no call frame information, frame pointers or a search of the
 * stack stand in, and the walk counts as guessed.
 * Memory of the stack is only read above the stack pointer, and only as a copy. Words found there
 * are never trusted: frames must follow one another upwards. Objects are those of objects.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_H
#define GMON_UNWIND_H

#include "runtime/core/objects.h"
#include "runtime/arch/target.h"
#include GM_MACHINE_HEADER

#include <stddef.h>
#include <stdint.h>

/* A function on the stack. */
struct gm_frame {
    uint32_t object; /* number of the object, or GM_OBJECT_ANONYMOUS, GM_OBJECT_PROFILER */
    uint64_t key;    /* gmon_stacks.h: 2 * offset in the object, + 1 for a return address less 1;
                      * in code of no object the address is in the place of the offset */
};

/* Memory of walks: zeroed at first, and used by one walk at a time. */
struct gm_walker;

/* Returns the key of a frame at the address, which of code in no object is the address itself. */
static inline uint64_t gm_frame_key(uint32_t object, uintptr_t address)
{
    return 2 * (uint64_t)(address - (object != GM_OBJECT_ANONYMOUS ? gm_object(object)->bias : 0));
}

#pragma GCC visibility push(hidden)

/* Returns the size in bytes of a walker for walks of up to `depth` frames. */
size_t gm_walker_size(unsigned depth);

/* Takes a walker that nobody uses, or makes one; `depth` is the same in each call. Returns NULL if
 * there is no memory. gm_walker_give() gives it back. So there are as many walkers as ticks were
 * under way at once, not one for each thread, and threads share what the walkers have cached. */
struct gm_walker *gm_walker_take(unsigned depth);
void gm_walker_give(struct gm_walker *w);

/* Walks a stack from these registers. For the calling thread all registers are known. For another
 * thread, which sleeps, the program counter and the stack pointer suffice; its stack may change
 * meanwhile. *frames are *n frames, the leaf first, which may be changed until the next walk; at
 * least the leaf is known. The runtime's own code is one leaf, GM_OBJECT_PROFILER, above the
 * function that entered it. In the midst of a stack it is left out, and so it is as a leaf whose
 * time is the caller's (gm_is_callers_time()): then there may be no frame at all. Returns why the
 * walk ended. Cost: for each frame, a look-up in the walker's cache and the step that the cached
 * row describes; about 12 times as much for a place in the code that is new. System calls: one for
 * two pages of the stack. */
enum gstack_end gm_walk(struct gm_walker *w, const struct gm_registers *from, unsigned depth,
                        struct gm_frame **frames, unsigned *n);

#pragma GCC visibility pop

#endif
