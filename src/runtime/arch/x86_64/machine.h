/* machine.h - does on x86-64 what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the ABI ("DWARF Register Number Mapping"). The program counter
 * stands where the ABI has the return address.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_X86_64_MACHINE_H
#define GMON_ARCH_X86_64_MACHINE_H

#include <stdint.h>

enum { GM_RBX = 3, GM_FP = 6, GM_SP = 7, GM_R10 = 10, GM_R12 = 12, GM_PC = 16, GM_REGISTERS = 17 };

#define GM_OWN_ADD
#define GM_OWN_CALL_SITE /* x86_code.h */
#define GM_OWN_LOCAL_OFFSET
#define GM_RED_ZONE 128
#define GM_CALL_PUSHES 8
#define GM_RETURN_COLUMN GM_PC

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/x86_code.h"

/* Registers that a function returns unchanged, in the order of the rows of the cache
 * (unwind_memory.h). A function that realigns its stack finds its frame by r10. mcount, which it
 * calls before that, preserves r10. */
#define GM_KEPT_REGISTERS GM_RBX, GM_FP, GM_R10, GM_R12, 13, 14, 15
#define GM_KEPT_MASK                                                                               \
    (1U << GM_RBX | 1U << GM_FP | 1U << GM_R10 | 1U << GM_R12 | 1U << 13 | 1U << 14 | 1U << 15)

/* Calls the function, which must be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. Callers have a frame pointer, so that unwinders can pass
 * through this call; calls and returns are paired, as shadow stacks want them. */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        uintptr_t gm_first = (uintptr_t)(argument), gm_top = (uintptr_t)(top);                     \
        __asm__ volatile("movq %%rsp, %%rbx\n\tmovq %1, %%rsp\n\tcall %P2\n\tmovq %%rbx, %%rsp"    \
                         : "+D"(gm_first), "+S"(gm_top)                                            \
                         : "i"(function)                                                           \
                         : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "cc", "memory");  \
    } while (0)

/* Returns the offset of a thread-local variable from fs, whose first word is its own address. */
static inline uintptr_t gm_local_offset(const void *local)
{
    uintptr_t self;

    __asm__("movq %%fs:0, %0" : "=r"(self));
    return (uintptr_t)local - self;
}

/* Adds n to *count in one instruction: a signal comes before or after it, so a handler that counts
 * in the same place loses nothing. Not for memory that two threads write. */
static inline void gm_add(uint64_t *count, uint64_t n)
{
    __asm__ volatile("addq %1, %0" : "+m"(*count) : "er"(n) : "cc");
}

#endif
