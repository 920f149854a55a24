/* machine.h - does on MIPS what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the processor. The program counter stands in the place of $0,
 * which is always 0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_MIPS_MACHINE_H
#define GMON_ARCH_MIPS_MACHINE_H

#include <stdint.h>

enum { GM_PC = 0, GM_SP = 29, GM_FP = 30, GM_LINK = 31, GM_REGISTERS = 32 };

#define GM_OWN_INSTRUCTION
#define GM_OWN_LOCAL_OFFSET
typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/machine.h"

/* Registers that a function returns unchanged, and the link register, which it saves like them.
 * Rows of the cache have the registers in this order (unwind_memory.h). */
#define GM_KEPT_REGISTERS 16, 17, 18, 19, 20, 21, 22, 23, 28, GM_FP, GM_LINK
#define GM_KEPT_MASK ((gm_register_set)0xd0ff0000)

/* Calls the function with this argument on another stack, whose end is `top`, a multiple of 16,
 * less the room for arguments that o32 wants. */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("$4") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("$5") = (uintptr_t)(top)-16;                             \
        register uintptr_t gm_callee __asm__("$25") = (uintptr_t)(function);                       \
        __asm__ volatile(".set push\n\t.set noreorder\n\tmove $16, $29\n\tjalr $25\n\t"            \
                         "move $29, $5\n\tmove $29, $16\n\t.set pop"                               \
                         : "+r"(gm_first), "+r"(gm_top), "+r"(gm_callee)                           \
                         :                                                                         \
                         : "$1", "$2", "$3", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13",   \
                           "$14", "$15", "$16", "$24", "$31", "hi", "lo", "memory");               \
    } while (0)

/* Returns the offset of a thread-local variable from the value of the hardware register of
 * threads. */
static inline uintptr_t gm_local_offset(const void *local)
{
    register uintptr_t self __asm__("$3");

    __asm__(".set push\n\t.set mips32r2\n\trdhwr $3, $29\n\t.set pop" : "=r"(self));
    return (uintptr_t)local - self;
}

/* ---- calls in machine code --------------------------------------------------------------------
 * A call, and what is executed while it leads away, take 8 bytes.
 */

enum { GM_CALL_BYTES = 8, GM_STUB_BYTES = 16, GM_JUMP_BYTES = 4 };

static inline uint32_t gm_instruction(const unsigned char *code)
{
    uint32_t instruction;

    __builtin_memcpy(&instruction, code, sizeof instruction);
    return instruction;
}

/* Returns the lower half as a signed number. */
static inline uintptr_t gm_low_half(uint32_t instruction)
{
    return (uintptr_t)(intptr_t)(int16_t)(instruction & 0xffff);
}

/* Returns the target of j and jal at `at`. */
static inline uintptr_t gm_far_target(uint32_t instruction, uintptr_t at)
{
    return ((at + 4) & ~(uintptr_t)0xfffffff) | (instruction & 0x3ffffff) << 2;
}

/* Returns the call that ends at the return address `after`. `code` has the GM_CALL_BYTES bytes
 * before it.
 */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t i = gm_instruction(code);

    if (after % 4 != 0)
        return (struct gm_call_seen){.is_call = false};
    if (i >> 26 == 3) /* jal */
        return (struct gm_call_seen){.is_call = true, .target = gm_far_target(i, after - 8)};
    if (i >> 16 == 0x0411) /* bal */
        return (struct gm_call_seen){.is_call = true, .target = after - 4 + gm_low_half(i) * 4};
    return (struct gm_call_seen){.is_call = (i & 0xfc1fffff) == 0x0000f809}; /* jalr */
}

/* Returns the target of the jump at `at`, or 0 if the code there is no jump that can leave a
 * function. `code` has the GM_JUMP_BYTES bytes at `at`. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    uint32_t i = gm_instruction(code);

    return at % 4 == 0 && i >> 26 == 2 ? gm_far_target(i, at) : 0;
}

/* Returns the address of the pointer through which an entry of a procedure linkage table jumps, or
 * 0 if the code at `at` is none. `code` has the GM_STUB_BYTES bytes there: lui r, high; l[wd] $25,
 * low(r), or a lazy stub, whose pointer is found from $28. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    uint32_t high = gm_instruction(code), load = gm_instruction(code + 4);

    if (at % 4 != 0 || high >> 21 != 0x1e0 || (load >> 16 & 31) != 25 ||
        (load >> 21 & 31) != (high >> 16 & 31) || (load >> 26 != 0x23 && load >> 26 != 0x37))
        return 0;
    return (uintptr_t)(intptr_t)(int32_t)(high << 16) + gm_low_half(load);
}

#endif
