/* machine.h - does on i386 what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the ABI ("DWARF Register Number Mapping"). The program counter
 * stands where the ABI has the return address.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_I386_MACHINE_H
#define GMON_ARCH_I386_MACHINE_H

#include <stdint.h>

enum { GM_ECX = 1, GM_EBX = 3, GM_SP = 4, GM_FP = 5, GM_PC = 8, GM_REGISTERS = 9 };

#define GM_OWN_ADD
#define GM_OWN_CALL_SITE /* x86_code.h */
#define GM_OWN_LOCAL_OFFSET
#define GM_CALL_PUSHES 4
#define GM_PROLOGUE_CALLS 1 /* of a function that returns the program counter */
#define GM_RETURN_COLUMN GM_PC

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/x86_code.h"

/* Registers that a function returns unchanged, in the order of the rows of the cache
 * (unwind_memory.h). A function that realigns its stack finds its frame by ecx. mcount, which it
 * calls before that, preserves ecx. */
#define GM_KEPT_REGISTERS GM_ECX, GM_EBX, GM_FP, 6, 7
#define GM_KEPT_MASK (1U << GM_ECX | 1U << GM_EBX | 1U << GM_FP | 1U << 6 | 1U << 7)

/* Calls the function, which must be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. Callers have a frame pointer, so that unwinders can pass
 * through this call. */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        uintptr_t gm_first = (uintptr_t)(argument), gm_top = (uintptr_t)(top);                     \
        __asm__ volatile("movl %%esp, %%esi\n\tleal -12(%1), %%esp\n\tpushl %0\n\t"                \
                         "call " #function "\n\tmovl %%esi, %%esp"                                 \
                         : "+a"(gm_first), "+d"(gm_top)                                            \
                         :                                                                         \
                         : "ecx", "esi", "cc", "memory");                                          \
    } while (0)

/* Adds n to *count in two instructions. A signal handler that counts in between adds its own carry,
 * and the flags are kept for us. Not for memory that two threads write. */
static inline void gm_add(uint64_t *count, uint64_t n)
{
    gm_half *word = (void *)count;

    __asm__ volatile("addl %2, %0\n\tadcl %3, %1"
                     : "+m"(word[0]), "+m"(word[1])
                     : "ri"((uint32_t)n), "ri"((uint32_t)(n >> 32))
                     : "cc", "memory");
}

/* Returns the offset of a thread-local variable from gs, whose first word is its own address. */
static inline uintptr_t gm_local_offset(const void *local)
{
    uintptr_t self;

    __asm__("movl %%gs:0, %0" : "=r"(self));
    return (uintptr_t)local - self;
}

#endif
