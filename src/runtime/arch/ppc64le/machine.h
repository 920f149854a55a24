/* machine.h - does on ppc64le what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the ABI ("DWARF Register Number Mapping"): general registers
 * from 0, then those of floating point, which walks do not follow; the link register has 65, and
 * the program counter 66, which the ABI leaves to others.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_PPC64LE_MACHINE_H
#define GMON_ARCH_PPC64LE_MACHINE_H

#include <stdint.h>

enum { GM_SP = 1, GM_FP = 31, GM_GENERAL = 32, GM_LINK = 65, GM_PC = 66, GM_REGISTERS = 67 };

#define GM_OWN_LOCAL_OFFSET
#define GM_RED_ZONE 288

__extension__ typedef unsigned __int128 gm_register_set; /* bits of registers */

#include "runtime/arch/generic/machine.h"

/* Registers that a function returns unchanged, and the link register, which it saves like them.
 * Rows of the cache have the registers in this order (unwind_memory.h). */
#define GM_KEPT_REGISTERS                                                                          \
    14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, GM_FP, GM_LINK
#define GM_KEPT_MASK ((gm_register_set)1 << GM_LINK | 0xffffc000U)

/* Calls the function, which must be visible to the linker, with this argument on another stack. The
 * end of that stack is `top`, a multiple of 16, less a frame for what the function saves of its
 * caller. */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("r3") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("r4") = (uintptr_t)(top)-32;                             \
        __asm__ volatile("mr 30, 1\n\tstd 1, 0(4)\n\tmr 1, 4\n\tbl " #function                     \
                         "\n\tnop\n\tmr 1, 30"                                                     \
                         : "+r"(gm_first), "+r"(gm_top)                                            \
                         :                                                                         \
                         : "r0", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r30", "lr",   \
                           "ctr", "xer", "cr0", "cr1", "cr5", "cr6", "cr7", "memory");             \
    } while (0)

/* Returns the offset of a thread-local variable from r13. */
static inline uintptr_t gm_local_offset(const void *local)
{
    uintptr_t self;

    __asm__("mr %0, 13" : "=r"(self));
    return (uintptr_t)local - self;
}

/* ---- calls in machine code ------------------------------------------------------------------ */

enum { GM_CALL_BYTES = 4, GM_STUB_BYTES = 4, GM_JUMP_BYTES = 4 };

/* Returns the target of bl and b. */
static inline uintptr_t gm_relative(uint32_t instruction, uintptr_t at)
{
    return at + gm_signed(instruction & 0x3fffffc, 26);
}

/* Returns the call that ends at the return address `after`. `code` has the GM_CALL_BYTES bytes
 * before it.
 */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t i = gm_instruction(code);

    if (after % 4 != 0)
        return (struct gm_call_seen){.is_call = false};
    if ((i & 0xfc000003) == 0x48000001) /* bl */
        return (struct gm_call_seen){.is_call = true, .target = gm_relative(i, after - 4)};
    /* bctrl, blrl */
    return (struct gm_call_seen){.is_call = i == 0x4e800421 || i == 0x4e800021};
}

/* Returns the target of the jump at `at`, or 0 if the code there is no jump that can leave a
 * function. `code` has the GM_JUMP_BYTES bytes at `at`. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    uint32_t i = gm_instruction(code);

    return at % 4 == 0 && (i & 0xfc000003) == 0x48000000 ? gm_relative(i, at) : 0;
}

/* Returns 0: code finds its pointers from r2, whose value is not known here. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    (void)code;
    (void)at;
    return 0;
}

#endif
