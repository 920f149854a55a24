/* machine.h - defines registers and calls in machine code, as most machines have them
 *
 * Included by a machine's machine.h, which defines before: the numbers of its registers
 * (GM_REGISTERS of them), gm_register_set, and everything in which the machine differs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_MACHINE_H
#define GMON_ARCH_MACHINE_H

#if __SIZEOF_POINTER__ == 8
#include "runtime/arch/generic/words64.h"
#else
#include "runtime/arch/generic/words32.h"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GM_WORD = sizeof(uintptr_t) }; /* bytes of a register, and of a word of the stack */

#ifndef GM_RED_ZONE
#define GM_RED_ZONE 0 /* bytes below the stack pointer that are in use, too */
#endif
#ifndef GM_CALL_PUSHES
#define GM_CALL_PUSHES 0 /* bytes by which a call lowers the stack pointer */
#endif
#ifndef GM_PROLOGUE_CALLS
#define GM_PROLOGUE_CALLS 0 /* calls in a function before that of mcount, at most */
#endif
#ifndef GM_CFA_ABOVE
#define GM_CFA_ABOVE 0 /* bytes from the caller's stack pointer to the CFA */
#endif
#ifndef GM_RETURN_COLUMN
#define GM_RETURN_COLUMN GM_LINK /* register of the pc in call frame information */
#endif
#ifndef GM_CFA_NOTHING
#define GM_CFA_NOTHING 0 /* an instruction to skip: none but the ordinary one */
#endif
#define GM_LEAST_PAGE 4096

/* Registers of a thread at some moment; `known` has a bit for each valid register. */
struct gm_registers {
    uintptr_t value[GM_REGISTERS];
    gm_register_set known;
};

/* Returns the address that a return address in a register or on the stack stands for; some machines
 * mark theirs. */
#ifndef GM_MARKS_RETURNS
static inline uintptr_t gm_return_address(uintptr_t address)
{
    return address;
}
#endif

/* Returns the offset of a thread-local variable, for mcount.S. Most machines need none
 * (layout.h). */
#ifndef GM_OWN_LOCAL_OFFSET
static inline uintptr_t gm_local_offset(const void *local)
{
    (void)local;
    return 0;
}
#endif

/* ---- calls in machine code ------------------------------------------------------------------ */

struct gm_call_seen {
    bool is_call;
    uintptr_t target; /* target of the call; 0: not known */
};

/* Returns the instruction of 32 bits at `code`, lowest byte first. */
#ifndef GM_OWN_INSTRUCTION
static inline uint32_t gm_instruction(const unsigned char *code)
{
    return code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
}
#endif

/* Returns the call site of an arc. On most machines nothing lies between it and the call of
 * mcount. */
#ifndef GM_OWN_CALL_SITE
static inline uintptr_t gm_call_site(uintptr_t site, uintptr_t callee, const uintptr_t *frame)
{
    (void)callee;
    (void)frame;
    return site;
}
#endif

/* Returns the number of `bits` bits, with its sign. */
static inline uintptr_t gm_signed(uint32_t number, unsigned bits)
{
    uint32_t sign = (uint32_t)1 << (bits - 1);

    return (uintptr_t)(intptr_t)(int32_t)((number ^ sign) - sign);
}

#endif
