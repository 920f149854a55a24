/* registers.h - what a walk of the stack asks of a machine's registers, alike on most machines
 *
 * Included by a machine's registers.h, which says before: the numbers of its registers
 * (GM_REGISTERS of them), gm_register_set, and what is otherwise than here.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_REGISTERS_H
#define GMON_ARCH_REGISTERS_H

#include "runtime/arch/target.h"

enum { GM_WORD = sizeof(uintptr_t) }; /* bytes of a register, and of a word of the stack */

#ifndef GM_RED_ZONE
#define GM_RED_ZONE 0 /* bytes below the stack pointer that are in use, too */
#endif
#ifndef GM_CALL_PUSHES
#define GM_CALL_PUSHES 0 /* bytes by which a call lowers the stack pointer */
#endif
#ifndef GM_CFA_ABOVE
#define GM_CFA_ABOVE 0 /* bytes from the caller's stack pointer to the CFA */
#endif
#ifndef GM_RETURN_COLUMN
#define GM_RETURN_COLUMN GM_LINK /* the register that call frame information has for the pc */
#endif
#ifndef GM_CFA_NOTHING
#define GM_CFA_NOTHING 0 /* an instruction of it to skip: none but the ordinary one */
#endif
#define GM_LEAST_PAGE 4096

/* The registers of a thread at some moment, of those that `known` has a bit for. */
struct gm_registers {
    uintptr_t value[GM_REGISTERS];
    gm_register_set known;
};

/* A return address as it is in a register or on the stack; some machines mark theirs. */
#ifndef GM_MARKS_RETURNS
static inline uintptr_t gm_return_address(uintptr_t address)
{
    return address;
}
#endif

#endif
