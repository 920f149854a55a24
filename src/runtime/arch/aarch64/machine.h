/* machine.h - does on AArch64 what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the ABI ("DWARF for the Arm 64-bit Architecture"), where x0 to
 * x30 have 0 to 30; the program counter has 32, which the ABI leaves to others.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_AARCH64_MACHINE_H
#define GMON_ARCH_AARCH64_MACHINE_H

#include <stdint.h>

enum { GM_FP = 29, GM_LINK = 30, GM_SP = 31, GM_PC = 32, GM_REGISTERS = 33 };

#define GM_OWN_CALL_SITE
#define GM_CFA_NOTHING 0x2d /* return addresses are signed */
#define GM_MARKS_RETURNS

typedef uint64_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/machine.h"

/* Registers that a function returns unchanged, and the link register, which it saves like them.
 * Rows of the cache have the registers in this order (unwind_memory.h). */
#define GM_KEPT_REGISTERS 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, GM_FP, GM_LINK
#define GM_KEPT_MASK ((gm_register_set)0x7ff80000)

/* Returns a return address without its signature: xpaclri, which does nothing on processors that
 * sign none.
 */
static inline uintptr_t gm_return_address(uintptr_t signed_address)
{
    register uintptr_t link __asm__("x30") = signed_address;

    __asm__("hint 7" : "+r"(link));
    return link;
}

/* Calls the function, which must be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. Callers have a frame pointer, so that unwinders can pass
 * through this call. */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("x0") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("x1") = (uintptr_t)(top);                                \
        __asm__ volatile("mov x19, sp\n\tmov sp, x1\n\tbl %2\n\tmov sp, x19"                       \
                         : "+r"(gm_first), "+r"(gm_top)                                            \
                         : "S"(function)                                                           \
                         : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",    \
                           "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x30", "cc",           \
                           "memory");                                                              \
    } while (0)

/* ---- calls in machine code ------------------------------------------------------------------ */

enum { GM_CALL_BYTES = 4, GM_STUB_BYTES = 20, GM_JUMP_BYTES = 4 };

/* Returns the target of bl and b, whose distance is in the low 26 bits, in words. */
static inline uintptr_t gm_relative(uint32_t instruction, uintptr_t at)
{
    return at + gm_signed(instruction & 0x3ffffff, 26) * 4;
}

/* Returns the call that ends at the return address `after`. `code` has the GM_CALL_BYTES bytes
 * before it.
 */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t i = gm_instruction(code);

    if (after % 4 != 0)
        return (struct gm_call_seen){.is_call = false};
    if (i >> 26 == 0x25) /* bl */
        return (struct gm_call_seen){.is_call = true, .target = gm_relative(i, after - 4)};
    /* blr; blraaz and its like */
    return (struct gm_call_seen){.is_call = (i & 0xfffffc1f) == 0xd63f0000 ||
                                            (i & 0xfefff800) == 0xd63f0800};
}

/* Returns the target of the jump at `at`, or 0 if the code there is no jump that can leave a
 * function. `code` has the GM_JUMP_BYTES bytes at `at`. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    uint32_t i = gm_instruction(code);

    return at % 4 == 0 && i >> 26 == 0x05 ? gm_relative(i, at) : 0;
}

/* Returns the address of the pointer through which an entry of a procedure linkage table jumps, or
 * 0 if the code at `at` is none. `code` has the GM_STUB_BYTES bytes there. [bti c;] adrp x16, page;
 * ldr x17, [x16, offset]; ... br x17 */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    bool has_mark = gm_instruction(code) == 0xd503245f;
    const unsigned char *begin = code + (has_mark ? 4 : 0);
    uint32_t page = gm_instruction(begin), load = gm_instruction(begin + 4);

    if (at % 4 != 0 || (page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
        return 0;
    uintptr_t pages = gm_signed((page >> 29 & 3) | (page >> 3 & 0x1ffffc), 21);
    at = (at + (has_mark ? 4 : 0)) & ~(uintptr_t)4095;
    return at + pages * 4096 + (load >> 10 & 0xfff) * 8;
}

/* Returns the call site of an arc. */
static inline uintptr_t gm_call_site(uintptr_t site, uintptr_t callee, const uintptr_t *frame)
{
    (void)callee;
    (void)frame;
    return gm_return_address(site);
}

#endif
