/* mcount.S - counts the calls that -pg puts into functions, on ARM
 *
 * Role: counts an arc that is known already. The first call of an arc goes on to gm_mcount_slow
 * (core/hooks.c). This is ARM code; ARM and Thumb code call it.
 *
 *      push {lr}             the return address into the caller, which we take off the stack
 *      bl __gnu_mcount_nc    lr: the return address into the callee
 *
 * r0 to r3 and VFP registers have the arguments of the function that is entered. lr must have the
 * return address into the caller again. ip is free: if it has a static chain, the compiler saves
 * it. Return addresses into Thumb code are odd, here and in keys (machine.h makes them plain).
 *
 * gm.arcs_at is the offset of gm_arcs from the thread pointer. It is 0 while nothing is to be
 * counted, and so in the first steps of a static program, which has no thread pointer. Keys are the
 * addresses themselves (arch/layout.h).
 * The count is an exclusive pair of 64 bits: a signal handler that counts in between makes the
 * store fail. The count needs no order of its own: the thread alone writes.
 * Processors before ARMv6K have neither this pair nor a register for the thread pointer, but
 * functions of the kernel at fixed addresses. One of these functions adds to the two words of a
 * count, one by one, and is exact with threads. So all threads count arcs in one set of tables
 * (machine.h, GM_SHARED_ARCS), and nothing needs the thread pointer: arcs_at is the address of
 * gm_arcs.
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#define KEY (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define COUNT (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)
#define SITE 20 /* behind the pushed r0 to r3 and lr */
#if defined(__ARM_FEATURE_LDREX) && (__ARM_FEATURE_LDREX & 8)
#define HAS_EXCLUSIVES
#endif

        .text

        /* Adds one at ip + COUNT. */
        .macro  count_one
#ifdef HAS_EXCLUSIVES
        add     ip, ip, #COUNT
5:      ldrexd  r0, r1, [ip]
        adds    r0, r0, #1
        adc     r1, r1, #0
        strexd  r2, r0, r1, [ip]
        cmp     r2, #0
        bne     5b
#else
        add     r2, ip, #COUNT
5:      ldr     r0, [r2]
        mvn     r3, #0xf000
        add     r1, r0, #1
        mov     lr, pc
        sub     pc, r3, #63     /* __kuser_cmpxchg: carry set, and r0 0, if it stored r1 for r0 */
        cmpcs   r1, #1          /* if it did, carry set unless r1 is 0 */
        bcc     4f
#endif
        .endm

        /* Behind the end of that function: repeats the add, or adds the carry to the upper word. */
        .macro  count_more
#ifndef HAS_EXCLUSIVES
4:      cmp     r0, #0
        addeq   r2, r2, #4
        b       5b
#endif
        .endm

        gm_begin __gnu_mcount_nc, 6
        .cfi_return_column 15
        .cfi_def_cfa_offset 4
        .cfi_register 15, 14
        .cfi_offset 14, -4
        push    {r0-r3, lr}
        .cfi_def_cfa_offset 24
        .cfi_offset 15, -8
        ldr     r0, .Lgm
1:      ldr     r0, [pc, r0]
        cmp     r0, #0
        beq     9f
#ifdef HAS_EXCLUSIVES
        mrc     p15, 0, r1, c13, c0, 3  /* the thread pointer */
        ldr     r0, [r0, r1]
#else
        ldr     r0, [r0]
#endif
        ldm     r0, {r1, r2, r3}        /* mask, its upper word, factor */
        ldr     r2, [sp, #SITE]
        mla     r3, lr, r3, r2
        and     r3, r1, r3
        add     ip, r0, r3, lsl #2
        ldrd    r0, r1, [ip, #KEY]
        cmp     r0, lr
        cmpeq   r1, r2
        bne     2f
0:      count_one
9:      pop     {r0-r3, ip, lr}
        .cfi_remember_state
        .cfi_def_cfa_offset 0
        .cfi_register 15, 12
        .cfi_same_value 14
        bx      ip
        .cfi_restore_state
        count_more
2:
        .rept   GM_REACH
        add     ip, ip, #GM_ENTRY_BYTES
        ldrd    r0, r1, [ip, #KEY]
        cmp     r0, lr
        cmpeq   r1, r2
        beq     0b
        .endr
        mov     r0, r2
        mov     r1, lr
        mov     r2, #0
        mov     ip, sp
        .cfi_def_cfa_register 12
        bic     sp, sp, #7
        push    {ip, lr}
        .cfi_escape 0x0f, 5, 0x7d, 0, 0x06, 0x23, 24 /* the CFA is the word at sp, + 24 */
        bl      gm_mcount_slow
        ldr     sp, [sp]
        .cfi_def_cfa 13, 24
        pop     {r0-r3, ip, lr}
        .cfi_def_cfa_offset 0
        .cfi_register 15, 12
        .cfi_same_value 14
        bx      ip
.Lgm:   .word   gm + GM_STATE_ARCS - (1b + 8)
        .ltorg
        gm_end  __gnu_mcount_nc
        gm_also mcount, __gnu_mcount_nc

        .hidden mcount, gm, gm_mcount_slow

        gm_marks
