/* machine.h - does on ARM what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the ABI ("DWARF for the Arm Architecture").
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_ARM_MACHINE_H
#define GMON_ARCH_ARM_MACHINE_H

#include <stdint.h>

enum { GM_FP = 11, GM_SP = 13, GM_LINK = 14, GM_PC = 15, GM_REGISTERS = 16 };

#define GM_OWN_ADD
#define GM_OWN_LOCAL_OFFSET
#define GM_MARKS_RETURNS /* return addresses into Thumb code are odd */

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/machine.h"

/* Registers that a function returns unchanged, and the link register, which it saves like them.
 * Rows of the cache have the registers in this order (unwind_memory.h). */
#define GM_KEPT_REGISTERS 4, 5, 6, 7, 8, 9, 10, GM_FP, GM_LINK
#define GM_KEPT_MASK ((gm_register_set)0x4ff0)

/* Returns a return address without the mark of Thumb code. */
static inline uintptr_t gm_return_address(uintptr_t address)
{
    return address & ~(uintptr_t)1;
}

/* Calls the function, which must be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("r0") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("r1") = (uintptr_t)(top);                                \
        __asm__ volatile("mov r4, sp\n\tmov sp, r1\n\tbl " #function "\n\tmov sp, r4"              \
                         : "+r"(gm_first), "+r"(gm_top)                                            \
                         :                                                                         \
                         : "r2", "r3", "r4", "ip", "lr", "cc", "memory");                          \
    } while (0)

/* Adds n to *count so that a signal handler that counts in the same place loses nothing. */
static inline void gm_add(uint64_t *count, uint64_t n)
{
#if defined(__ARM_FEATURE_LDREX) && (__ARM_FEATURE_LDREX & 8)
    __atomic_fetch_add(count, n, __ATOMIC_RELAXED);
#else
    gm_add_words(count, n);
#endif
}

#if defined(__ARM_FEATURE_LDREX) && (__ARM_FEATURE_LDREX & 8)
/* Returns the offset of a thread-local variable from the thread pointer. */
static inline uintptr_t gm_local_offset(const void *local)
{
    return (uintptr_t)local - (uintptr_t)__builtin_thread_pointer();
}
#else
/* All threads count arcs in one set of tables (state.h). With tables of its own, a thread's
 * mcount.S would need one function of the kernel to find the thread, and another one to count. The
 * second is exact with threads, so one set of tables suffices. These processors are single ones,
 * which do not compete for memory. */
#define GM_SHARED_ARCS

static inline uintptr_t gm_local_offset(const void *local)
{
    return (uintptr_t)local;
}
#endif

/* ---- calls in machine code ------------------------------------------------------------------ */

enum { GM_CALL_BYTES = 4, GM_STUB_BYTES = 16, GM_JUMP_BYTES = 4 };

static inline uint32_t gm_half_at(const unsigned char *code)
{
    return code[0] | (uint32_t)code[1] << 8;
}

static inline struct gm_call_seen gm_thumb_call(const unsigned char *code, uintptr_t after)
{
    uint32_t first = gm_half_at(code), second = gm_half_at(code + 2), sign = first >> 10 & 1;
    uint32_t bits = sign << 23 | (~(second >> 13 ^ sign) & 1) << 22 |
                    (~(second >> 11 ^ sign) & 1) << 21 | (first & 0x3ff) << 11 | (second & 0x7ff);

    if ((second & 0xff87) == 0x4780) /* blx register */
        return (struct gm_call_seen){.is_call = true};
    if ((first & 0xf800) != 0xf000 || (second & 0xc000) != 0xc000)
        return (struct gm_call_seen){.is_call = false};
    uintptr_t target = after + gm_signed(bits << 1, 25);
    return (struct gm_call_seen){true, (second & 0x1000) != 0 ? target : target & ~(uintptr_t)3};
}

/* Returns the call that ends at the return address `after`, which is odd in Thumb code. `code` has
 * the GM_CALL_BYTES bytes before it. */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t i = gm_instruction(code);
    uintptr_t target = after + 4 + (gm_signed(i & 0xffffff, 24) << 2);

    if (after % 2 != 0)
        return gm_thumb_call(code, after - 1);
    if (after % 4 != 0)
        return (struct gm_call_seen){.is_call = false};
    if (i >> 25 == 0x7d) /* blx */
        return (struct gm_call_seen){.is_call = true, .target = target + (i >> 23 & 2)};
    if (i >> 28 != 0xf && (i >> 24 & 15) == 0xb) /* bl */
        return (struct gm_call_seen){.is_call = true, .target = target};
    return (struct gm_call_seen){.is_call = i >> 28 != 0xf && (i & 0x0ffffff0) == 0x012fff30};
}

/* Returns 0: code does not show which of the two sets of instructions it is in. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    (void)code;
    (void)at;
    return 0;
}

/* Returns the address of the pointer through which an entry of a procedure linkage table jumps, or
 * 0 if the code at `at` is none. `code` has the GM_STUB_BYTES bytes there. [bx pc; nop;] add ip,
 * pc, #a; add ip, ip, #b; ldr pc, [ip, #c]!
 */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    unsigned thumb = gm_instruction(code) == 0x46c04778 ? 4 : 0;
    uint32_t a = gm_instruction(code + thumb), b = gm_instruction(code + thumb + 4);
    uint32_t c = gm_instruction(code + thumb + 8);

    if (at % 4 != 0 || (a & 0xffffff00) != 0xe28fc600 || (b & 0xffffff00) != 0xe28cca00 ||
        (c & 0xfffff000) != 0xe5bcf000)
        return 0;
    return at + thumb + 8 + ((a & 0xff) << 20) + ((b & 0xff) << 12) + (c & 0xfff);
}

#endif
